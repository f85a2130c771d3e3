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

from django.db import models
from django.http import QueryDict
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

SUB_MINUTE = dt.timezone(dt.timedelta(hours=1, seconds=7))


def other_text(base, method):
    """Return a type whose own text is another one than that which json writes."""
    return type("Own", (base,), {method: lambda self: "not what json reads"})


Text = other_text(str, "__str__")
Whole, Real = other_text(int, "__repr__"), other_text(float, "__repr__")


class Backwards(list):
    def __iter__(self):
        return reversed(self)


class Shouting(dict):
    def items(self):
        return [(key.upper(), value) for key, value in super().items()]


class Folded(dict):
    """A dict that has its keys in lower case, and looks its values up by those."""

    def __iter__(self):
        return (key.lower() for key in super().__iter__())

    def keys(self):
        return [*self]

    def __getitem__(self, key):
        return {key.lower(): value for key, value in self.items()}[key.lower()]


class AlwaysFalse:
    def __bool__(self):
        return False


class FalseDict(AlwaysFalse, dict):
    pass


class FalseList(AlwaysFalse, list):
    pass


class EmptyTuple(tuple):
    __slots__ = ()

    def __len__(self):
        return 0


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

    def tolist(self):
        return list(self.values)


class OnlyOnce:
    """Readable once, though it is no iterator itself."""

    def __init__(self, *values):
        self.values = iter(values)

    def __iter__(self):
        return self.values


def nested(depth, value=0):
    for _ in range(depth):
        value = [value]
    return value


def circular():
    value = {}
    value["self"] = [value]
    return value


