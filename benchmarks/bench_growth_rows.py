"""Does a row of a long list cost what a row of a short one does, in time and in memory?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import pytest
from django.contrib.auth.models import User

from benchmarks.growth import at_each, growth
from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST,
    FAST_SERIALIZERS,
    PLAIN,
    body,
    body_by_drf,
    data_of_many,
    plain_list,
)
from benchmarks.work import Contender, Work, in_turns, once

TENS = [10**exponent for exponent in range(7)]
BASELINE = 1_000

Represent = Callable[[list[User]], Any]


def fast_rows(represent: Represent, microseconds: float) -> list[Contender]:
    return at_each(
        TENS,
        FAST,
        represent,
        microseconds=microseconds,
        baseline=BASELINE,
        thorough_from=1_000_000,
        at_most=2,
    )


def drf_rows(represent: Represent) -> list[Contender]:
    return at_each(TENS, DRF, represent, microseconds=20, baseline=BASELINE, thorough_from=100_000)


DATA = growth(
    "Rows: Serializer(users, many=True).data",
    "µs per row",
    "growth_rows",
    BASELINE,
    *drf_rows(data_of_many(DRF_SERIALIZERS[DRF])),
    *fast_rows(data_of_many(FAST_SERIALIZERS[FAST]), 1),
    # What a plain function takes longer for is the memory of the machine.
    *(at_each(TENS[:-1], PLAIN, plain_list, microseconds=2, baseline=BASELINE, like_drf=False)),
)
BODY = growth(
    "Rows: the same to bytes",
    "µs per row",
    "growth_rows_to_bytes",
    BASELINE,
    *drf_rows(body_by_drf(DRF_SERIALIZERS[DRF])),
    *fast_rows(body(FAST_SERIALIZERS[FAST]), 1.5),
)


def memory(title: str, chart: str, by_drf: Represent, represent: Represent) -> Work:
    """The memory of DRF's millionth row would take as long to measure as all of the others."""
    return growth(
        title,
        "bytes per row at the peak",
        chart,
        BASELINE,
        *at_each(TENS[:-1], DRF, by_drf, microseconds=20, baseline=BASELINE),
        *at_each(TENS, FAST, represent, microseconds=1, baseline=BASELINE, at_most=1.5),
        drf=None,
    )


MEMORY_OF_DATA = memory(
    "Rows: memory of Serializer(users, many=True).data",
    "growth_memory",
    data_of_many(DRF_SERIALIZERS[DRF]),
    data_of_many(FAST_SERIALIZERS[FAST]),
)
MEMORY_OF_BODY = memory(
    "Rows: memory of the same to bytes",
    "growth_memory_to_bytes",
    body_by_drf(DRF_SERIALIZERS[DRF]),
    body(FAST_SERIALIZERS[FAST]),
)


@pytest.fixture(scope="module")
def users_by_count(many_users: list[User]) -> dict[int, list[User]]:
    """The users, by how many of them there are. A million is each of 100,000 ten times."""
    return {count: list(islice(cycle(many_users), count)) for count in TENS}


@pytest.mark.parametrize("work", [DATA, BODY], ids=lambda work: work.title)
def test_outputs_of_any_length_are_equal(work, users_by_count):
    work.check_outputs(users_by_count)


@in_turns(DATA, BODY)
def test_growth_of_time(benchmark, work, contender, users_by_count):
    work.measure_time(benchmark, contender, users_by_count)


@pytest.mark.thorough
@once(MEMORY_OF_DATA, MEMORY_OF_BODY)
def test_growth_of_memory(benchmark, work, contender, users_by_count):
    work.measure_memory(benchmark, contender, users_by_count)
