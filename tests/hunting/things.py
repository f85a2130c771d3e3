"""Objects, mappings and collections of every kind, and values that do not print as code."""

from collections import defaultdict
from enum import IntEnum
from functools import partial
from types import SimpleNamespace

from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from rest_framework.relations import PKOnlyObject
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.models import Book, Tag
from tests.named import by_name
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


def namespace(values):
    return SimpleNamespace(**values)


class Waiting(partial):
    def __repr__(self):
        return repr(self())


def lazy_object(values):
    return SimpleLazyObject(Waiting(Plain, values))


THINGS = {
    "dict": dict,
    "default dict": partial(defaultdict, str),
    "namespace": namespace,
    "plain object": Plain,
    "lazy object": lazy_object,
    "attributes on demand": Answering,
}


def thing(kind, values):
    """Return an object or a mapping with these values."""
    return THINGS[kind](values)


class Manager:
    """A collection that is no iterable, and has a method for its items."""

    def __init__(self, items):
        self.items = items

    def all(self):
        return list(self.items)


def generator(items):
    yield from items


def values_of_a_dict(items):
    return dict(enumerate(items)).values()


COLLECTIONS = {
    "list": list,
    "tuple": tuple,
    **by_name(generator, values_of_a_dict),
    "has all()": Manager,
}


def many(kind, items):
    """Return a collection of items."""
    return COLLECTIONS[kind](items)


class Size(IntEnum):
    SMALL = 1


def five():
    return 5


def alone(value):
    return value


def cover(path):
    return Book(cover=path).cover


def raises():
    raise KeyError("hunted")


# What makes each of them: some can be read only once.
NAMED = {
    "lazy text": partial(lazystr, "lazy"),
    "safe text": partial(mark_safe, "<b>"),
    "integer of a subclass": partial(Number, 7),
    "colour": partial(Colour, "red"),
    "size": partial(Size, 1),
    "format": partial(Book.Format, "P"),
    "grade": partial(Book.Grade, 2),
    "partial": partial(partial, int, "5"),
    "function": partial(alone, five),
    "function that raises": partial(alone, raises),
    "generator": partial(generator, (1, 2)),
    "file": partial(cover, "covers/a b.png"),
    "no file": partial(cover, ""),
    "file elsewhere": partial(SimpleNamespace, url="https://example.org/x", name="x"),
    "file without url": partial(SimpleNamespace, name="x"),
    "key of nothing": partial(PKOnlyObject, None),
    "manager": partial(alone, Tag.objects),
}


def named(name):
    return NAMED[name]()


def request():
    return Request(APIRequestFactory().get("/somewhere/?format=json"))
