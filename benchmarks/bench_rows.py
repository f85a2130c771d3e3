"""What does a list cost from a queryset that nobody has evaluated to the bytes of its response?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import serializers

from benchmarks.books import (
    BOOKS,
    LOADED_BOOKS,
    DRFBookSerializer,
    FastBookSerializer,
    of_columns,
    of_related,
    with_method,
)
from benchmarks.pages import drf_and_fast, page
from benchmarks.tables import DATABASE
from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST,
    FAST_SERIALIZERS,
    body,
    body_by_drf,
    of_queryset,
)
from benchmarks.work import Contender, Work, in_turns
from bookshop.models import Book
from fastserializers import FastReadMixin

VALUES = "list(queryset.values_list())"
USERS = User.objects.order_by("pk")
AT = f"from {connection.display_name}"
# What SQLite does is done in this process.
UNIT = "µs per %s" + ("" if connection.vendor == "sqlite" else ", without its server's own time")

Represent = Callable[[Any], Any]


def at(**targets: float) -> float | None:
    """Return the target of the database that is measured, if it has one."""
    return targets.get(connection.vendor)


# Users.


def values(queryset: QuerySet[User]) -> list[Any]:
    return list(queryset.values_list(*FAST_SERIALIZERS[FAST]().fields))


USERS_TO_BYTES = Work(
    title=f"Rows: 1,000 users to bytes, {AT}",
    unit=UNIT % "row",
    baseline=VALUES,
    drf=DRF,
    section=DATABASE,
    contenders=(
        Contender(DRF, of_queryset(body_by_drf(DRF_SERIALIZERS[DRF])), units=1_000),
        Contender(VALUES, values, units=1_000, calls=2, like_drf=False),
        Contender(
            FAST,
            of_queryset(body(FAST_SERIALIZERS[FAST])),
            units=1_000,
            calls=3,
            at_most=at(sqlite=0.95, postgresql=0.6),
            at_least=at(sqlite=5.5, postgresql=8),
        ),
    ),
)

# Books.


def next_to_drf(
    title: str,
    unit: str,
    drf: Represent,
    fast: Represent,
    at_least: float | None,
    rounds: int = 40,
    units: int = 1,
    name: str = FAST,
) -> Work:
    return Work(
        title=f"Rows: {title}, {AT}",
        unit=UNIT % unit,
        baseline=DRF,
        drf=DRF,
        section=DATABASE,
        contenders=(
            Contender(DRF, drf, units=units, rounds=rounds),
            Contender(name, fast, units=units, at_least=at_least),
        ),
    )


def books_to_bytes(
    title: str,
    drf: type[serializers.ModelSerializer],
    fast: type[serializers.ModelSerializer],
    at_least: float | None,
    rounds: int = 12,
) -> Work:
    return next_to_drf(
        f"1,000 books with publisher, author and three tags, {title}",
        "book",
        of_queryset(body_by_drf(drf)),
        of_queryset(body(fast)),
        at_least,
        rounds,
        units=1_000,
    )


def books_with_method(
    title: str, label: Callable[[Any, Book], str], at_least: float | None
) -> Work:
    drf, fast = (with_method(made, label) for made in (DRFBookSerializer, FastBookSerializer))
    return books_to_bytes(title, drf, fast, at_least)


LOADED = books_to_bytes(
    "joined and prefetched",
    DRFBookSerializer,
    FastBookSerializer,
    at(sqlite=4.5, postgresql=5),
)
UNLOADED = books_to_bytes(
    "nothing joined or prefetched",
    DRFBookSerializer,
    FastBookSerializer,
    at(sqlite=25, postgresql=40),
    rounds=4,
)
METHOD_OF_COLUMNS = books_with_method(
    "joined and prefetched, and a method of two columns",
    of_columns,
    at(sqlite=3.5, postgresql=4),
)
METHOD_OF_RELATED = books_with_method(
    "joined and prefetched, and a method of the author and the tags",
    of_related,
    at(sqlite=1.8, postgresql=2),
)

# Pages.


def pages(
    title: str,
    queryset: QuerySet[Any],
    serializer_class: type[serializers.ModelSerializer],
    at_least: float | None = None,
    rounds: int = 40,
) -> Work:
    """Return the work of a request, as `make demo` has it: in a zone that is not UTC."""
    drf, fast = drf_and_fast(serializer_class, queryset=queryset)
    return next_to_drf(
        f"a request for a page of 100 {title}",
        "request",
        lambda size: page(drf, size),
        lambda size: page(fast, size),
        at_least,
        rounds,
        name=FastReadMixin.__name__,
    )


PAGE_OF_USERS = pages("users", USERS, DRF_SERIALIZERS[DRF], at_least=3)
PAGE_OF_BOOKS = pages("books, joined and prefetched", LOADED_BOOKS, DRFBookSerializer)
PAGE_OF_UNLOADED = pages("books, nothing joined or prefetched", BOOKS, DRFBookSerializer, rounds=8)

SOURCES = {
    USERS_TO_BYTES: USERS[:1_000],
    LOADED: LOADED_BOOKS,
    UNLOADED: BOOKS,
    METHOD_OF_COLUMNS: LOADED_BOOKS,
    METHOD_OF_RELATED: LOADED_BOOKS,
}
PAGES = (PAGE_OF_USERS, PAGE_OF_BOOKS, PAGE_OF_UNLOADED)
pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def in_amsterdam() -> Iterator[None]:
    # Not by the settings: a process that serves never changes them between two requests.
    with timezone.override("Europe/Amsterdam"):
        yield


@pytest.mark.parametrize("work", SOURCES, ids=str)
def test_bytes_of_rows_are_equal(work):
    work.check_outputs(SOURCES[work])


@pytest.mark.parametrize("work", PAGES, ids=str)
def test_pages_are_equal(work, in_amsterdam):
    work.check_outputs(100)


@in_turns(*SOURCES)
def test_bytes_of_rows(benchmark, work, contender):
    work.measure_time(benchmark, contender, SOURCES[work])


@in_turns(*PAGES)
def test_pages(benchmark, work, contender, in_amsterdam):
    work.measure_time(benchmark, contender, 100)
