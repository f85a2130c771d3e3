"""Attributes that can be called."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import pytest
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.relations import PKOnlyObject

from tests.differences import differences
from tests.models import Book
from tests.objects.kinds import KINDS, OPTIONS, nested


class WithCall:
    def __call__(self):
        return "called"

    def __str__(self):
        return "not called"


class Bound:
    def method(self):
        return "bound"

    def optional(self, argument=5, *more, **others):
        return argument

    def needed(self, argument):
        return argument

    @classmethod
    def of_the_class(cls):
        return cls.__name__


CALLABLES = {
    "function": lambda: "function",
    "function of functions": lambda: lambda: "twice",
    "function of none": lambda: None,
    "method": Bound().method,
    "optional arguments": Bound().optional,
    "needed arguments": Bound().needed,
    "class method": Bound.of_the_class,
    "partial": partial("a b".split, " "),
    "partial that needs more": partial(lambda a, b: a, 1),
    "object with a call": WithCall(),
    "class": Bound,
    "builtin": len,
    "builtin method": "text".upper,
    "lazy": SimpleLazyObject(lambda: "lazy"),
    "mapping": lambda: {"name": "mapping"},
    "rows": lambda: [{"name": "row"}],
}
SOURCES = {
    "mapping": lambda value: {"value": value},
    "object": lambda value: SimpleNamespace(value=value),
    "column": lambda value: book_with(title=value, value=value),
    "deeper": lambda value: {"value": {"name": value, "inner": value}},
}


def book_with(**values):
    book = Book()
    book.__dict__.update(values)
    return book


def bodies_with(options):
    """Return a function for each field that makes the body of a class that has only that one."""
    fields = {
        **{name: partial(kind, source="value", **options) for name, kind in KINDS.items()},
        "column": partial(serializers.CharField, source="title", **options),
        "deep": partial(serializers.ReadOnlyField, source="value.name", **options),
        "deep nested": partial(nested, source="value.inner", **options),
    }
    return {name: lambda make=make: {"value_of": make()} for name, make in fields.items()}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_are_called_and_fail_alike(options):
    sources = {
        (name, source): lambda value=value, make=make: make(value)
        for name, value in CALLABLES.items()
        for source, make in SOURCES.items()
    }
    for name, body in bodies_with(options).items():
        assert differences(body, sources) == [], name


def test_a_key_that_stands_for_an_object():
    def thing(key):
        return SimpleNamespace(value=key, method=lambda: key, other=SimpleNamespace(value=key))

    things = {pk: lambda pk=pk: thing(PKOnlyObject(pk)) for pk in (None, 5)}
    slug = partial(serializers.SlugRelatedField, "pk", source="value", read_only=True)
    for name, body in {
        **bodies_with({}),
        "with a default": lambda: {"value": serializers.ReadOnlyField(default=5)},
        "its own key": lambda: {"pk": serializers.ReadOnlyField(source="value.pk")},
        "key as an attribute": lambda: {"pk": slug()},
        "from a method": lambda: {"value": serializers.ReadOnlyField(source="method")},
        "through another": lambda: {"value": serializers.CharField(source="other.value")},
    }.items():
        assert differences(body, things) == [], name
