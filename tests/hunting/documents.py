"""Data that a view may return, of everything that there is, for the renderers to make JSON of."""

from __future__ import annotations

import collections
import datetime as dt
import decimal
import enum
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.safestring import SafeString
from hypothesis import strategies as st
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.hunting.things import made
from tests.rendering.values import ODD_VALUES, SCALARS, Array, Backwards, OnlyOnce, Point, Text

# What it is made of.


@dataclass(frozen=True)
class Odd:
    """A value of the table that all renderers are tried on."""

    name: str

    def make(self) -> Any:
        return ODD_VALUES[self.name]()


@dataclass(frozen=True)
class Member:
    """The member of an enum: what it is by its mixed-in type, its value, what is overridden."""

    kind: str
    written: Any
    value: tuple[Any, ...] = ()
    """Another value than what is written, if there is one."""
    overrides: str | None = None

    def make(self) -> Any:
        bases = KINDS[self.kind]
        metaclass = type(bases[-1])
        namespace = metaclass.__prepare__("Member", bases)
        for name, value in self.attributes().items():
            namespace[name] = value
        return metaclass("Member", bases, namespace).ONE

    def attributes(self) -> dict[str, Any]:
        mixed_in = KINDS[self.kind][0]
        attributes = dict(OVERRIDES[self.overrides]) if self.overrides else {}
        if self.value:
            attributes["__new__"] = with_value(mixed_in, made(self.value[0]))
        return {**attributes, "ONE": self.written}


def with_value(mixed_in: Any, value: Any) -> Callable[..., Any]:
    def __new__(cls: Any, written: Any) -> Any:
        member = (
            object.__new__(cls)
            if issubclass(mixed_in, enum.Enum)
            else mixed_in.__new__(cls, written)
        )
        member._value_ = value
        return member

    return __new__


@dataclass(frozen=True)
class Held:
    """Items in a container of any kind; those of a mapping are pairs."""

    kind: str
    items: tuple[Any, ...]

    def make(self) -> Any:
        return CONTAINERS[self.kind]([made(item) for item in self.items])


KINDS: dict[str, tuple[Any, ...]] = {
    "plain": (enum.Enum,),
    "int": (int, enum.Enum),
    "str": (str, enum.Enum),
    "float": (float, enum.Enum),
    "tuple": (tuple, enum.Enum),
    "Decimal": (decimal.Decimal, enum.Enum),
    "date": (dt.date, enum.Enum),
    "text of a subclass": (Text, enum.Enum),
    "IntEnum": (int, enum.IntEnum),
    "IntFlag": (enum.IntFlag,),
    "TextChoices": (models.TextChoices,),
    "IntegerChoices": (models.IntegerChoices,),
}
WRITTEN: dict[str, Any] = {
    "int": st.integers(-(2**65), 2**65),
    "IntEnum": st.integers(-5, 5),
    "IntFlag": st.sampled_from([0, 1, 3, 2**70]),
    "IntegerChoices": st.integers(-5, 5),
    "float": st.floats(),
    "tuple": st.tuples(st.tuples(st.integers(), st.none() | st.floats())),
    "Decimal": st.sampled_from(["1.10", "NaN", "1E+3"]),
    "date": st.just((1969, 7, 20)),
}
OTHER_VALUES = st.sampled_from(
    [None, 1, True, 1.0, math.nan, "text", 2**70, (1, "x"), ["1"], {"a": 1}, Odd("UUID")]
)
OVERRIDES: dict[str, dict[str, Any]] = {
    "value": {"value": property(lambda self: "another")},
    "_missing_": {"_missing_": classmethod(lambda cls, value: cls.ONE)},
    "tolist": {"tolist": lambda self: [1, None]},
    "__iter__": {"__iter__": lambda self: iter([1])},
    "__getitem__": {"__getitem__": lambda self, key: {}[key]},
    "__str__": {"__str__": lambda self: "its text"},
    "__repr__": {"__repr__": lambda self: "its representation"},
    "__getattr__": {"__getattr__": lambda self, name: [][0] if name == "tolist" else name},
}
SEQUENCES: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "ReturnList": lambda items: ReturnList(items, serializer=None),
    "list of a subclass": Backwards,
    "answered by default": lambda items: Array(*items),
    "readable once": lambda items: OnlyOnce(*items),
    "generator": lambda items: (item for item in items),
    "deque": collections.deque,
    "named tuple": lambda items: Point(items, None),
}
MAPPINGS: dict[str, Callable[[list[Any]], Any]] = {
    "dict": dict,
    "ReturnDict": lambda pairs: ReturnDict(pairs, serializer=None),
    "ordered dict": collections.OrderedDict,
    "dict of a subclass": lambda pairs: type("Plain", (dict,), {})(pairs),
    "mapping that is no dict": lambda pairs: collections.UserDict(dict(pairs)),
}
CONTAINERS = SEQUENCES | MAPPINGS

# How it is drawn.


@st.composite
def members(draw):
    kind = draw(st.sampled_from(list(KINDS)))
    return Member(
        kind,
        draw(WRITTEN.get(kind, st.text(max_size=3))),
        draw(st.just(()) | st.tuples(OTHER_VALUES)) if len(KINDS[kind]) > 1 else (),
        draw(st.none() | st.none() | st.sampled_from(list(OVERRIDES))),
    )


texts = st.text(max_size=5) | st.sampled_from(["a", "null", "\u2028", "\ud800"])
keys = st.one_of(
    texts,
    texts,
    texts.map(Text),
    st.none() | st.booleans() | st.integers() | st.floats(),
    st.sampled_from([Odd("str enum"), Odd("integer choice"), Odd("UUID"), Odd("date"), (1, 2)]),
)
leaves = st.one_of(
    SCALARS,
    SCALARS,
    members(),
    st.sampled_from([Odd(name) for name in ODD_VALUES]),
    texts.map(Text),
    st.just(SafeString("<b>")),
)


def containers(items):
    return st.builds(
        Held, st.sampled_from(list(SEQUENCES)), st.lists(items, max_size=4).map(tuple)
    ) | st.builds(
        Held,
        st.sampled_from(list(MAPPINGS)),
        st.lists(st.tuples(keys, items), max_size=4).map(tuple),
    )


documents = st.recursive(leaves, containers, max_leaves=12)
media_types = st.sampled_from(
    [None, None, "application/json; indent=2", "application/json; indent=3"]
)
