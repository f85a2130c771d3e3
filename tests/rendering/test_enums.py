"""Members of an `enum.Enum`: what `json` writes of them, wherever they are in the data."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import gc
import json
import subprocess
import sys
import weakref
from typing import NamedTuple

import pytest
from django.http import JsonResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse
from tests.rendering.values import Array, outcome


def with_value(builtin):
    """Return an enum's `__new__` for members that are the first of two arguments."""

    def __new__(cls, written, value):
        member = builtin.__new__(cls, written)
        member._value_ = value
        return member

    return __new__


class Numbered(enum.IntEnum):
    __new__ = with_value(int)
    ONE = 1, (1, "x")


class Spelled(str, enum.Enum):
    __new__ = with_value(str)
    ONE = "one", 1


class NoText(str, enum.Enum):
    __new__ = with_value(str)
    NONE = "none", None


class AlmostTheSame(str, enum.Enum):
    __new__ = with_value(str)
    SAME = "same", "same"
    OTHER = "other", "Other"


class Truth(int, enum.Enum):
    __new__ = with_value(int)
    YES = 1, True


class Measured(float, enum.Enum):
    __new__ = with_value(float)
    HALF = 0.5, 1


class Described(str, enum.Enum):
    ONE = "one"

    @property
    def value(self):
        return "described"


class Extended(str, enum.Enum):
    ONE = "one"

    @classmethod
    def _missing_(cls, value):
        member = str.__new__(cls, value)
        member._name_, member._value_ = "MORE", f"{value}!"
        return member


class Flags(enum.IntFlag):
    READ = 1
    WRITE = 2


class Base(str, enum.Enum):
    pass


class Based(Base):
    __new__ = with_value(str)
    ONE = "one", ["1"]


class Price(decimal.Decimal, enum.Enum):
    LOW = "1.10"


class Landing(dt.date, enum.Enum):
    APOLLO_11 = 1969, 7, 20


class Pair(tuple, enum.Enum):
    def __new__(cls, pair):
        member = tuple.__new__(cls, pair)
        member._value_ = "pair"
        return member

    ONE = 1, 2


class Size(NamedTuple):
    width: int
    height: int


class Paper(Size, enum.Enum):
    A4 = 210, 297


class Options(dict, enum.Enum):
    __new__ = with_value(dict)

    def __init__(self, *arguments):
        self.update(a=1)

    NONE = (), "none"


class Listed(enum.Enum):
    ONE = "one"

    def tolist(self):
        return ["listed"]


class Iterable(enum.Enum):
    ONE = "one"

    def __iter__(self):
        return iter("ab")


class Gettable(enum.Enum):
    ONE = "one"

    def __getitem__(self, key):
        return [("a", 1), ("b", 2)][key]


def called_metaclass(**overrides):
    """Return a class that says of itself that it is of the module `enum`."""
    namespace = enum.EnumMeta.__prepare__("Called", (enum.Enum,))
    for name, value in {**overrides, "ONE": "one"}.items():
        namespace[name] = value
    return enum.EnumMeta("Called", (enum.Enum,), namespace)


MEMBERS = [
    Numbered.ONE,
    Spelled.ONE,
    NoText.NONE,
    AlmostTheSame.SAME,
    AlmostTheSame.OTHER,
    Truth.YES,
    Measured.HALF,
    Described.ONE,
    Extended.ONE,
    Extended("two"),
    Flags.READ,
    Flags.READ | Flags.WRITE,
    Flags(0),
    Based.ONE,
    Price.LOW,
    Landing.APOLLO_11,
    Pair.ONE,
    Paper.A4,
    Options.NONE,
    Listed.ONE,
    Iterable.ONE,
    Gettable.ONE,
    called_metaclass(tolist=lambda self: ["called"]).ONE,
]
PLACES = {
    "alone": lambda member: member,
    "in a dict": lambda member: {"a": 1, "b": member},
    "in a tuple": lambda member: ("a", (member,)),
    "in a row": lambda member: ReturnDict({"a": [{"b": [member]}]}, serializer=None),
    "in a page": lambda member: {"results": ReturnList([{"a": member}], serializer=None)},
    "after a thousand rows": lambda member: [*({"a": "text"} for _ in range(1000)), {"a": member}],
    "in a row of a thousand": lambda member: [{"a": "b", "c": {"d": member}} for _ in range(1000)],
    "in what default answers": lambda member: {"a": "b" * 10_000, "c": Array("a", [member])},
    "beside a null": lambda member: {"a": [None, member]},
}


@pytest.mark.parametrize("accepted", ["application/json", "application/json; indent=2"])
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: type(member).__name__)
def test_a_member_is_rendered_as_by_json_renderer(member, place, accepted):
    expected = outcome(lambda: JSONRenderer().render(place(member), accepted))
    assert outcome(lambda: OrjsonRenderer().render(place(member), accepted)) == expected


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: type(member).__name__)
def test_a_member_is_sent_as_by_json_response(member, place):
    def said(response_class):
        response = response_class(place(member), safe=False)
        return json.loads(response.content)

    expected = outcome(lambda: said(JsonResponse))
    assert outcome(lambda: said(OrjsonResponse)) == expected


# In a process of its own, because this one has odd classes from the start.
LATER = """
import enum
from django.conf import settings

settings.configure()

from rest_framework.renderers import JSONRenderer
from fastserializers.renderers import OrjsonRenderer

ROWS = [{"a": "text"}] * 1000


class Base(str, enum.Enum):
    def __new__(cls, written, value):
        OrjsonRenderer().render(ROWS)
        member = str.__new__(cls, written)
        member._value_ = value
        return member


def assert_same(member):
    data = [{"a": member}] * 1000
    assert OrjsonRenderer().render(data) == JSONRenderer().render(data)


assert_same(Base("Fine", {"SAME": ("same", "same")}).SAME)
"""
DEFINED_LATER = {
    "a subclass of a base that was there": """
assert_same(Base("Late", {"ONE": ("one", 1)}).ONE)
""",
    "a subclass of a base that was not there": """
class Number(enum.IntEnum):
    pass

OrjsonRenderer().render(ROWS)

class Late(Number):
    def __new__(cls, written, value):
        member = int.__new__(cls, written)
        member._value_ = value
        return member

    ONE = 1, "one"

assert_same(Late.ONE)
""",
    "rendered while it was made": """
class Late(Base):
    SAME = "same", "same"
    ONE = "one", 1

assert_same(Late.ONE)
""",
}


@pytest.mark.parametrize("source", DEFINED_LATER.values(), ids=DEFINED_LATER)
def test_a_class_that_is_defined_later_is_noticed(source):
    subprocess.run([sys.executable, "-c", LATER + source], check=True)  # noqa: S603


def test_a_class_that_nobody_needs_any_more_is_not_kept():
    def rendered():
        kind = enum.IntEnum("Made", {"ONE": 1})
        empty = enum.IntEnum("Empty", {})
        OrjsonRenderer().render([{"a": kind.ONE, "b": "text"}] * 1000)
        return weakref.ref(kind), weakref.ref(empty)

    kept = rendered()
    gc.collect()
    assert [reference() for reference in kept] == [None, None]
