"""Books with what is related to them, for the tests of instances and of prefetches."""

from __future__ import annotations

from datetime import timedelta

from tests import models


def store_books():
    country = models.Country.objects.create(name="Ruritania")
    other = models.Country.objects.create(name="Strelsau")
    for text in ("Rassendyll", "Sapt", "Rischenheim"):
        for owner in (country, other):
            models.Remark.objects.create(country=owner, text=text)
    first = models.Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    second = models.Publisher.objects.create(name="Zenda Books", code="zb")
    tags = [models.Tag.objects.create(label=label) for label in ("swords", "castles")]
    shelves = [models.Shelf.objects.create(label=label) for label in ("top", "hidden")]
    for model, title in (
        (models.Book, "The Prisoner"),
        (models.Book, "Rupert"),
        (models.AudioBook, "Sophy"),
        (models.AudioBook, "Rassendyll"),
    ):
        book = model.objects.create(
            title=title,
            price="12.50",
            weight=0.5,
            copies=2**40,
            reading_time=timedelta(hours=6),
            isbn=f"{len(title):032}",
            added="2024-07-01T12:30:00Z",
            published="1894-04-01",
            opens="09:30",
            format="H",
            grade=2,
            metadata={"shelves": [1, None]},
            publisher=first,
            by_code=second,
            cover="covers/a b.png",
        )
        book.tags.set(tags)
        book.shelves.set(shelves)
        review = models.Review.objects.create(book=book)
        models.Review.objects.create(book=book, stars=1, answer_to=review)
    for book in models.Book.objects.all()[:2]:
        models.Blurb.objects.create(book=book, text="Swash!")
    models.Book.objects.create(title="Bare", price=1, isbn=f"{9:032}")
