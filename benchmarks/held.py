"""The cases of the hold list.

The packages of both checkouts run them, so they use only names that both of them have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from benchmarks.bench_hyperlinks import FastBookSerializer as LinkedBookSerializer
from benchmarks.books import (
    BOOKS,
    LOADED_BOOKS,
    ChosenSerializer,
    FastBookSerializer,
    FlatSerializer,
    WithPublisherSerializer,
    of_columns,
    of_related,
    while_heard,
    with_method,
)
from benchmarks.classes import importable
from benchmarks.idioms import OWN_REPRESENTATIONS, FourteenSerializer, OrderedSerializer
from benchmarks.optional import TASKS, TaskSerializer
from benchmarks.pages import REQUESTS, drf_and_fast, page, view_by_hand
from benchmarks.users import FAST, FAST_SERIALIZERS, body, data_of_many
from bookshop.models import Book, Publisher
from fastserializers import FastSerializerMixin


@dataclass(frozen=True)
class Case:
    """A piece of work whose cost has to hold."""

    name: str
    run: Callable[[], Any]
    rows: int
    slower: float = 0.05
    """How much slower than before it may be."""
    by_hand: Callable[[], Any] | None = None
    """The same work, written by hand."""
    at_most: float = 0
    """How many times as long as the work written by hand it may take."""


def fast(serializer_class: Any) -> Any:
    return importable(f"Fast{serializer_class.__name__}", FastSerializerMixin, serializer_class)


# Users: flat rows of ten columns.

FastUserSerializer = FAST_SERIALIZERS[FAST]
USERS = User.objects.order_by("pk")[:1_000]


# Books: with their publisher, author and three tags.


WithMethodOfColumns = with_method(FastBookSerializer, of_columns)
WithMethodOfRelations = with_method(FastBookSerializer, of_related)


class WithOwnRepresentation(FastBookSerializer):  # type: ignore[misc, valid-type]
    def to_representation(self, instance: Book) -> dict[str, Any]:
        return {**super().to_representation(instance), "kind": "book"}


# Views.

FastWithPublisherSerializer = fast(WithPublisherSerializer)
FastTaskSerializer = fast(TaskSerializer)
FastChosenSerializer = fast(ChosenSerializer)

FLAT, NESTED = (
    drf_and_fast(serializer, queryset=queryset)[1]
    for serializer, queryset in ((FlatSerializer, BOOKS), (FastBookSerializer, LOADED_BOOKS))
)

# The cases.


def of_database(name: str, serializer_class: Any, queryset: Any, rows: int = 1_000) -> Case:
    return Case(
        f"{name}, from {connection.display_name}",
        lambda: body(serializer_class)(queryset.all()),
        rows,
    )


def from_database() -> Iterable[Case]:
    yield of_database("1,000 users to bytes", FastUserSerializer, USERS)
    yield of_database("1,000 nested books, loaded", FastBookSerializer, LOADED_BOOKS)
    yield of_database("1,000 nested books, not loaded (N+1)", FastBookSerializer, BOOKS)
    yield of_database("1,000 nested books, a method of columns", WithMethodOfColumns, LOADED_BOOKS)
    yield of_database(
        "1,000 nested books, a method of relations", WithMethodOfRelations, LOADED_BOOKS
    )
    yield of_database(
        "1,000 nested books, own representation", WithOwnRepresentation, LOADED_BOOKS
    )
    for size in (20, 100):
        for of, serializer_class in (
            ("columns", WithMethodOfColumns),
            ("relations", WithMethodOfRelations),
        ):
            title = f"{size} nested books, a method of {of}"
            yield of_database(title, serializer_class, LOADED_BOOKS[:size], size)
    for name, view in (("flat", FLAT), ("nested", NESTED)):
        for size in (10, 100):
            title = f"page of {size} {name} books, from {connection.display_name}"
            yield Case(title, partial(page, view, size, number=2), size)
    for size in (1, 5, 20):
        yield Case(
            f"four optional keys that are null, {size} rows, from {connection.display_name}",
            partial(optional, size),
            size,
        )
    for size in (1, 20):
        yield Case(
            f"joined to a receiver's model, {size} rows, from {connection.display_name}",
            partial(joined, size),
            size,
        )
    for size in (10, 100):
        yield Case(
            f"3 of 12 fields by pop(), {size} rows, from {connection.display_name}",
            partial(chosen, size),
            size,
        )


def optional(size: int) -> Any:
    return FastTaskSerializer(TASKS[:size], many=True).data


@while_heard(Publisher)
def joined(size: int) -> Any:
    books = BOOKS.select_related("publisher")[:size]
    return FastWithPublisherSerializer(books, many=True).data


def chosen(size: int) -> Any:
    request = REQUESTS.get("/books/?fields=id,title,price")
    return FastChosenSerializer(BOOKS[:size], many=True, context={"request": request}).data


def in_memory() -> Iterable[Case]:
    users, books = list(USERS), list(LOADED_BOOKS.all())
    links = {"request": REQUESTS.get("/", HTTP_HOST="localhost")}
    yield Case(
        "1,000 users in memory, .data", lambda: data_of_many(FastUserSerializer)(users), 1_000
    )
    yield Case("1,000 users in memory, to bytes", lambda: body(FastUserSerializer)(users), 1_000)
    yield Case(
        "1,000 links in memory, .data",
        lambda: LinkedBookSerializer(books, many=True, context=links).data,
        1_000,
    )
    yield Case(
        "one object of a read-only class, .data", lambda: FastUserSerializer(users[0]).data, 1
    )
    yield Case(
        "100 evaluated books, nothing to load, to bytes",
        lambda: body(FastBookSerializer)(books[:100]),
        100,
        slower=0.03,
    )


def short_lists() -> Iterable[Case]:
    """Lists of which little is known beforehand, or that are decided about anew each time."""
    books = list(BOOKS[:200])
    for name, serializer_class in OWN_REPRESENTATIONS.items():
        made = fast(serializer_class)
        for size in (1, 20, 200):
            title = f"{name}, {size} instances"
            yield Case(title, partial(data_of_many(made), books[:size]), size)
        title = f"{name}, a queryset of 200"
        yield Case(title, lambda made=made: data_of_many(made)(BOOKS[:200]), 200)
    fourteen, ordered = fast(FourteenSerializer), fast(OrderedSerializer)
    orders = permutations(FlatSerializer.Meta.fields[:10])

    def reordered() -> Any:
        context = {"order": next(orders)}
        return [ordered(books[:1], many=True, context=context).data for _ in range(2)]

    for size in (1, 3, 10):
        title = f"14 nested serializers that add their fields, {size} instances"
        yield Case(title, partial(data_of_many(fourteen), books[:size]), size)
    yield Case("a client orders 10 fields, 1 row, twice the same", reordered, 40)


AT_MOST = {1: 1.47 * 1.05, 20: 1.4, 100: 1.38 * 1.05}
"""How many times as long as the view written by hand a view may take, by the rows of its page."""


def next_to_hand() -> Iterable[Case]:
    for size, at_most in AT_MOST.items():
        ours, hand = (partial(page, view, size, number=2) for view in (FLAT, view_by_hand))
        if ours() != hand():
            sys.exit(f"The view written by hand answers something else:\n{ours()!r}\n{hand()!r}")
        title = f"whole view, {size} flat books, from {connection.display_name}"
        yield Case(title, ours, size, by_hand=hand, at_most=at_most)


def cases() -> dict[str, Case]:
    made = [*from_database()]
    if connection.vendor == "sqlite":
        made += [*in_memory(), *short_lists(), *next_to_hand()]
    return {case.name: case for case in made}
