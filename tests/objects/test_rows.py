"""Rows that are no models."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Work
from tests.relations.serializers import serializer_of
from tests.values import SUMMER

pytestmark = pytest.mark.django_db


@dataclass
class Writer:
    name: str
    books: list[Any] = field(default_factory=list)


@dataclass(kw_only=True)
class DerivedWriter(Writer):
    country: str = ""

    @property
    def label(self):
        return f"{self.name} of {self.country}"


class TupleWriter(NamedTuple):
    name: str
    books: Any = ()
    label: str = "tuple"


class StructWriter(msgspec.Struct):
    name: str
    books: Any = ()


class EnumWriter(Enum):
    """Has a `name` of its own; a member has no books."""

    HOPE = "h"


class BookTuple(NamedTuple):
    title: str
    price: Any
    made: Any


BOOKS = [
    {"title": "Rupert", "price": Decimal("2.345"), "made": SUMMER},
    BookTuple("Heart", "3.5", None),
    SimpleNamespace(title=5, price=7, made=SUMMER.replace(tzinfo=None)),
]
WRITERS = {
    "dataclass": lambda: Writer("Hope", BOOKS),
    "derived": lambda: DerivedWriter(name="Hope", books=BOOKS[:1], country="England"),
    "named tuple": lambda: TupleWriter("Hope", BOOKS[1:]),
    "struct": lambda: StructWriter("Hope", BOOKS),
    "member of an enumeration": lambda: EnumWriter.HOPE,
    "dictionary": lambda: {"name": "Hope", "books": BOOKS},
    "dictionary without a name": lambda: {"books": []},
    "nested in itself": lambda: Writer("Hope", [{**BOOKS[0], "title": Writer("inner")}]),
}


def writer_serializer(base):
    class BookSerializer(base):
        title = serializers.CharField()
        price = serializers.DecimalField(8, 2)
        made = serializers.DateTimeField()

    class WriterSerializer(base):
        name = serializers.CharField()
        books = BookSerializer(many=True, required=False)
        label = serializers.ReadOnlyField(default="none")
        first = serializers.CharField(source="books.title", default="none")

    return WriterSerializer


def test_rows_of_one_kind_and_of_all_kinds():
    for make_writer in WRITERS.values():
        writers = [make_writer(), make_writer()]
        assert_no_more_queries(writer_serializer, lambda: writers, Serializer)  # noqa: B023
    names = ("dataclass", "derived", "named tuple", "dictionary")
    rows = assert_same_rows(
        writer_serializer, lambda: [WRITERS[name]() for name in names * 2], Serializer
    )
    assert [len(row["books"]) for row in rows[:4]] == [3, 1, 2, 3]


def test_a_dataclass_for_a_model_serializer():
    def make(base):
        author = serializer_of(base, Author, ["name"])
        return serializer_of(base, Work, ["title", "sequel_to"], {"authors": author(many=True)})

    saved = Work.objects.create(title="Saved")

    @dataclass
    class DraftedWork:
        title: str
        sequel_to: Any
        authors: list[Any]

    def rows():
        draft = DraftedWork("Draft", SimpleNamespace(pk=5), [Author(name="model"), Writer("x")])
        return [draft, saved, draft]

    assert_no_more_queries(make, rows)
