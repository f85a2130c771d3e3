"""Objects, mappings and collections of every kind, and what turns a description into them."""

from __future__ import annotations

import decimal
import functools
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Mapping
from dataclasses import make_dataclass
from types import MappingProxyType, SimpleNamespace

from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject


def made(description):
    """Return what a description describes, also within dicts, lists and tuples."""
    if type(description) is dict:
        return {key: made(value) for key, value in description.items()}
    if type(description) in (list, tuple):
        return type(description)(made(value) for value in description)
    return description.make() if hasattr(type(description), "make") else description


class Plain:
    """An object like those of most classes."""

    def __init__(self, values):
        vars(self).update(values)

    def __repr__(self):
        return f"Plain({vars(self)})"


class Answering:
    """An object that makes its attributes up when it is asked for them."""

    def __init__(self, values):
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name):
        if name not in self._values:
            raise AttributeError(name)
        return made(self._values[name])

    def __repr__(self):
        return f"Answering({self._values})"


class Lookup(Mapping):
    """A mapping that makes its items up when it is asked for them."""

    def __init__(self, values):
        self._values = values

    def __getitem__(self, name):
        return made(self._values[name])

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return f"Lookup({self._values})"


# The same names give the same type: DRF's messages name it, and functions are compiled for it.


@functools.cache
def slotted_type(names):
    return type("Slotted", (), {"__slots__": names, "__repr__": lambda self: "Slotted()"})


@functools.cache
def dataclass_of(names, **options):
    return make_dataclass("Record", names, **options)


@functools.cache
def named_tuple_of(names):
    return namedtuple("Numbered", names)


@functools.cache
def properties_of(names):
    def reading(name):
        return property(lambda self: made(self._values[name]))

    return type("Computing", (Plain,), {name: reading(name) for name in names})


def slotted(values):
    thing = slotted_type(tuple(values))()
    for name, value in values.items():
        setattr(thing, name, value)
    return thing


def computing(values):
    thing = properties_of(tuple(values))({})
    vars(thing)["_values"] = values
    return thing


THINGS = {
    "dict": dict,
    "ordered dict": OrderedDict,
    "default dict": lambda values: defaultdict(str, values),
    "read-only mapping": MappingProxyType,
    "namespace": lambda values: SimpleNamespace(**values),
    "plain object": Plain,
    "lazy object": lambda values: SimpleLazyObject(lambda: Plain(values)),
    "slots": slotted,
    "dataclass": lambda values: dataclass_of(tuple(values))(**values),
    "frozen dataclass": lambda values: dataclass_of(tuple(values), frozen=True, slots=True)(
        **values
    ),
    "named tuple": lambda values: named_tuple_of(tuple(values))(**values),
}
LATE_THINGS = {
    "properties": computing,
    "attributes on demand": Answering,
    "items on demand": Lookup,
}
WITH_IDENTIFIERS = {"slots", "dataclass", "frozen dataclass", "named tuple", "properties"}

# Rows of a project's own, each of which finds other surroundings than the one before it. They are
# not put back: who gives up between two rows leaves a generator that would do so whenever it is
# collected, in the middle of something else. An outcome has a context of its own.


def between(change, *values):
    """Return a function that gives items one by one, and changes something before each."""

    def given(items):
        for number, item in enumerate(items):
            change(values[number % len(values)])
            yield item

    return given


with_other_zones = between(timezone.activate, "Asia/Kathmandu", "UTC", "Europe/Berlin")


class Lazily(list):
    """A list that looks like any other, until somebody iterates it."""

    def __iter__(self):
        return with_other_zones(list.__iter__(self))


class Indexed:
    """Has its items by number, as sequences had before there were iterators."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, number):
        timezone.activate(("Europe/London", "Asia/Kathmandu")[number % 2])
        return self.items[number]


LAZY_COLLECTIONS = {
    "other zones between": with_other_zones,
    "other languages between": between(translation.activate, "de", "en", "fr"),
    "other decimal contexts between": between(
        lambda options: decimal.setcontext(decimal.Context(*options)),
        *((9, decimal.ROUND_UP), (28, decimal.ROUND_DOWN)),
    ),
    "list with other zones between": Lazily,
    "by number with other zones between": Indexed,
}
COLLECTIONS = {
    "list": list,
    "tuple": tuple,
    "generator": lambda items: (item for item in items),
    "values of a dict": lambda items: dict(enumerate(items)).values(),
    "has all()": lambda items: SimpleNamespace(all=lambda: list(items)),
    **LAZY_COLLECTIONS,
}
