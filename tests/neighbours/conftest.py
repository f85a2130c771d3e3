import datetime as dt

import pytest

from tests.models import Book, Country, Publisher, Review, Tag


@pytest.fixture(scope="module")
def book_rows(until_the_module_ends):
    with until_the_module_ends():
        store_books()
        yield


@pytest.fixture
def books(book_rows, db):
    """Return seven books: with and without a publisher, tags, reviews, a cover and dates."""
    return list(Book.objects.order_by("pk"))


def store_books():
    country = Country.objects.create(name="Wales")
    publishers = [
        Publisher.objects.create(name="Gomer Press", code="gomer", country=country),
        Publisher.objects.create(name="Honno", code="honno"),
    ]
    tags = [Tag.objects.create(label=label) for label in ("sea", "<rain>")]
    for number in range(7):
        book = Book.objects.create(
            title=f"Book {number} é\u2028<&>",
            subtitle=None if number % 2 else "“quoted”",
            price=f"{number}.5",
            weight=number / 3 or None,
            pages=100 * number,
            published=dt.date(2020, 1, 1 + number) if number else None,
            added=dt.datetime(2024, 1, 1, number, tzinfo=dt.timezone.utc) if number else None,
            reading_time=dt.timedelta(days=number, seconds=7) if number else None,
            format=Book.Format.HARDBACK if number % 3 else "",
            grade=Book.Grade.HIGH if number % 3 else None,
            metadata={"shelf": [number, None, {"é": True}]},
            cover=f"covers/{number}.png" if number else "",
            publisher=publishers[number % 2] if number else None,
            by_code=publishers[0] if number else None,
        )
        book.tags.set(tags[: number % 3])
        Review.objects.bulk_create(Review(book=book, stars=stars) for stars in range(number % 3))
