"""Does a row of a long list cost what a row of a short one does?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User

from benchmarks.users import FAST_SERIALIZERS, data_of_many, plain_list
from benchmarks.work import Contender, Work, in_turns

LENGTHS = (100, 1_000, 10_000, 100_000)


def growth(title: str, represent: Callable[[list[User]], Any], at_most: float | None) -> Work:
    return Work(
        title=title,
        unit="µs per row",
        baseline="1,000 rows",
        contenders=tuple(
            Contender(
                f"{length:,} rows",
                lambda users, length=length: represent(users[:length]),
                units=length,
                calls=max(1, 10_000 // length),
                at_most=at_most,
            )
            for length in LENGTHS
        ),
    )


# What a plain function takes longer for is the memory of the machine.
PLAIN = growth("Growth of the plain function's list", plain_list, None)
FAST = growth(
    "Growth of FastReadOnlyModelSerializer(users, many=True).data",
    data_of_many(FAST_SERIALIZERS["FastReadOnlyModelSerializer"]),
    2,
)


@in_turns(PLAIN)
def test_growth_of_the_plain_list(benchmark, contender, many_users):
    PLAIN.measure_time(benchmark, contender, many_users)


@in_turns(FAST)
def test_growth_of_the_list(benchmark, contender, many_users):
    FAST.measure_time(benchmark, contender, many_users)
