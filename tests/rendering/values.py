"""Values of every kind, and what a renderer or a response makes of them."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import enum
import ipaddress
import math
import re
import uuid
from functools import partial

from django.db import models
from django.http import QueryDict
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.named import all_of, by_name
from tests.values import UTC

SUB_MINUTE = dt.timezone(dt.timedelta(hours=1, seconds=7))


class Text(str):
    """A text whose own text is another one than that which json writes."""

    def __str__(self):
        return "not what json reads"


class Whole(int):
    def __repr__(self):
        return "not what json reads"


class Real(float):
    def __repr__(self):
        return "not what json reads"


class PlainList(list): ...


class PlainDict(dict): ...


class Backwards(list):
    def __iter__(self):
        return reversed(self)


class Shouting(dict):
    def items(self):
        return [(key.upper(), value) for key, value in super().items()]


class FalseDict(dict):
    def __bool__(self):
        return False


class ReversedDict(dict):
    def __iter__(self):
        return reversed([*self.keys()])


Point = collections.namedtuple("Point", "x y")
Suit = models.TextChoices("Suit", "HEARTS")
Level = models.IntegerChoices("Level", "LOW")
Number = enum.IntEnum("Number", "ONE")
Word = enum.Enum("Word", {"HELLO": "hello"}, type=str)


class Landing(dt.date, models.Choices):
    APOLLO_11 = 1969, 7, 20, "Apollo 11"


@dataclasses.dataclass
class Coordinates:
    x: object
    y: object = None


class Array:
    def __init__(self, *values):
        self.values = values

    @classmethod
    def of(cls, values):
        return cls(*values)

    def tolist(self):
        return list(self.values)


def nested(depth, value=0):
    for _ in range(depth):
        value = [value]
    return value


CIRCULAR = {}
CIRCULAR["self"] = [CIRCULAR]

# Beside what the strategies below draw.
VALUES = {
    "none": None,
    "floats with exponent": [1e16, 1e22, 1e-5, 1e-7, 5e-324, 1.7976931348623157e308],
    "nan": math.nan,
    "nan after thousands of nulls": [{"a": None}] * 2500 + [{"a": math.nan}],
    "honest nulls": [None, {"a": None}, "null", {"null": "null"}],
    "nan in a set": {math.nan},
    "nan in an array": [None, Array(None, Array(math.nan))],
    "nan as a Decimal": decimal.Decimal("nan"),
    "nan of a float subclass": Real("nan"),
    "nan in a ReturnList": ReturnList([{"a": math.nan}], serializer=None),
    "integer beyond 64 bits": 2**64,
    "integers far beyond 64 bits": {"a": -(2**63) - 1, "b": [10**100]},
    "every Latin-1 character": "".join(map(chr, range(256))),
    "line separators": {"\u2028": "a\u2029b\u2028\u2028", "c": ["“\u2027\u202a”"]},
    "other text with the same bytes": "è é ¨ © \u20a8 \u2068 \u3028 \ue028 \ue280",
    "astral text": "😀 \U0010ffff \uffff",
    "lone surrogate": "a\ud800",
    "lone surrogate in a key": {"\udfff": 1},
    "None key": {None: 1},
    "bool keys": {True: 1, False: 2},
    "number keys": {1: "a", 2**70: "b", -3: "c", 0.5: 1, 1e22: 2, math.nan: 3},
    "lazy key": {gettext_lazy("a"): 1},
    "keys of choices": {Suit.HEARTS: 1, Number.ONE: 2},
    "keys that json refuses": {"a": 1, uuid.UUID(int=1): 1},
    "keys alike as text": {1: "a", "1": "b", None: "c", "null": "d"},
    "str subclass key": {Text("a"): 1},
    "enum key": {enum.Enum("Colour", "RED").RED: 1},
    "str subclass": Text("a\u2028"),
    "safe text": SafeString("<b>"),
    "error detail": {"name": [ErrorDetail("Required.", code="required")]},
    "int subclass": [Whole(3), Whole(2**70)],
    "float subclass": [Real(1.5)],
    "list subclass": PlainList([1, None]),
    "list subclass with its own iteration": Backwards([1, 2, None]),
    "dict subclass": PlainDict(a=1, b=None),
    "dict subclass with its own items": Shouting(a=1),
    "dict subclass with its own iteration": ReversedDict(a=1, b=2),
    "dict subclass that says it is false": FalseDict(a=1),
    "QueryDict": QueryDict("a=1&a=2&b=3"),
    "defaultdict": collections.defaultdict(list, {"a": [1]}),
    "ReturnDict": ReturnDict({"a": 1, "b": None}, serializer=None),
    "mapping that is no dict": collections.UserDict(a=1, b={"c": None}),
    "date choice": Landing.APOLLO_11,
    "int enum": [Number.ONE],
    "str enum": Word.HELLO,
    "dataclass": Coordinates(1),
    "datetime with an offset of seconds": dt.datetime(2024, 2, 29, tzinfo=SUB_MINUTE),
    "datetime before the year 1000": [dt.datetime.min, dt.date.min],
    "microseconds": [dt.datetime.max, dt.datetime.max.replace(tzinfo=UTC), dt.time.max],
    "microseconds and an offset of seconds": dt.datetime.max.replace(tzinfo=SUB_MINUTE),
    "Decimal": [decimal.Decimal("1.10"), decimal.Decimal("1E+3"), decimal.Decimal("-0")],
    "IP address": ipaddress.ip_address("10.0.0.1"),
    "bytes": ["é".encode(), b""],
    "bytes that are no text": b"\xff",
    "other bytes": [bytearray(b"a"), memoryview(b"ab")],
    "lazy translation": [gettext_lazy("January"), {"a": gettext_lazy("Monday")}],
    "set": [{1}, frozenset("a"), set()],
    "dict views": [{"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items()],
    "deque": collections.deque([1]),
    "object with tolist": Array(1, [None, "a"], Array(2)),
    "class": Coordinates,
    "object deep inside": {"a": [1, {"b": (object(),)}]},
    "deeper than orjson goes": nested(300),
    "as deep as orjson goes": nested(250, {"a": None}),
    "circular": CIRCULAR,
}


class MadeAnew:
    """Values that are another once they were read: each test makes its own."""

    def lazy_object():
        return SimpleLazyObject(partial(Coordinates, 1))

    def lazy_list():
        return SimpleLazyObject([1, 2].copy)

    def lazy_dict():
        return SimpleLazyObject({"a": 1}.copy)

    def lazy_text():
        return SimpleLazyObject("a".lower)

    def generator_before_an_integer_of_more_than_64_bits():
        return [numbers(), {"big": 2**64}]

    def generator_before_a_nan():
        return [numbers(), None, math.nan]


def numbers():
    yield from (1, None, 3)


MADE_ANEW = {**by_name(numbers), **all_of(MadeAnew)}
NAMES = [*VALUES, *MADE_ANEW]


def odd_value(name):
    """Return the value of this name, unread."""
    return MADE_ANEW[name]() if name in MADE_ANEW else VALUES[name]


def outcome(call):
    """Return what `call` returns, or the exception it raises, comparable to another's."""
    try:
        return call()
    except Exception as error:
        return type(error), re.sub(r" at 0x[0-9a-f]+", "", str(error))


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(2**65), 2**65),
    st.floats(),
    st.text(),
    st.text(st.characters()),
    st.decimals(allow_nan=False),
    st.dates(),
    st.times(),
    st.datetimes(timezones=st.none() | st.timezones()),
    st.timedeltas(),
    st.uuids(),
    st.sampled_from(["\u2028", "\u2029", "null", "\ud800", Text("a"), Suit.HEARTS, Level.LOW]),
    st.binary(max_size=3),
)
KEYS = st.text() | st.none() | st.booleans() | st.integers() | st.floats()


def containers(children):
    lists = st.lists(children, max_size=5)
    dicts = st.dictionaries(st.text(max_size=5), children, max_size=5)
    return st.one_of(
        lists,
        dicts,
        st.dictionaries(KEYS, children, max_size=3),
        lists.map(tuple),
        dicts.map(collections.OrderedDict),
        st.builds(Point, children, children),
        lists.map(partial(ReturnList, serializer=None)),
        dicts.map(partial(ReturnDict, serializer=None)),
        lists.map(Array.of),
    )


values = st.recursive(SCALARS, containers, max_leaves=20)
