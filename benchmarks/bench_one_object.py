"""What does one object cost, the serializer that is made for it included?"""

from __future__ import annotations

from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST_SERIALIZERS,
    PLAIN,
    contenders,
    data_of_one,
    plain,
)
from benchmarks.work import Contender, Work, in_turns


def one_object(whose: str) -> Work:
    return Work(
        title=f"Serializer(user).data, {whose}",
        unit="µs per object",
        baseline=PLAIN,
        drf=DRF,
        contenders=(
            Contender(PLAIN, plain, units=1, calls=5_000, rival=True),
            *contenders(DRF_SERIALIZERS, data_of_one, units=1, calls=50),
            *contenders(FAST_SERIALIZERS, data_of_one, units=1, calls=5_000, at_most=1.2),
        ),
    )


ONE = one_object("a user with both dates")
# The plain function has half of its work left, the serializer nearly all.
NEWCOMER = one_object("a user who never logged in")


def test_outputs_of_one_object_are_equal(user, newcomer):
    ONE.check_outputs(user)
    NEWCOMER.check_outputs(newcomer)


@in_turns(ONE)
def test_one_object(benchmark, contender, user):
    ONE.measure_time(benchmark, contender, user)


@in_turns(NEWCOMER)
def test_one_newcomer(benchmark, contender, newcomer):
    NEWCOMER.measure_time(benchmark, contender, newcomer)
