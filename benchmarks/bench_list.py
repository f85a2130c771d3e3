"""What does a row of a list cost?"""

from __future__ import annotations

from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST_SERIALIZERS,
    PLAIN,
    contenders,
    data_of_many,
    plain_list,
)
from benchmarks.work import Contender, Work, in_turns

LIST = Work(
    title="Serializer(users, many=True).data, 1,000 users",
    unit="µs per row",
    baseline=PLAIN,
    drf=DRF,
    contenders=(
        Contender(PLAIN, plain_list, units=1_000, calls=10, rival=True),
        *contenders(DRF_SERIALIZERS, data_of_many, units=1_000),
        *contenders(FAST_SERIALIZERS, data_of_many, units=1_000, calls=10, at_most=0.6),
    ),
)


def test_outputs_of_a_list_are_equal(users):
    LIST.check_outputs(users)


@in_turns(LIST)
def test_list(benchmark, contender, users):
    LIST.measure_time(benchmark, contender, users)
