"""What does a row cost where every datetime has to be converted?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils.timezone import get_current_timezone

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


def local(user: User, zone: tzinfo) -> dict[str, Any]:
    """Return what a hand-written function has to return where DRF converts."""
    return {
        "id": user.id,
        "last_login": (
            user.last_login.astimezone(zone).isoformat() if user.last_login is not None else None
        ),
        "is_superuser": user.is_superuser,
        "username": user.username,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "is_staff": user.is_staff,
        "is_active": user.is_active,
        "date_joined": user.date_joined.astimezone(zone).isoformat(),
    }


def local_list(users: list[User]) -> list[dict[str, Any]]:
    zone = get_current_timezone()
    return [local(user, zone) for user in users]


IN_BERLIN = Work(
    title='Serializer(users, many=True).data with TIME_ZONE = "Europe/Berlin", 1,000 users',
    unit="µs per row",
    baseline=PLAIN,
    drf=DRF,
    contenders=(
        Contender(PLAIN, plain_list, units=1_000, calls=10, rival=True),
        Contender("plain function, local time", local_list, units=1_000, calls=10, rival=True),
        *contenders(DRF_SERIALIZERS, data_of_many, units=1_000),
        *contenders(FAST_SERIALIZERS, data_of_many, units=1_000, calls=10),
    ),
)


@pytest.fixture(autouse=True, scope="module")
def berlin() -> Iterator[None]:
    with override_settings(TIME_ZONE="Europe/Berlin"):
        yield


def test_outputs_in_berlin_are_equal(users):
    IN_BERLIN.check_outputs(users)


@in_turns(IN_BERLIN)
def test_list_in_berlin(benchmark, contender, users):
    IN_BERLIN.measure_time(benchmark, contender, users)
