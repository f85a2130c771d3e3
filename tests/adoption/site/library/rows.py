"""What is in the library, the same each time."""

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from uuid import UUID

from django.contrib.auth.models import User

from library.models import Author, Book, Category, Chapter, Loan, Publisher, Review, Shelf, Tag

MOMENT = datetime(2024, 3, 31, 0, 59, 59, 123456, timezone.utc)


def fill():
    ada, bob = (
        User.objects.create(
            username=name, email=f"{name}@example.org", date_joined=MOMENT, is_staff=True
        )
        for name in ("ada", "bob")
    )
    tags = [Tag.objects.create(label=label) for label in ("a-tag", "new", "old", "rare", "sea")]
    roots = [Category.objects.create(name=name) for name in ("Fiction", "Facts")]
    poems = Category.objects.create(name="Poems <&>", parent=roots[0])
    Category.objects.create(name="Odes", parent=poems)
    houses = [Publisher.objects.create(name=f"House {n}", founded=1900 + n) for n in range(5)]
    authors = [
        Author.objects.create(
            name=f"Åsa {number} Œ\u2028", born=date(1950 + number % 3, 1, 31) if number else None
        )
        for number in range(7)
    ]
    for number in range(8):
        book = Book.objects.create(
            title=f"Book {number} “q” <b>",
            isbn=f"97800000000{number:02}",
            price=None if number == 3 else Decimal("9.50") * number,
            format=("paper", "audio")[number % 2],
            added=MOMENT + timedelta(days=40 * number),
            details={"n": [number, 1.5, None, {"é": True}]},
            cover=f"covers/{number}.png" if number % 3 else "",
            author=authors[number % 5],
            publisher=houses[number % 4] if number % 4 else None,
            category=(*roots, poems)[number % 3],
        )
        book.tags.set(tags[: number % 4])
        for chapter in range(number % 3):
            length = timedelta(seconds=90.5 * chapter) if chapter else None
            Chapter.objects.create(book=book, number=chapter, title=f"Of {chapter}", length=length)
        Review.objects.create(book=book, user=(ada, bob)[number % 2], stars=1 + number % 5)
        Review.objects.create(book=book, user=ada, stars=5, text="All\nof it")
        Loan.objects.create(book=book, user=bob, due=date(2024, 1, 31) + timedelta(days=number))
    for number in range(4):
        shelf = Shelf.objects.create(code=f"S-{number}", room=UUID(int=number))
        shelf.books.set(Book.objects.filter(pk__gt=2 * number))
