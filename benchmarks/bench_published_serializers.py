"""Do five serializers of `auth.User` still differ as they did with REST framework 3.9?"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from rest_framework.serializers import Serializer

from benchmarks.differences import first_difference
from benchmarks.published.profiles import HOW, precise, profile_rows
from benchmarks.tables import MADE, PUBLISHED, Table, machine, versions
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST_SERIALIZERS, plain

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

SERIALIZERS = {
    "UserModelSerializer": UserModelSerializer,
    "UserReadOnlyModelSerializer": UserReadOnlyModelSerializer,
    "UserSerializer": UserSerializer,
    "UserReadOnlySerializer": UserReadOnlySerializer,
    **FAST_SERIALIZERS,
}
FUNCTION = "serialize_user"
STATEMENTS = {
    **{name: f"{name}(user).data" for name in SERIALIZERS},
    FUNCTION: "serialize_user(user)",
}
# With cProfile: as they were found, and once `lazy` was fixed in Django and REST framework.
SECONDS = {
    "UserModelSerializer": (12.818, 5.674),
    "UserReadOnlyModelSerializer": (7.407, 5.323),
    "UserSerializer": (2.101, 2.146),
    "UserReadOnlySerializer": (2.254, 2.125),
    FUNCTION: (0.034, 0.034),
}


def test_outputs_are_equal(user):
    expected = UserModelSerializer(user).data
    for name, serializer_class in SERIALIZERS.items():
        assert not first_difference(expected, serializer_class(user).data), name


def test_serializers(user):
    MADE.append(
        Table(
            section=PUBLISHED,
            title=f"Five serializers for auth.User, {TIMES:,} times",
            unit="s",
            rows=profile_rows(
                STATEMENTS,
                {**SERIALIZERS, FUNCTION: plain, "user": user},
                times=TIMES,
                baseline=FUNCTION,
                remarks={name: remarks(name, user) for name in STATEMENTS},
            ),
            machine=machine(),
            versions=versions(),
            how=HOW,
            baseline=FUNCTION,
            text="Published with cProfile, of Python 3.7 and REST framework 3.9.",
        )
    )


def remarks(name: str, user: User) -> dict[str, str]:
    found, fixed = map(precise, SECONDS[name]) if name in SECONDS else ("", "")
    difference = first_difference(UserModelSerializer(user).data, plain(user), types=False)
    return {
        "published": found,
        "published, lazy fixed": fixed,
        "output": f"differs: {difference}" if name == FUNCTION and difference else "",
    }
