"""What do requests for one object, or for a small page, gain: whole views, in this process?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from rest_framework import generics, serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory

from benchmarks.bench_nested_books import DRFBookSerializer
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import costs
from bookshop.models import Author, Book
from fastserializers import FastSerializerMixin
from fastserializers.renderers import OrjsonRenderer
from fastserializers.views import FastReadMixin

ROUNDS = 25
SIZES = (0, 1, 2, 5, 10, 30, 100)
"""How many rows a page has; 0 for one object."""


# What people write.


class ChosenSerializer(DRFBookSerializer):  # type: ignore[misc, valid-type]
    """Has the fields that the request asks for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.context["request"].query_params["fields"].split(",")
        for name in set(self.fields) - set(names):
            self.fields.pop(name)


class OwnSerializer(DRFBookSerializer):  # type: ignore[misc, valid-type]
    """Adds a key to what REST framework represents."""

    def to_representation(self, instance: Book) -> dict[str, Any]:
        return {**super().to_representation(instance), "kind": "book"}


def by_hand(*bases: type) -> Any:
    """Return a class whose methods make serializers of another one, twice a row."""

    class AuthorSerializer(*bases):  # type: ignore[misc]
        class Meta:
            model = Author
            fields = ("id", "name", "born")

    class BookSerializer(*bases):  # type: ignore[misc]
        author = serializers.SerializerMethodField()
        writer = serializers.SerializerMethodField()

        class Meta:
            model = Book
            fields = ("id", "title", "pages", "author", "writer")

        def get_author(self, book: Book) -> Any:
            return AuthorSerializer(book.author, context=self.context).data

        def get_writer(self, book: Book) -> Any:
            return AuthorSerializer(book.author, context=self.context).data

    return BookSerializer


MODEL = serializers.ModelSerializer
CASES: dict[str, tuple[Any, Any, str]] = {
    "nested serializers": (DRFBookSerializer, DRFBookSerializer, ""),
    "fields chosen by the request": (
        ChosenSerializer,
        ChosenSerializer,
        "fields=id,title,publisher&",
    ),
    "serializers made by hand, two a row": (
        by_hand(MODEL),
        by_hand(FastSerializerMixin, MODEL),
        "",
    ),
    "own to_representation() with super()": (OwnSerializer, OwnSerializer, ""),
}


# Views.


class Pages(PageNumberPagination):
    page_size_query_param = "size"


BOOKS = Book.objects.select_related("publisher", "author").prefetch_related("tags")
REQUESTS = APIRequestFactory()


def views_of(
    serializer: Any, *mixins: type, renderer: type, books: QuerySet[Book] = BOOKS
) -> tuple[Any, Any]:
    """Return the view of a list and that of an object."""
    options = {
        "queryset": books.order_by("pk"),
        "serializer_class": serializer,
        "pagination_class": Pages,
        "renderer_classes": [renderer],
        "authentication_classes": [],
        "permission_classes": [],
    }
    return tuple(
        type("View", (*mixins, base), options).as_view()
        for base in (generics.ListAPIView, generics.RetrieveAPIView)
    )


def body(views: tuple[Any, Any], size: int, query: str) -> bytes:
    many, one = views
    if size:
        response = many(REQUESTS.get(f"/books/?{query}size={size}"))
    else:
        response = one(REQUESTS.get(f"/books/?{query}"), pk=first_key())
    content: bytes = response.render().content
    return content


def first_key() -> Any:
    return KEYS.setdefault("first", Book.objects.order_by("pk").values_list("pk", flat=True)[0])


KEYS: dict[str, Any] = {}


def pair(name: str) -> tuple[tuple[Any, Any], tuple[Any, Any], str]:
    drf, fast, query = CASES[name]
    return (
        views_of(drf, renderer=JSONRenderer),
        views_of(fast, FastReadMixin, renderer=OrjsonRenderer),
        query,
    )


pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize("name", CASES)
def test_bodies_are_equal(name: str) -> None:
    drf, fast, query = pair(name)
    for size in SIZES:
        for _ in range(3):
            assert JSONRenderer().render(parsed(body(fast, size, query))) == JSONRenderer().render(
                parsed(body(drf, size, query))
            )


def parsed(content: bytes) -> Any:
    return json.loads(content)


@pytest.mark.parametrize("name", CASES)
def test_small_requests(name: str) -> None:
    drf, fast, query = pair(name)
    rows = [
        {
            "": f"{size} rows" if size else "one object",
            **cells_of(drf, fast, size, query, calls=1 if size == 100 else 4),
        }
        for size in SIZES
    ]
    MADE.append(table_of(f"Small requests, {name}", rows))


def test_empty_page() -> None:
    nothing = BOOKS.filter(title="")
    drf = views_of(DRFBookSerializer, renderer=JSONRenderer, books=nothing)
    fast = views_of(DRFBookSerializer, FastReadMixin, renderer=OrjsonRenderer, books=nothing)
    assert body(fast, 100, "") == body(drf, 100, "")
    cells = cells_of(drf, fast, 100, "", calls=4)
    MADE.append(table_of("An empty page of nested serializers", [cells]))


def cells_of(
    drf: tuple[Any, Any], fast: tuple[Any, Any], size: int, query: str, calls: int
) -> dict[str, str]:
    """Return what a request takes by both, and how many times faster one of them is."""
    cost = costs(
        {"drf": lambda: body(drf, size, query), "fast": lambda: body(fast, size, query)},
        calls=calls,
        rounds=ROUNDS,
    )
    return {
        "REST framework": figure(cost["drf"]),
        "fast": figure(cost["fast"]),
        TIMES_FASTER: figure(cost["drf"] / cost["fast"]),
    }


def table_of(title: str, rows: list[dict[str, str]]) -> Table:
    return Table(
        section=IDIOMS,
        title=f"{title}, from {connection.display_name}",
        unit="µs per request",
        rows=rows,
        machine=machine(),
        versions=versions(),
        how=f"CPU time of a view and its renderer, median of {ROUNDS} rounds",
        baseline="REST framework's view at the same rows, as times faster",
    )
