"""What does a list cost from a queryset that nobody has evaluated to the bytes of its response?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from django.test import RequestFactory
from django.utils import timezone
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer

from benchmarks.books import (
    BOOKS,
    LOADED_BOOKS,
    DRFBookSerializer,
    FastBookSerializer,
    WithPublisherSerializer,
    book_serializer,
    while_heard,
)
from benchmarks.classes import importable
from benchmarks.tables import DATABASE
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST, FAST_SERIALIZERS, body, body_by_drf
from benchmarks.work import Contender, Work, in_turns
from bookshop import views
from bookshop.models import Book
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.renderers import OrjsonRenderer

VALUES = "list(queryset.values_list())"
USERS = User.objects.order_by("pk")
AT = f"from {connection.display_name}"
# What SQLite does is done in this process.
UNIT = "µs per %s" + ("" if connection.vendor == "sqlite" else ", without its server's own time")

Represent = Callable[[Any], Any]


def at(**targets: float) -> float | None:
    """Return the target of the database that is measured, if it has one."""
    return targets.get(connection.vendor)


def of_queryset(represent: Represent) -> Represent:
    return lambda queryset: represent(queryset.all())


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


def with_method(
    base: type[serializers.ModelSerializer], label: Callable[[Any, Book], str]
) -> type[serializers.ModelSerializer]:
    declared = {"label": serializers.SerializerMethodField(), "get_label": label}
    return type("BookSerializer", (book_serializer(base),), declared)


def of_columns(serializer: Any, book: Book) -> str:
    return f"{book.title}, {book.pages} pages"


def of_related(serializer: Any, book: Book) -> str:
    return f"{book.author.name}: {', '.join(tag.name for tag in book.tags.all())}"


def books_to_bytes(
    title: str,
    drf: type[serializers.ModelSerializer],
    fast: type[serializers.ModelSerializer],
    at_least: float | None,
    rounds: int = 12,
) -> Work:
    return Work(
        title=f"Rows: 1,000 books with publisher, author and three tags, {title}, {AT}",
        unit=UNIT % "book",
        baseline=DRF,
        drf=DRF,
        section=DATABASE,
        contenders=(
            Contender(DRF, of_queryset(body_by_drf(drf)), units=1_000, rounds=rounds),
            Contender(FAST, of_queryset(body(fast)), units=1_000, at_least=at_least),
        ),
    )


def books_with_method(
    title: str, label: Callable[[Any, Book], str], at_least: float | None
) -> Work:
    bases = serializers.ModelSerializer, FastReadOnlyModelSerializer
    drf, fast = (with_method(base, label) for base in bases)
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

# Short lists.


def short(
    title: str,
    serializer_class: type[serializers.ModelSerializer],
    around: Callable[[Represent], Represent] = lambda represent: represent,
) -> Work:
    """Return the work of a list of some rows, which has to be no slower."""
    fast = importable(
        f"Fast{serializer_class.__name__}", FastReadOnlyModelSerializer, serializer_class
    )
    return Work(
        title=f"Rows: {title}, {AT}",
        unit=UNIT % "list",
        baseline=DRF,
        drf=DRF,
        section=DATABASE,
        contenders=(
            Contender(DRF, around(of_queryset(body_by_drf(serializer_class))), units=1, calls=5),
            Contender(FAST, around(of_queryset(body(fast))), units=1, calls=5, at_least=0.97),
        ),
    )


JOINED_ONE = short(
    "one book, joined to a publisher that a receiver gets", WithPublisherSerializer, while_heard
)

# Pages.


def page(
    flavour: views.Views,
    queryset: QuerySet[Any],
    serializer_class: type[serializers.ModelSerializer],
    renderer: type[BaseRenderer],
) -> Represent:
    """Return the page of one of the bookshop's views, answering a request."""
    view = flavour.page.as_view(
        queryset=queryset,
        serializer_class=serializer_class,
        renderer_classes=[renderer],
        authentication_classes=[],
        permission_classes=[],
    )

    def answer(requests: RequestFactory) -> bytes:
        response: Any = view(requests.get("/", headers={"accept": "application/json"}))
        content: bytes = response.render().content
        return content

    return answer


