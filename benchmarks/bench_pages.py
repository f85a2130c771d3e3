"""What do requests for one object, or for a small page, gain: whole views, in this process?"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.db import connection
from rest_framework.generics import RetrieveAPIView
from rest_framework.serializers import ModelSerializer, SerializerMethodField

from benchmarks.books import (
    BOOKS,
    LOADED_BOOKS,
    AuthorSerializer,
    ChosenSerializer,
    DRFBookSerializer,
    FlatSerializer,
)
from benchmarks.idioms import OwnRepresentation, joined
from benchmarks.pages import OwnPages, Pages, drf_and_fast, one_of, page, view_by_hand
from benchmarks.tables import IDIOMS, MADE, Table, figure, verdict
from benchmarks.turns import ROUNDS, costs, times_faster
from bookshop.models import Book

ONE_OBJECT = "one object"
SIZES = {ONE_OBJECT: 0, "1 row": 1, "10 rows": 10, "20 rows": 20, "100 rows": 100}


# What people write.


class PoppingSerializer(FlatSerializer):
    def get_fields(self) -> Any:
        fields = super().get_fields()
        fields.pop("isbn")
        return fields


class PassingSerializer(FlatSerializer):
    def get_fields(self) -> Any:
        return super().get_fields()


class LookingSerializer(FlatSerializer):
    """Hides a field from those who may not see it."""

    def get_fields(self) -> Any:
        fields = super().get_fields()
        if "staff" not in self.context["request"].GET:
            del fields["price"]
        return fields


class ByHandSerializer(ModelSerializer):
    """Makes serializers of another class in its methods, two a row."""

    author = SerializerMethodField()
    writer = SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "author", "writer")

    def get_author(self, book: Book) -> Any:
        return AuthorSerializer(book.author, context=self.context).data

    def get_writer(self, book: Book) -> Any:
        return AuthorSerializer(book.author, context=self.context).data


class TreeSerializer(ModelSerializer):
    """Makes a serializer of its own class in a method, as trees do."""

    below = SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "below")

    def get_below(self, book: Book) -> Any:
        level = self.context.get("level", 0)
        if level == 2:
            return []
        return TreeSerializer([book], many=True, context={"level": level + 1}).data


@dataclass(frozen=True)
class Case:
    serializer_class: Any
    is_loaded: bool = True
    """Whether the view's queryset joins and prefetches what the serializer reads."""
    query: str = ""
    pages: type[Pages] = Pages


CASES = {
    "flat": Case(FlatSerializer, is_loaded=False),
    "nested serializers": Case(DRFBookSerializer),
    "nested serializers, nothing loaded": Case(DRFBookSerializer, is_loaded=False),
    "nested serializers, a page of an own paginator": Case(DRFBookSerializer, pages=OwnPages),
    "fields chosen by the request: 3 of 12": Case(
        ChosenSerializer, is_loaded=False, query="fields=id,title,price&"
    ),
    "get_fields() that pops a field": Case(PoppingSerializer, is_loaded=False),
    "get_fields() that returns super()": Case(PassingSerializer, is_loaded=False),
    "get_fields() that looks at the context": Case(LookingSerializer, is_loaded=False),
    "own to_representation() with super()": Case(
        joined(OwnRepresentation, base=DRFBookSerializer)
    ),
    "serializers made in methods, two a row": Case(ByHandSerializer),
    "a tree by a serializer in a method": Case(TreeSerializer, is_loaded=False),
}

pytestmark = pytest.mark.usefixtures("database")


def answers(case: Case, size: int) -> list[Callable[[], bytes]]:
    """Return REST framework's answer to a request, and the fast one; no rows ask for an object."""
    queryset = LOADED_BOOKS if case.is_loaded else BOOKS
    if size:
        views = drf_and_fast(case.serializer_class, queryset=queryset, pages=case.pages)
        return [partial(page, view, size, case.query) for view in views]
    key = BOOKS.values_list("pk", flat=True)[0]
    views = drf_and_fast(case.serializer_class, RetrieveAPIView, queryset=queryset)
    return [partial(one_of, view, key, case.query) for view in views]


@pytest.mark.parametrize("name", CASES)
def test_bodies_are_equal(name: str) -> None:
    for size in SIZES.values():
        drf, fast = answers(CASES[name], size)
        assert json.loads(fast()) == json.loads(drf())


def test_pages() -> None:
    rows = [
        {
            "": name,
            **{title: figure(times_faster(*answers(case, size))) for title, size in SIZES.items()},
        }
        for name, case in CASES.items()
    ]
    MADE.append(
        table("Small requests", "times faster than REST framework's view", rows, "its view")
    )


def test_pages_next_to_a_view_written_by_hand() -> None:
    drf, fast = drf_and_fast(FlatSerializer, queryset=BOOKS)
    rows = []
    for size in (1, 20, 100):
        assert page(fast, size, number=2) == page(view_by_hand, size, number=2)
        views = {"REST framework": drf, "fast": fast, "by hand": view_by_hand}
        cost = costs(
            {name: partial(page, view, size, number=2) for name, view in views.items()},
        )
        rows.append(
            {
                "rows": str(size),
                **{name: figure(microseconds) for name, microseconds in cost.items()},
                "ratio": figure(cost["fast"] / cost["by hand"]),
                "target": verdict("≤", 1.4, cost["fast"] <= 1.4 * cost["by hand"]),
            }
        )
    MADE.append(
        table("A page of flat rows", "µs per request", rows, "values(), count() and orjson")
    )


NOTHING = {
    "none()": LOADED_BOOKS.none(),
    "an empty result": LOADED_BOOKS.filter(title=""),
    "one row": LOADED_BOOKS[:1],
}


def test_lists_of_next_to_nothing() -> None:
    rows = []
    for name, queryset in NOTHING.items():
        drf, fast = drf_and_fast(DRFBookSerializer, queryset=queryset, pages=None)
        assert page(fast, 1) == page(drf, 1)
        faster = times_faster(partial(page, drf, 1), partial(page, fast, 1))
        rows.append({"": name, "times faster": figure(faster)})
    MADE.append(
        table(
            "Lists of no row and of one row",
            "times faster than REST framework's view",
            rows,
            "its view",
        )
    )


def table(title: str, unit: str, rows: list[dict[str, str]], baseline: str) -> Table:
    return Table(
        section=IDIOMS,
        title=f"{title}, from {connection.display_name}",
        unit=unit,
        rows=rows,
        how=f"CPU time of a view and its renderer, median of {ROUNDS} rounds",
        baseline=baseline,
    )