# Beside what the strategies below draw.
ODD_VALUES = {
    "none": lambda: None,
    "floats with exponent": lambda: [1e16, 1e22, 1e-5, 1e-7, 5e-324, 1.7976931348623157e308],
    "nan": lambda: math.nan,
    "nan after thousands of nulls": lambda: [{"a": None}] * 2500 + [{"a": math.nan}],
    "honest nulls": lambda: [None, {"a": None}, "null", {"null": "null"}],
    "nan in a set": lambda: {math.nan},
    "nan in an array": lambda: [None, Array(None, Array(math.nan))],
    "nan as a Decimal": lambda: decimal.Decimal("nan"),
    "nan of a float subclass": lambda: Real("nan"),
    "nan in a ReturnList": lambda: ReturnList([{"a": math.nan}], serializer=None),
    "integer beyond 64 bits": lambda: 2**64,
    "integers far beyond 64 bits": lambda: {"a": -(2**63) - 1, "b": [10**100]},
    "every Latin-1 character": lambda: "".join(map(chr, range(256))),
    "line separators": lambda: {"\u2028": "a\u2029b\u2028\u2028", "c": ["“\u2027\u202a”"]},
    "other text with the same bytes": lambda: "è é ¨ © \u20a8 \u2068 \u3028 \ue028 \ue280",
    "astral text": lambda: "😀 \U0010ffff \uffff",
    "lone surrogate": lambda: "a\ud800",
    "lone surrogate in a key": lambda: {"\udfff": 1},
    "None key": lambda: {None: 1},
    "bool keys": lambda: {True: 1, False: 2},
    "number keys": lambda: {1: "a", 2**70: "b", -3: "c", 0.5: 1, 1e22: 2, math.nan: 3},
    "lazy key": lambda: {gettext_lazy("a"): 1},
    "keys of choices": lambda: {Suit.HEARTS: 1, Number.ONE: 2},
    "keys that json refuses": lambda: {"a": 1, uuid.UUID(int=1): 1},
    "keys alike as text": lambda: {1: "a", "1": "b", None: "c", "null": "d"},
    "str subclass key": lambda: {Text("a"): 1},
    "enum key": lambda: {enum.Enum("Colour", "RED").RED: 1},
    "str subclass": lambda: Text("a\u2028"),
    "safe text": lambda: SafeString("<b>"),
    "error detail": lambda: {"name": [ErrorDetail("Required.", code="required")]},
    "int subclass": lambda: [Whole(3), Whole(2**70)],
    "float subclass": lambda: [Real(1.5)],
    "list subclass": lambda: type("Plain", (list,), {})([1, None]),
    "list subclass with its own iteration": lambda: Backwards([1, 2, None]),
    "tuple subclass with its own iteration": lambda: type(
        "Endless", (tuple,), {"__iter__": lambda self: iter([math.nan, 1])}
    )([None]),
    "dict subclass": lambda: type("Plain", (dict,), {})(a=1, b=None),
    "dict subclass with its own items": lambda: Shouting(a=1),
    "dict subclass with its own keys": lambda: Folded({"A": 1, "b": None}),
    "dict subclass with its own iteration": lambda: type(
        "Reversed", (dict,), {"__iter__": lambda self: reversed([*self.keys()])}
    )(a=1, b=2),
    "collections that say they are empty": lambda: [
        *(FalseDict(a=1), FalseList([1]), EmptyTuple([1])),
    ],
    "QueryDict": lambda: QueryDict("a=1&a=2&b=3"),
    "defaultdict": lambda: collections.defaultdict(list, {"a": [1]}),
    "ReturnDict": lambda: ReturnDict({"a": 1, "b": None}, serializer=None),
    "mapping that is no dict": lambda: collections.UserDict(a=1, b={"c": None}),
    "date choice": lambda: Landing.APOLLO_11,
    "int enum": lambda: [Number.ONE],
    "str enum": lambda: Word.HELLO,
    "dataclass": lambda: Coordinates(1),
    "datetime with an offset of seconds": lambda: dt.datetime(2024, 2, 29, tzinfo=SUB_MINUTE),
    "datetime before the year 1000": lambda: [dt.datetime.min, dt.date.min],
    "Decimal": lambda: [decimal.Decimal("1.10"), decimal.Decimal("1E+3"), decimal.Decimal("-0")],
    "IP address": lambda: ipaddress.ip_address("10.0.0.1"),
    "bytes": lambda: ["é".encode(), b""],
    "bytes that are no text": lambda: b"\xff",
    "other bytes": lambda: [bytearray(b"a"), memoryview(b"ab")],
    "lazy translation": lambda: [gettext_lazy("January"), {"a": gettext_lazy("Monday")}],
    "lazy object": lambda: SimpleLazyObject(lambda: Coordinates(1)),
    "lazy builtins": lambda: [
        SimpleLazyObject(lambda: [1, 2]),
        SimpleLazyObject(lambda: {"a": 1}),
        SimpleLazyObject(lambda: "a"),
    ],
    "set": lambda: [{1}, frozenset("a"), set()],
    "dict views": lambda: [{"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items()],
    "deque": lambda: collections.deque([1]),
    "object with tolist": lambda: Array(1, [None, "a"], Array(2)),
    "generator": lambda: (number for number in [1, None, 3]),
    "generator before a value that orjson refuses": lambda: [
        (number for number in [1, 2]),
        {"big": 2**64},
    ],
    "generator before a nan": lambda: [(number for number in [1, 2]), None, math.nan],
    "readable only once": lambda: [OnlyOnce(1, 2), 2**64],
    "class": lambda: Coordinates,
    "object deep inside": lambda: {"a": [1, {"b": (object(),)}]},
    "deeper than orjson goes": lambda: nested(300),
    "as deep as orjson goes": lambda: nested(250, {"a": None}),
    "circular": circular,
}


def outcome(call):
    """Return what `call` returns, or the exception it raises, comparable to another's."""
    try:
        return call()
    except Exception as error:
        return type(error), re.sub(r" at 0x[0-9a-f]+", "", str(error))


SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.integers(-(2**65), 2**65), st.floats()),
    *(st.text(), st.text(st.characters()), st.decimals(allow_nan=False), st.dates(), st.times()),
    *(st.datetimes(timezones=st.none() | st.timezones()), st.timedeltas(), st.uuids()),
    st.sampled_from(["\u2028", "\u2029", "null", "\ud800", Text("a"), Suit.HEARTS, Level.LOW]),
    st.binary(max_size=3),
)
KEYS = st.text() | st.none() | st.booleans() | st.integers() | st.floats()


def containers(children):
    lists = st.lists(children, max_size=5)
    dicts = st.dictionaries(st.text(max_size=5), children, max_size=5)
    return st.one_of(
        *(lists, dicts, st.dictionaries(KEYS, children, max_size=3), lists.map(tuple)),
        *(dicts.map(collections.OrderedDict), st.builds(Point, children, children)),
        lists.map(lambda value: ReturnList(value, serializer=None)),
        dicts.map(lambda value: ReturnDict(value, serializer=None)),
        lists.map(lambda value: Array(*value)),
    )


values = st.recursive(SCALARS, containers, max_leaves=20)
