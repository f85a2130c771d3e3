"""What does a row cost on its way from a list to a response body?"""

from __future__ import annotations

from collections.abc import Callable

import orjson
from django.contrib.auth.models import User
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer

from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST_SERIALIZERS,
    PLAIN,
    contenders,
    plain_list,
)
from benchmarks.work import Contender, Work, in_turns
from fastserializers.renderers import OrjsonRenderer


def plain_body(users: list[User]) -> bytes:
    return orjson.dumps(plain_list(users))


def body_by_drf(serializer_class: type[Serializer]) -> Callable[[list[User]], bytes]:
    return lambda users: JSONRenderer().render(serializer_class(users, many=True).data)


def body(serializer_class: type[Serializer]) -> Callable[[list[User]], bytes]:
    return lambda users: OrjsonRenderer().render(serializer_class(users, many=True).data)


LIST_TO_BYTES = Work(
    title="1,000 users to bytes: orjson.dumps, JSONRenderer, OrjsonRenderer",
    unit="µs per row",
    baseline=PLAIN,
    drf=DRF,
    contenders=(
        Contender(PLAIN, plain_body, units=1_000, calls=10, rival=True),
        *contenders(DRF_SERIALIZERS, body_by_drf, units=1_000),
        *contenders(FAST_SERIALIZERS, body, units=1_000, calls=10, at_most=0.6),
    ),
)


def test_bytes_of_a_list_are_equal(users):
    LIST_TO_BYTES.check_outputs(users)


@in_turns(LIST_TO_BYTES)
def test_list_to_bytes(benchmark, contender, users):
    LIST_TO_BYTES.measure_time(benchmark, contender, users)
