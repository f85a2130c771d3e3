"""Data that a view may return, of everything that there is, for the renderers to make JSON of."""

from __future__ import annotations

import collections
import datetime as dt
import enum
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
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
    """The member of an enum: its kind, its value, what the enum overrides."""

    kind: str
    value: Any
    overrides: str | None = None

    def make(self) -> Any:
        bases = KINDS[self.kind]
        metaclass = type(bases[-1])
        namespace = metaclass.__prepare__("Member", bases)
        for name, value in self.attributes().items():
            namespace[name] = value
        return metaclass("Member", bases, namespace).ONE

    def attributes(self) -> dict[str, Any]:
        return {**OVERRIDES.get(self.overrides, {}), "ONE": self.value}


@dataclass(frozen=True)
class Held:
    """Items in a container of any kind; those of a mapping are pairs."""

    kind: str
    items: tuple[Any, ...]

    def make(self) -> Any:
        return CONTAINERS[self.kind]([made(item) for item in self.items])


KINDS: dict[str, tuple[Any, ...]] = {
    "str": (str, enum.Enum),
    "IntEnum": (int, enum.IntEnum),
    "IntFlag": (enum.IntFlag,),
    "TextChoices": (models.TextChoices,),
    "IntegerChoices": (models.IntegerChoices,),
    "choices of dates": (dt.date, models.Choices),
}
VALUES: dict[str, Any] = {
    "IntEnum": st.integers(-5, 5),
    "IntFlag": st.sampled_from([0, 1, 3, 2**70]),
    "IntegerChoices": st.integers(-5, 5),
    "choices of dates": st.just((1969, 7, 20, "Apollo 11")),
}
OVERRIDES: dict[str | None, dict[str, Any]] = {
    "__str__": {"__str__": lambda self: "its text"},
    "__repr__": {"__repr__": lambda self: "its representation"},
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
        draw(VALUES.get(kind, st.text(max_size=3))),
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

# What they have.


def parts_of(document: Any) -> Iterator[Any]:
    yield document
    if is_dataclass(document) and not isinstance(document, type):
        for field in fields(document):
            yield from parts_of(getattr(document, field.name))
    elif type(document) in (tuple, list):
        for item in document:
            yield from parts_of(item)


ANSWERED = {
    "answered by default",
    "readable once",
    "generator",
    "deque",
    "mapping that is no dict",
}


def has_odd_key(part: Any) -> bool:
    return (
        isinstance(part, Held)
        and part.kind in MAPPINGS
        and any(type(key) is not str for key, _ in part.items)
    )


SHAPES: dict[str, Callable[[Any], bool]] = {
    "members of enums": lambda part: isinstance(part, Member),
    "enums that override something": lambda part: (
        isinstance(part, Member) and part.overrides is not None
    ),
    "texts of a subclass": lambda part: isinstance(part, str) and type(part) is not str,
    "values that default answers": lambda part: isinstance(part, Held) and part.kind in ANSWERED,
    "data within data": lambda part: (
        isinstance(part, Held) and any(isinstance(inner, Held) for inner in part.items)
    ),
    "keys that are no text": has_odd_key,
    "numbers that are not finite": lambda part: (
        isinstance(part, float) and not math.isfinite(part)
    ),
    "integers beyond 64 bits": lambda part: type(part) is int and not -(2**63) <= part < 2**64,
    "line separators": lambda part: (
        isinstance(part, str) and not {*part}.isdisjoint("\u2028\u2029")
    ),
}


def shapes_in_document(document: Any) -> collections.Counter[str]:
    """Return which of the shapes a document has, once each."""
    parts = list(parts_of(document))
    return collections.Counter(
        f"{name} to render" for name, is_one in SHAPES.items() if any(map(is_one, parts))
    )
