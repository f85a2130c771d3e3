"""How far is the library from what no serializer written in Python can beat?

The floors know the answer already: they copy it, encode it, or fetch the rows and encode what was
ready before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import orjson
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import ModelSerializer

from benchmarks.bench_list_to_bytes import body, body_by_drf
from benchmarks.bench_nested_books import DRFBookSerializer, FastBookSerializer
from benchmarks.tables import FLOOR
from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST,
    FAST_SERIALIZERS,
    data_of_many,
    data_of_one,
)
from benchmarks.work import Contender, Work, in_turns
from bookshop.models import Book

USERS = User.objects.order_by("pk")[:1_000]
BOOKS = Book.objects.select_related("publisher", "author").prefetch_related("tags")

DRFUserSerializer = DRF_SERIALIZERS[DRF]
FastUserSerializer = FAST_SERIALIZERS[FAST]

COPY = "a copy of the ready-made dict"
COPIES = "copies of the ready-made dicts"
ORJSON = "orjson, of ready-made dicts"
MSGSPEC = "msgspec, of ready-made Structs"
FETCH = "raw cursor, fetchall()"
FETCH_AND_ENCODE = "raw cursor, fetchall(), and orjson of ready-made dicts"
VALUES = "list(queryset.values_list())"
INSTANCES = "list(queryset): model instances"


@dataclass(frozen=True)
class Source:
    """What is represented, and everything that a floor has ready before it starts."""

    queryset: QuerySet[Any]
    instances: list[Model]
    ready: list[dict[str, Any]]
    structs: list[msgspec.Struct]
    statements: list[str]
    """The SQL that the queryset runs."""


def source(queryset: QuerySet[Any], serializer_class: type[ModelSerializer]) -> Source:
    with CaptureQueriesContext(connection) as queries:
        instances = list(queryset.all())
    ready = orjson.loads(body_by_drf(serializer_class)(instances))
    return Source(queryset, instances, ready, structs(ready), [query["sql"] for query in queries])


def structs(ready: list[dict[str, Any]]) -> list[msgspec.Struct]:
    struct = msgspec.defstruct("Row", list(ready[0]), gc=False)
    return [struct(**row) for row in ready]


def copy(source: Source) -> dict[str, Any]:
    return source.ready[0].copy()


def copies(source: Source) -> list[dict[str, Any]]:
    return [row.copy() for row in source.ready]


def orjson_of_ready(source: Source) -> bytes:
    return orjson.dumps(source.ready)


def msgspec_of_ready(source: Source) -> bytes:
    return msgspec.json.encode(source.structs)


def fetch(source: Source) -> list[list[tuple[Any, ...]]]:
    fetched = []
    with connection.cursor() as cursor:
        for statement in source.statements:
            cursor.execute(statement)
            fetched.append(cursor.fetchall())
    return fetched


def fetch_and_encode(source: Source) -> bytes:
    fetch(source)
    return orjson_of_ready(source)


def values(source: Source) -> list[tuple[Any, ...]]:
    return list(source.queryset.values_list(*source.ready[0]))


def instances(source: Source) -> list[Model]:
    return list(source.queryset.all())


def of_first(represent: Callable[[Model], Any]) -> Callable[[Source], Any]:
    return lambda source: represent(source.instances[0])


def of_instances(represent: Callable[[list[Model]], Any]) -> Callable[[Source], Any]:
    return lambda source: represent(source.instances)


def of_queryset(represent: Callable[[QuerySet[Any]], Any]) -> Callable[[Source], Any]:
    return lambda source: represent(source.queryset.all())


Measured = tuple[str, Callable[[Source], Any], int]
"""A name, what it does, and the calls that make a round."""


def floor(title: str, *measured: Measured, unit: str = "µs per row", units: int = 1_000) -> Work:
    """The work, its ratios being to the first of what is measured."""
    return Work(
        title=title,
        unit=unit,
        baseline=measured[0][0],
        drf=DRF,
        section=FLOOR,
        contenders=tuple(
            Contender(name, represent, units, calls, like_drf=name in (DRF, FAST))
            for name, represent, calls in measured
        ),
    )


ONE = floor(
    "Floor of one object: Serializer(user).data",
    (COPY, copy, 50_000),
    (FAST, of_first(data_of_one(FastUserSerializer)), 5_000),
    (DRF, of_first(data_of_one(DRFUserSerializer)), 50),
    unit="µs per object",
    units=1,
)
ROWS = floor(
    "Floor of a list: Serializer(users, many=True).data, 1,000 users",
    (COPIES, copies, 50),
    (FAST, of_instances(data_of_many(FastUserSerializer)), 10),
    (DRF, of_instances(data_of_many(DRFUserSerializer)), 1),
)
BODY = floor(
    "Floor of bytes: 1,000 users to bytes",
    (MSGSPEC, msgspec_of_ready, 50),
    (ORJSON, orjson_of_ready, 50),
    (FAST, of_instances(body(FastUserSerializer)), 10),
    (DRF, of_instances(body_by_drf(DRFUserSerializer)), 1),
)
BODY_FROM_DATABASE = floor(
    "Floor of a request: 1,000 users from the database to bytes",
    (FETCH_AND_ENCODE, fetch_and_encode, 5),
    (FETCH, fetch, 5),
    (VALUES, values, 2),
    (INSTANCES, instances, 1),
    (FAST, of_queryset(body(FastUserSerializer)), 1),
    (DRF, of_queryset(body_by_drf(DRFUserSerializer)), 1),
)
NESTED = floor(
    "Floor of nested books: 1,000 books with publisher, author and three tags, to bytes",
    (ORJSON, orjson_of_ready, 10),
    (FAST, of_instances(body(FastBookSerializer)), 1),
    (DRF, of_instances(body_by_drf(DRFBookSerializer)), 1),
    unit="µs per book",
)
NESTED_FROM_DATABASE = floor(
    "Floor of nested books: the same from the database",
    (FETCH_AND_ENCODE, fetch_and_encode, 1),
    (FETCH, fetch, 2),
    (INSTANCES, instances, 1),
    (FAST, of_queryset(body(FastBookSerializer)), 1),
    (DRF, of_queryset(body_by_drf(DRFBookSerializer)), 1),
    unit="µs per book",
)

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def users_source(database: None) -> Source:
    return source(USERS, DRFUserSerializer)


@pytest.fixture(scope="module")
def books_source(database: None) -> Source:
    return source(BOOKS, DRFBookSerializer)


def test_outputs_above_the_floor_are_equal(users_source, books_source):
    for work in (ONE, ROWS, BODY, BODY_FROM_DATABASE):
        work.check_outputs(users_source)
    for work in (NESTED, NESTED_FROM_DATABASE):
        work.check_outputs(books_source)


@in_turns(ONE)
def test_floor_of_one_object(benchmark, contender, users_source):
    ONE.measure_time(benchmark, contender, users_source)


@in_turns(ROWS)
def test_floor_of_a_list(benchmark, contender, users_source):
    ROWS.measure_time(benchmark, contender, users_source)


@in_turns(BODY)
def test_floor_of_bytes(benchmark, contender, users_source):
    BODY.measure_time(benchmark, contender, users_source)


@in_turns(BODY_FROM_DATABASE)
def test_floor_of_a_request(benchmark, contender, users_source):
    BODY_FROM_DATABASE.measure_time(benchmark, contender, users_source)


@in_turns(NESTED)
def test_floor_of_nested_books(benchmark, contender, books_source):
    NESTED.measure_time(benchmark, contender, books_source)


@in_turns(NESTED_FROM_DATABASE)
def test_floor_of_nested_books_from_the_database(benchmark, contender, books_source):
    NESTED_FROM_DATABASE.measure_time(benchmark, contender, books_source)
