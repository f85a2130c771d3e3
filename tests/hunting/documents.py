"""Data that a view may return, of everything that there is, for the renderers to make JSON of."""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from hypothesis import strategies as st
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.hunting.things import made
from tests.models import Book
from tests.rendering.values import ODD_VALUES, SCALARS, Array, Backwards, OnlyOnce, Point, Text

# What it is made of.


@dataclass(frozen=True)
class Odd:
    """A value of the table that all renderers are tried on."""

    name: str

    def make(self) -> Any:
        return ODD_VALUES[self.name]()


@dataclass(frozen=True)
class Held:
    """Items in a container of any kind; those of a mapping are pairs."""

    kind: str
    items: tuple[Any, ...]

    def make(self) -> Any:
        return CONTAINERS[self.kind]([made(item) for item in self.items])


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
    st.sampled_from([Book.Format.HARDBACK, Book.Grade.HIGH]),
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
