import datetime
import decimal

import pytest

from tests.models import AudioBook, Blurb, Book, Country, Publisher, Review, Tag
from tests.values import SUMMER


@pytest.fixture(scope="module")
def book_rows(until_the_module_ends):
    with until_the_module_ends():
        store_books()
        yield


@pytest.fixture(autouse=True)
def stored(book_rows, db): ...


def store_books():
    """Store books that have everything, something, and nothing that a book may have."""
    country = Country.objects.create(name="Ruritania")
    arrow, bodley = (
        Publisher.objects.create(name=name, code=code, country=country if code == "a" else None)
        for name, code in (("Arrow Press", "a"), ("Bodley Head", "b"))
    )
    tags = [Tag.objects.create(label=label) for label in ("Novel", "Old", "hidden")]
    full = Book.objects.create(
        title="The Prisoner of Zenda",
        subtitle="A Romance",
        price=decimal.Decimal("12.50"),
        weight=0.5,
        pages=310,
        published=datetime.date(1894, 5, 1),
        added=SUMMER,
        opens=datetime.time(9),
        reading_time=datetime.timedelta(hours=5),
        prized=True,
        format="H",
        grade=2,
        metadata={"x": 3, "y": -4, "labels": ["one"]},
        cover="covers/zenda.png",
        publisher=arrow,
        by_code=bodley,
    )
    plain = Book.objects.create(title="Rupert", price=1, publisher=bodley, format="P")
    AudioBook.objects.create(title="Phroso", price=3, narrator="Hope", format="P", pages=12)
    for tag in tags:  # one by one: a set of keys is written, and read again, in any order
        full.tags.add(tag)
    plain.tags.set(tags[:1])
    Blurb.objects.create(book=full, text="Read it!")
    first = Review.objects.create(book=full, stars=4)
    answer = Review.objects.create(book=full, stars=2, answer_to=first)
    Review.objects.create(book=full, stars=1, answer_to=answer)
    Review.objects.create(book=plain)
