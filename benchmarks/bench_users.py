"""What does a user cost: one object, a list, a list to bytes? And a book with what is nested?"""

from __future__ import annotations

import orjson
from django.contrib.auth.models import User

from benchmarks.books import DRFBookSerializer, FastBookSerializer
from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST,
    FAST_SERIALIZERS,
    PLAIN,
    body,
    body_by_drf,
    contenders,
    data_of_many,
    data_of_one,
    plain,
    plain_list,
)
from benchmarks.work import Contender, Work, in_turns


def plain_body(users: list[User]) -> bytes:
    return orjson.dumps(plain_list(users))


def next_to_plain(title: str, unit: str, *contenders: Contender) -> Work:
    return Work(title=title, unit=unit, baseline=PLAIN, drf=DRF, contenders=contenders)


ONE = next_to_plain(
    "Serializer(user).data",
    "µs per object",
    Contender(PLAIN, plain, units=1, calls=5_000, rival=True),
    *contenders(DRF_SERIALIZERS, data_of_one, units=1, calls=50),
    *contenders(FAST_SERIALIZERS, data_of_one, units=1, calls=5_000, at_most=3),
)
LIST = next_to_plain(
    "Serializer(users, many=True).data, 1,000 users",
    "µs per row",
    Contender(PLAIN, plain_list, units=1_000, calls=10, rival=True),
    *contenders(DRF_SERIALIZERS, data_of_many, units=1_000),
    *contenders(FAST_SERIALIZERS, data_of_many, units=1_000, calls=10, at_most=0.6),
)
BYTES = next_to_plain(
    "1,000 users to bytes: orjson.dumps, JSONRenderer, OrjsonRenderer",
    "µs per row",
    Contender(PLAIN, plain_body, units=1_000, calls=10, rival=True),
    *contenders(DRF_SERIALIZERS, body_by_drf, units=1_000),
    *contenders(FAST_SERIALIZERS, body, units=1_000, calls=10, at_most=0.6),
)


NESTED_BOOKS = Work(
    title="1,000 books with publisher, author and three tags, to bytes",
    unit="µs per book",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_by_drf(DRFBookSerializer), units=1_000),
        Contender(FAST, body(FastBookSerializer), units=1_000, calls=5, at_most=1 / 8),
    ),
)


def test_outputs_are_equal(user, users, books):
    ONE.check_outputs(user)
    LIST.check_outputs(users)
    BYTES.check_outputs(users)
    NESTED_BOOKS.check_outputs(books)


@in_turns(ONE)
def test_one(benchmark, work, contender, user):
    work.measure_time(benchmark, contender, user)


@in_turns(LIST, BYTES)
def test_list(benchmark, work, contender, users):
    work.measure_time(benchmark, contender, users)


@in_turns(NESTED_BOOKS)
def test_nested_books(benchmark, work, contender, books):
    work.measure_time(benchmark, contender, books)
