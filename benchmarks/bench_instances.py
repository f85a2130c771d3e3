"""What does a list of instances gain whose relations nobody has loaded, in time and in queries?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import ModelSerializer, SerializerMethodField

from benchmarks.books import (
    BOOKS,
    AuthorSerializer,
    DRFBookSerializer,
    TagSerializer,
    while_heard,
)
from benchmarks.classes import importable
from benchmarks.pages import OwnPages, drf_and_fast, page
from benchmarks.tables import DATABASE, MADE, Table
from benchmarks.turns import next_to_drf
from bookshop.models import Author, Book
from fastserializers import FastSerializerMixin

pytestmark = pytest.mark.usefixtures("database")

ROWS = 100
AT_LEAST = 5


class ToOneSerializer(ModelSerializer):
    author = AuthorSerializer()

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "author")


class MethodSerializer(ToOneSerializer):
    """A method is given each book, and reads the author once more."""

    by = SerializerMethodField()

    class Meta(ToOneSerializer.Meta):
        fields = (*ToOneSerializer.Meta.fields, "by")

    def get_by(self, book: Book) -> str:
        return f"by {book.author.name}"


class ToManySerializer(ModelSerializer):
    tags = TagSerializer(many=True)

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "tags")


class TwoLevelsSerializer(ModelSerializer):
    """Authors, their books, and the tags of each book."""

    books = ToManySerializer(many=True)

    class Meta:
        model = Author
        fields = ("id", "name", "books")


def evaluated(serializer_class: Any, queryset: Any) -> tuple[Callable[[], Any], ...]:
    """Return what reads a list by REST framework, and by the mixin.

    Fetching the instances is part of it: what a reading loads stays with them.
    """
    fast = importable(f"Fast{serializer_class.__name__}", FastSerializerMixin, serializer_class)
    return tuple(
        lambda made=made: made(list(queryset.all()), many=True).data
        for made in (serializer_class, fast)
    )


def pages(**options: Any) -> tuple[Callable[[], Any], ...]:
    views = drf_and_fast(DRFBookSerializer, **options)
    return tuple(partial(page, view, ROWS) for view in views)


BOOK_LIST = BOOKS[:ROWS]
AUTHOR_LIST = Author.objects.order_by("pk")[:ROWS]
CASES: dict[str, Callable[[], tuple[Callable[[], Any], ...]]] = {
    "evaluated books: a to-one relation": lambda: evaluated(ToOneSerializer, BOOK_LIST),
    "evaluated books: a to-one relation, and a method": lambda: evaluated(
        MethodSerializer, BOOK_LIST
    ),
    "evaluated books: a to-many relation": lambda: evaluated(ToManySerializer, BOOK_LIST),
    "evaluated books: two to-one relations and a to-many": lambda: evaluated(
        DRFBookSerializer, BOOK_LIST
    ),
    "evaluated authors: two levels of to-many relations": lambda: evaluated(
        TwoLevelsSerializer, AUTHOR_LIST
    ),
    "a page of an own paginator": lambda: pages(queryset=BOOKS, pages=OwnPages),
    "a page of a model with a receiver of post_init": lambda: tuple(
        map(while_heard(Book), pages(queryset=BOOKS))
    ),
}


def test_instances() -> None:
    MADE.append(
        Table(
            section=DATABASE,
            title=f"Instances: {ROWS} rows, nothing loaded, from {connection.display_name}",
            unit="ms per list",
            rows=[row(name) for name in CASES],
            how="CPU time of the list and its queries, median of rounds in turns",
            baseline="REST framework, as times faster",
        )
    )


def row(name: str) -> dict[str, str]:
    drf, fast = CASES[name]()
    queries = {"its queries": queries_of(drf), "queries": queries_of(fast)}
    return {**next_to_drf(name, drf, fast, AT_LEAST), **queries}


def queries_of(run: Callable[[], Any]) -> str:
    with CaptureQueriesContext(connection) as queries:
        run()
    return str(len(queries))
