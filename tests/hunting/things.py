"""Objects, mappings and collections of every kind, and values that do not print as code."""

from __future__ import annotations

import datetime
import functools
import uuid
from collections import defaultdict
from dataclasses import make_dataclass
from enum import IntEnum
from functools import partial
from keyword import iskeyword
from types import MappingProxyType, SimpleNamespace

from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from rest_framework.relations import PKOnlyObject
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.models import Book, Tag
from tests.values import Colour, Number


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
        return self._values[name]

    def __repr__(self):
        return f"Answering({self._values})"


# The same names give the same type: DRF's messages name it, and functions are compiled for it.


@functools.cache
def record_type(names):
    return make_dataclass("Record", names)


@functools.cache
def computing_type(names):
    def reading(name):
        return property(lambda self: self._values[name])

    return type("Computing", (Plain,), {name: reading(name) for name in names})


def record(values):
    """Return a dataclass's object, or one of another class if the names are none of Python's."""
    if any(iskeyword(name) or not name.isidentifier() for name in values):
        return Plain(values)
    return record_type(tuple(values))(**values)


def computing(values):
    return computing_type(tuple(values))({"_values": values})


THINGS = {
    "dict": dict,
    "default dict": lambda values: defaultdict(str, values),
    "read-only mapping": MappingProxyType,
    "namespace": lambda values: SimpleNamespace(**values),
    "plain object": Plain,
    "lazy object": lambda values: SimpleLazyObject(lambda: Plain(values)),
    "record": record,
    "properties": computing,
    "attributes on demand": Answering,
}


def thing(kind, values):
    """Return an object or a mapping with these values."""
    return THINGS[kind](values)


COLLECTIONS = {
    "list": list,
    "tuple": tuple,
    "generator": lambda items: (item for item in items),
    "values of a dict": lambda items: dict(enumerate(items)).values(),
    "has all()": lambda items: SimpleNamespace(all=lambda: list(items)),
}


def many(kind, items):
    """Return a collection of items."""
    return COLLECTIONS[kind](items)


# Values by name.


class Size(IntEnum):
    SMALL = 1


def of_a_subclass(base, *arguments, **attributes):
    """Return what makes a value of a subclass, which may have attributes of its own."""
    subclass = type(f"Own{base.__name__}", (base,), {"__module__": __name__, **attributes})
    return lambda: subclass(*arguments)


def raises():
    raise KeyError("hunted")


NAMED = {
    "lazy text": lambda: lazystr("lazy"),
    "safe text": lambda: mark_safe("<b>"),
    "text with its own str()": of_a_subclass(str, "sub", __str__=str.upper),
    "integer of a subclass": lambda: Number(7),
    "datetime of a subclass": of_a_subclass(
        datetime.datetime, 2024, 7, 1, isoformat=lambda self, *arguments: "some moment"
    ),
    "date of a subclass": of_a_subclass(
        datetime.date, 2024, 7, 1, isoformat=lambda self: "some day"
    ),
    "uuid of a subclass": of_a_subclass(uuid.UUID, "0" * 32, __str__=lambda self: "some key"),
    "colour": lambda: Colour.RED,
    "size": lambda: Size.SMALL,
    "format": lambda: Book.Format.PAPERBACK,
    "grade": lambda: Book.Grade.HIGH,
    "dict of a subclass": of_a_subclass(dict, {"a": 1}),
    "partial": lambda: partial(int, "5"),
    "function": lambda: lambda: 5,
    "function that raises": lambda: raises,
    "generator": lambda: (number for number in (1, 2)),
    "file": lambda: Book(cover="covers/a b.png").cover,
    "no file": lambda: Book().cover,
    "file elsewhere": lambda: SimpleNamespace(url="https://example.org/x", name="x"),
    "file without url": lambda: SimpleNamespace(name="x"),
    "key of nothing": lambda: PKOnlyObject(None),
    "manager": lambda: Tag.objects,
}


def named(name):
    return NAMED[name]()


def request():
    return Request(APIRequestFactory().get("/somewhere/?format=json"))
