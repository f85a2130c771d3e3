"""Rows that are no models."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

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


@dataclass(frozen=True)
class FrozenWriter:
    name: str
    books: tuple[Any, ...] = ()


@dataclass(slots=True)
class SlottedWriter:
    name: str
    books: Any = ()


@dataclass(kw_only=True)
class DerivedWriter(Writer):
    country: str = ""

    @property
    def label(self):
        return f"{self.name} of {self.country}"


Item = TypeVar("Item")


@dataclass
class GenericWriter(Generic[Item]):
    name: Item
    books: Any = None


class TupleWriter(NamedTuple):
    name: str
    books: Any = ()
    label: str = "tuple"


class StructWriter(msgspec.Struct):
    name: str
    books: Any = ()


class FrozenStructWriter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    name: str
    books: Any = ()
    label: str | None = None


class EnumWriter(Enum):
    """Has a `name` of its own; a member has no books."""

    HOPE = "h"


class LazyWriter:
    def __getattr__(self, attribute):
        if attribute in ("name", "label"):
            return f"lazy {attribute}"
        raise AttributeError(attribute)


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
    "frozen": lambda: FrozenWriter("Hope", tuple(BOOKS)),
    "slots": lambda: SlottedWriter("Hope", iter(BOOKS)),
    "derived": lambda: DerivedWriter(name="Hope", books=BOOKS[:1], country="England"),
    "generic": lambda: GenericWriter[str]("Hope"),
    "generic of another type": lambda: GenericWriter(SUMMER, []),
    "named tuple": lambda: TupleWriter("Hope", BOOKS[1:]),
    "struct": lambda: StructWriter("Hope", BOOKS),
    "frozen struct": lambda: FrozenStructWriter("Hope", [StructWriter("nested")]),
    "member of an enumeration": lambda: EnumWriter.HOPE,
    "attributes on demand": LazyWriter,
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


class TestRowsThatAreNoModels:
    @pytest.mark.parametrize("make_writer", WRITERS.values(), ids=WRITERS)
    def test_of_one_kind(self, make_writer):
        assert_no_more_queries(
            writer_serializer, lambda: [make_writer(), make_writer()], Serializer
        )

    def test_of_all_kinds_that_have_books_in_one_list(self):
        names = ("dataclass", "frozen", "derived", "named tuple", "struct", "dictionary")
        rows = assert_same_rows(
            writer_serializer, lambda: [WRITERS[name]() for name in names * 2], Serializer
        )
        assert [len(row["books"]) for row in rows[:6]] == [3, 3, 1, 2, 3, 3]

    def test_of_a_dataclass_for_a_model_serializer(self):
        def make(base):
            author = serializer_of(base, Author, ["name"])
            return serializer_of(
                base, Work, ["title", "sequel_to"], {"authors": author(many=True)}
            )

        saved = Work.objects.create(title="Saved")

        @dataclass
        class DraftedWork:
            title: str
            sequel_to: Any
            authors: list[Any]

        def rows():
            draft = DraftedWork(
                "Draft", SimpleNamespace(pk=5), [Author(name="model"), Writer("x")]
            )
            return [draft, saved, draft]

        assert_no_more_queries(make, rows)