def pages(
    title: str,
    queryset: QuerySet[Any],
    serializer_class: type[serializers.ModelSerializer],
    at_least: float | None,
    rounds: int = 40,
) -> Work:
    """Return the work of a request, as `make demo` has it: in a zone that is not UTC."""
    drf = page(views.plain, queryset, serializer_class, JSONRenderer)
    fast = page(views.fast, queryset, serializer_class, OrjsonRenderer)
    return Work(
        title=f"Rows: a request for a page of 100 {title}, {AT}",
        unit=UNIT % "request",
        baseline=DRF,
        drf=DRF,
        section=DATABASE,
        contenders=(
            Contender(DRF, drf, units=1, rounds=rounds),
            Contender("FastReadMixin", fast, units=1, calls=5, at_least=at_least),
        ),
    )


PAGE_OF_USERS = pages("users", USERS, DRF_SERIALIZERS[DRF], at_least=3)
PAGE_OF_BOOKS = pages("books, joined and prefetched", LOADED_BOOKS, DRFBookSerializer, None)
PAGE_OF_UNLOADED = pages(
    "books, nothing joined or prefetched", BOOKS, DRFBookSerializer, None, rounds=8
)

WORKS = {
    "users": (USERS_TO_BYTES, USERS[:1_000]),
    "loaded books": (LOADED, LOADED_BOOKS),
    "unloaded books": (UNLOADED, BOOKS),
    "a method of columns": (METHOD_OF_COLUMNS, LOADED_BOOKS),
    "a method of related rows": (METHOD_OF_RELATED, LOADED_BOOKS),
    "one joined book": (JOINED_ONE, BOOKS.select_related("publisher")[:1]),
}
PAGES = {
    "users": PAGE_OF_USERS,
    "loaded books": PAGE_OF_BOOKS,
    "unloaded books": PAGE_OF_UNLOADED,
}
pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def in_amsterdam() -> Iterator[None]:
    # Not by the settings: a process that serves never changes them between two requests.
    with timezone.override("Europe/Amsterdam"):
        yield


@pytest.mark.parametrize("name", WORKS)
def test_bytes_of_rows_are_equal(name):
    work, queryset = WORKS[name]
    work.check_outputs(queryset)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_equal(name, in_amsterdam):
    PAGES[name].check_outputs(RequestFactory())


@in_turns(USERS_TO_BYTES)
def test_users(benchmark, contender):
    USERS_TO_BYTES.measure_time(benchmark, contender, WORKS["users"][1])


@in_turns(LOADED)
def test_loaded_books(benchmark, contender):
    LOADED.measure_time(benchmark, contender, LOADED_BOOKS)


@in_turns(UNLOADED)
def test_unloaded_books(benchmark, contender):
    UNLOADED.measure_time(benchmark, contender, BOOKS)


@in_turns(METHOD_OF_COLUMNS)
def test_a_method_of_columns(benchmark, contender):
    METHOD_OF_COLUMNS.measure_time(benchmark, contender, LOADED_BOOKS)


@in_turns(METHOD_OF_RELATED)
def test_a_method_of_related_rows(benchmark, contender):
    METHOD_OF_RELATED.measure_time(benchmark, contender, LOADED_BOOKS)


@in_turns(JOINED_ONE)
def test_one_joined_book(benchmark, contender):
    JOINED_ONE.measure_time(benchmark, contender, WORKS["one joined book"][1])


@in_turns(PAGE_OF_USERS)
def test_a_page_of_users(benchmark, contender, in_amsterdam):
    PAGE_OF_USERS.measure_time(benchmark, contender, RequestFactory())


@in_turns(PAGE_OF_BOOKS)
def test_a_page_of_books(benchmark, contender, in_amsterdam):
    PAGE_OF_BOOKS.measure_time(benchmark, contender, RequestFactory())


@in_turns(PAGE_OF_UNLOADED)
def test_a_page_of_unloaded_books(benchmark, contender, in_amsterdam):
    PAGE_OF_UNLOADED.measure_time(benchmark, contender, RequestFactory())
