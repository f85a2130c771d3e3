"""Do five serializers of `auth.User` still differ as they did with REST framework 3.9?"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.serializers import Serializer

from benchmarks.differences import first_difference
from benchmarks.published.profiles import HOW, precise, profile_rows
from benchmarks.tables import MADE, PUBLISHED, Table, machine, versions
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST_SERIALIZERS, data_of_one, plain

pytestmark = pytest.mark.thorough

TIMES = 5_000

UserReadOnlyModelSerializer = DRF_SERIALIZERS[DRF]
UserSerializer = DRF_SERIALIZERS["DRF Serializer"]


class UserModelSerializer(UserReadOnlyModelSerializer):
    class Meta(UserReadOnlyModelSerializer.Meta):
        read_only_fields = ()


UserReadOnlySerializer = type(
    "UserReadOnlySerializer",
    (Serializer,),
    {name: type(field)(read_only=True) for name, field in UserSerializer().fields.items()},
)

FUNCTION = "serialize_user, a plain function"
RIGHT = "UserModelSerializer"
REPRESENT = {
    RIGHT: data_of_one(UserModelSerializer),
    "UserReadOnlyModelSerializer": data_of_one(UserReadOnlyModelSerializer),
    "UserSerializer": data_of_one(UserSerializer),
    "UserReadOnlySerializer": data_of_one(UserReadOnlySerializer),
    FUNCTION: plain,
    **{name: data_of_one(fast) for name, fast in FAST_SERIALIZERS.items()},
}
# With cProfile: as found, and once `lazy` was fixed in Django and REST framework.
SECONDS = {
    RIGHT: (12.818, 5.674),
    "UserReadOnlyModelSerializer": (7.407, 5.323),
    "UserSerializer": (2.101, 2.146),
    "UserReadOnlySerializer": (2.254, 2.125),
    FUNCTION: (0.034, 0.034),
}


def test_outputs_are_equal(user):
    for name in REPRESENT.keys() - {FUNCTION}:
        assert not difference(name, user), name


def difference(name: str, user: User) -> str:
    return first_difference(REPRESENT[RIGHT](user), REPRESENT[name](user), types=False)


def remarks(name: str, user: User) -> dict[str, Any]:
    found, fixed = map(precise, SECONDS[name]) if name in SECONDS else ("", "")
    differs = difference(name, user)
    return {
        "published: seconds": found,
        "published: lazy fixed": fixed,
        "output": f"differs: {differs}" if differs else "",
    }


def test_serializers(benchmark, user):
    benchmark.disabled = True
    MADE.append(
        Table(
            section=PUBLISHED,
            title=f"Five serializers for auth.User, {TIMES:,} times",
            unit="s",
            rows=profile_rows(
                {name: partial(represent, user) for name, represent in REPRESENT.items()},
                FUNCTION,
                TIMES,
                {name: remarks(name, user) for name in REPRESENT},
            ),
            machine=machine(),
            versions=versions(),
            how=HOW,
            baseline=FUNCTION,
            text="Published with cProfile, of Python 3.7 and REST framework 3.9.",
        )
    )
