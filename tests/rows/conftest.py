"""Books with all kinds of values in their columns."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal

import pytest

from tests.models import Book, Publisher, Tag
from tests.values import UTC

DAY = datetime.datetime(2026, 11, 21, 22, 28, 18, tzinfo=UTC)
MOMENTS = [
    *(DAY.replace(microsecond=fraction) for fraction in (730475, 730400, 1, 10, 1000, 100000)),
    *(DAY, datetime.datetime(2026, 10, 25, 0, 59, 59, 999990, UTC)),
    *(datetime.datetime(1, 1, 1, 0, 0, 0, 1, UTC), datetime.datetime(5, 6, 7, 8, 9, 10, 11, UTC)),
    datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, UTC),
    # When the zones of cities had seconds in their offsets, and the end of an hour in Berlin.
    *(datetime.datetime(1850, 1, 1, tzinfo=UTC), datetime.datetime(2026, 3, 29, 1, tzinfo=UTC)),
]
DOCUMENTS = [
    *({}, [], "text", 1, 1.5, -0.0, True, 12345678901234567890, 10**30, 1e300, 0.1234567890123456),
    *({"digits": "12345678901234567890"}, {"e": "1e5 and NaN"}),
    {"a": [None, {"b": "ü\u2028\U0001f600"}]},
]


@pytest.fixture
def books():
    """Books with all kinds of values in their columns, or none."""
    publisher = Publisher.objects.create(name="Prentice", code="ph")
    for number, (moment, document) in enumerate(
        [(moment, DOCUMENTS[0]) for moment in MOMENTS]
        + [(MOMENTS[0], document) for document in DOCUMENTS]
    ):
        book = Book.objects.create(
            title=f"Book {number}",
            subtitle=None if number % 2 else "",
            isbn=uuid.UUID(int=number),
            price=Decimal(number) / 4 - 1,
            weight=None if number % 3 else number / 7,
            pages=number,
            copies=2**40 + number,
            published=None if number % 4 == 1 else moment.date(),
            added=moment,
            opens=None if number % 4 == 2 else moment.time(),
            reading_time=datetime.timedelta(days=number, microseconds=number),
            prized=(None, True, False)[number % 3],
            format=("", "H", "P", "?")[number % 4],
            grade=(None, 1, 2)[number % 3],
            metadata=document,
            blob=bytes([number]),
            cover=f"covers/{number}" if number % 2 else "",
            publisher=publisher if number % 2 else None,
            by_code=None if number % 3 else publisher,
        )
        book.tags.set([Tag.objects.create(label=f"tag {number}")])


@pytest.fixture
def few_books(books):
    Book.objects.filter(pages__gt=4).delete()
