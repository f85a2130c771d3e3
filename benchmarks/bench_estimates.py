"""Is what `manage.py fastserializers list` estimates what the bookshop's serializers save?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import costs
from bookshop.models import Book, Review
from bookshop.serializers import WritablePublisherSerializer, plain
from fastserializers import read_only
from fastserializers.commands.listing.savings import measured_savings, saving_of

ROWS = 200


def cases(books: list[Book]) -> Iterator[tuple[Any, list[Any]]]:
    """Return the serializer classes of the bookshop, each with rows."""
    some = books[:ROWS]
    nested = plain.nested_book._declared_fields
    reviews = [
        Review(pk=book.pk, book=book, user_id=1, stars=3, text="fine", created=timezone.now())
        for book in some
    ]
    for book in some:
        book._prefetched_objects_cache["reviews"] = reviews[:2]
    yield plain.book, some
    yield plain.nested_book, some
    yield WritablePublisherSerializer, [book.publisher for book in some]
    yield type(nested["author"]), [book.author for book in some]
    yield type(nested["tags"].child), [tag for book in some for tag in book.tags.all()][:ROWS]
    yield type(nested["reviews"].child), reviews


def test_estimates(books: list[Book]) -> None:
    savings = measured_savings()
    MADE.append(
        Table(
            section=IDIOMS,
            title="What `list` estimates to be saved, next to what is",
            unit="µs",
            rows=[row(cls, rows, savings) for cls, rows in cases(books)],
            machine=machine(),
            versions=versions(),
            how=f"CPU time that .data saves: a row of {ROWS}, and what is fixed about one object",
            baseline="what was measured",
        )
    )


def row(serializer_class: Any, rows: list[Any], savings: Any) -> dict[str, str]:
    estimate = saving_of(serializer_class, savings)
    twin = read_only(serializer_class)
    cost = costs(
        {
            "drf": lambda: serializer_class(rows, many=True).data,
            "twin": lambda: twin(rows, many=True).data,
            "drf one": lambda: serializer_class(rows[0]).data,
            "twin one": lambda: twin(rows[0]).data,
        },
        calls=3,
    )
    one = cost["drf one"] - cost["twin one"]
    a_row = (cost["drf"] - cost["twin"] - one) / (len(rows) - 1)
    return {
        "": serializer_class.__name__,
        "a row, estimated": figure(estimate.a_row * 1e6),
        "measured": figure(a_row),
        "ratio": figure(estimate.a_row * 1e6 / a_row),
        "one object, estimated": figure((estimate.setup + estimate.a_row) * 1e6),
        "measured of one": figure(one),
        "ratio of one": figure((estimate.setup + estimate.a_row) * 1e6 / one),
    }
