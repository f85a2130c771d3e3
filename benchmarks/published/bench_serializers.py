"""Do the serializers of `auth.User` still differ, and does `lazy` still cost as much?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils.functional import lazy
from rest_framework.serializers import Serializer

from benchmarks.differences import first_difference
from benchmarks.published.data import LAZY, SERIALIZERS
from benchmarks.published.measuring import measure, profiled
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST_SERIALIZERS, data_of_one, plain

pytestmark = pytest.mark.thorough

TEXT = """\
Published with cProfile, of Python 3.7 and REST framework 3.9: hakibenita.com, "Improve
Serialization Performance in Django Rest Framework", 2019. With cProfile is wall time, once."""

TIMES = 5_000
CALLS, CALLS_A_RUN = 50_000, 1_000
FUNCTION = "serialize_user"

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
SERIALIZER_CLASSES = {
    "UserModelSerializer": UserModelSerializer,
    "UserReadOnlyModelSerializer": UserReadOnlyModelSerializer,
    "UserSerializer": UserSerializer,
    "UserReadOnlySerializer": UserReadOnlySerializer,
    **FAST_SERIALIZERS,
}


def test_serializers(user: User) -> None:
    runs = {FUNCTION: partial(plain, user)}
    for name, serializer_class in SERIALIZER_CLASSES.items():
        runs[name] = partial(data_of_one(serializer_class), user)
    more = {name: profiled(run, TIMES) for name, run in runs.items()}
    for name, (_, mended) in SERIALIZERS.items():
        more[name]["published, lazy mended"] = str(mended)
    expected, by_hand = UserModelSerializer(user).data, plain(user)
    more[FUNCTION]["output"] = f"differs: {first_difference(expected, by_hand, types=False)}"
    measure(
        f"A user by each serializer, {TIMES:,} times",
        runs,
        lambda data: data == by_hand or not first_difference(expected, data),
        {name: seconds for name, (seconds, _) in SERIALIZERS.items()},
        unit="s",
        units=1e6 / TIMES,
        more=more,
        text=TEXT,
    )


def lazy_of_2_1(function: Callable[[str], str]) -> Callable[[str], str]:
    """Return a lazy function that looks at the methods of its type for each result."""
    lazily = lazy(function, str)

    def called(text: str) -> str:
        proxy = lazily(text)
        for base in str.mro():
            for name in vars(base):
                hasattr(type(proxy), name)
        return proxy

    return called


def returned(function: Callable[[str], str]) -> list[str]:
    return [function("hello") for _ in range(CALLS_A_RUN)]


def evaluated(function: Callable[[str], str]) -> list[str]:
    return [function("hello") + "" for _ in range(CALLS_A_RUN)]


def test_lazy() -> None:
    was, mended = lazy_of_2_1(str.upper), lazy(str.upper, str)
    runs = {
        "direct": partial(returned, str.upper),
        "as lazy was, evaluated": partial(evaluated, was),
        "as lazy was, the proxy alone": partial(returned, was),
        "lazy, evaluated": partial(evaluated, mended),
        "lazy, the proxy alone": partial(returned, mended),
    }
    measure(
        f"str.upper(), {CALLS:,} calls, direct and through django.utils.functional.lazy()",
        runs,
        lambda texts: texts == ["HELLO"] * CALLS_A_RUN,
        LAZY,
        unit="s",
        units=1e6 * CALLS_A_RUN / CALLS,
        more={name: profiled(run, CALLS // CALLS_A_RUN) for name, run in runs.items()},
        text=TEXT,
    )
