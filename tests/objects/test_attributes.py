"""Attributes that can be called, properties that raise, and how often each is read."""

from __future__ import annotations

import itertools
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.test.utils import isolate_apps
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.relations import PKOnlyObject

from tests.differences import differences
from tests.models import Book, Publisher
from tests.objects.kinds import KINDS, OPTIONS, book_with, book_with_tags, nested
from tests.relations.serializers import key
from tests.values import SUMMER


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


def fields_with(options):
    return {
        **{name: kind(source="value", **options) for name, kind in KINDS.items()},
        "column": serializers.CharField(source="title", **options),
        "deep": serializers.ReadOnlyField(source="value.name", **options),
        "deep nested": nested(source="value.inner", **options),
    }


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_are_called_and_fail_alike(options):
    sources = {
        (name, source): lambda value=value, make=make: make(value)
        for name, value in CALLABLES.items()
        for source, make in SOURCES.items()
    }
    for name, field in fields_with(options).items():
        assert differences({"value_of": field}, sources) == [], name


def test_a_key_that_stands_for_an_object():
    def thing(key):
        return SimpleNamespace(value=key, method=lambda: key, other=SimpleNamespace(value=key))

    things = {pk: lambda pk=pk: thing(PKOnlyObject(pk)) for pk in (None, 5)}
    for name, field in {
        **fields_with({}),
        "with a default": serializers.ReadOnlyField(source="value", default=5),
        "its own key": serializers.ReadOnlyField(source="value.pk"),
        "key as an attribute": serializers.SlugRelatedField("pk", source="value", read_only=True),
        "from a method": serializers.ReadOnlyField(source="method"),
        "through another": serializers.CharField(source="other.value"),
    }.items():
        assert differences({"value_of": field}, things) == [], name


# Properties and methods that raise, and what is noted down when something is read.

ERRORS = [
    *(AttributeError("a"), KeyError("k"), ValueError("v"), StopIteration("stop"), SkipField("s")),
    *(ObjectDoesNotExist("o"), Publisher.DoesNotExist("p")),
    Book.publisher.RelatedObjectDoesNotExist("r"),
]
PLACES = ["value", "inner.value", "method", "inner.method", "value.inner", "method.inner"]


def raising(error, calls, base=object, **namespace):
    """Return a class with a property and a method that raise an error, a new one each time."""

    def fail(thing):
        calls.append("called")
        raise type(error)(*error.args)

    return type(base)("Thing", (base,), {"value": property(fail), "method": fail, **namespace})


# Of odd places only one.
SOME_KINDS = ("text", "list", "text of an object", "nested", "nested list")
KINDS_OF_PLACES = {
    **dict.fromkeys(PLACES, ("text",)),
    **dict.fromkeys(("value", "inner.method"), SOME_KINDS),
}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__qualname__)
def test_errors_of_properties_are_raised_as_often(calls, error):
    with isolate_apps("tests"):
        of_a_model = raising(error, calls, models.Model, __module__="tests")
    of_an_object = raising(error, calls)

    def source(cls):
        thing = cls()
        thing.inner = thing
        return thing

    def mapping():
        items = {"value": of_an_object().method, "method": of_an_object().method}
        items["inner"] = items
        return items

    things = {
        "object": lambda: source(of_an_object),
        "model": lambda: source(of_a_model),
        "mapping": mapping,
    }
    for place, options in itertools.product(PLACES, OPTIONS):
        for kind in KINDS_OF_PLACES[place]:
            last = serializers.CharField(source="inner.name", default="last")
            fields = {"first": KINDS[kind](source=place, **options), "last": last}
            assert differences(fields, things, calls=calls) == [], (kind, place, options)


def counting(value, calls):
    """Return functions that make objects which note down what is read of them."""

    class Thing:
        @property
        def value(self):
            calls.append("value")
            return value

        @property
        def inner(self):
            calls.append("inner")
            return self

        def method(self):
            calls.append("method")
            return value

    class Items(dict):
        def __getitem__(self, key):
            calls.append(key)
            return super().__getitem__(key)

        def __contains__(self, key):
            calls.append(("in", key))
            return super().__contains__(key)

    class Attributes:
        def __getattr__(self, name):
            calls.append(name)
            if name not in ("value", "method", "inner"):
                raise AttributeError(name)
            return self if name == "inner" else value

    def items():
        made = Items(value=value, method=value)
        made["inner"] = made
        return made

    with isolate_apps("tests"):
        members = {"value": Thing.value, "inner": Thing.inner, "method": Thing.method}
        row = type(models.Model)("Row", (models.Model,), {"__module__": "tests", **members})
    return {"object": Thing, "items": items, "attributes": Attributes, "model": row}


@pytest.mark.parametrize("make_field", KINDS.values(), ids=KINDS)
def test_what_is_read_is_read_as_often(calls, make_field):
    deep = make_field(source="inner.value")
    fields = {"value": make_field(), "method": make_field(), "deep": deep}
    for value in (None, 5, "text", [], [5], {"name": "x"}, SUMMER):
        assert differences(fields, counting(value, calls), calls=calls) == [], value


def test_keys_of_related_rows_are_read_as_often(calls):
    class Row:
        def __init__(self, key):
            self.key = key

        @property
        def pk(self):
            calls.append(self.key)
            return self.key

    keys = (1, "text", uuid.UUID(int=1), None, (1, 2))
    books = {value: lambda value=value: book_with_tags(Row(value), Row(value)) for value in keys}
    for field in (
        *(serializers.CharField(), serializers.UUIDField()),
        *(serializers.UUIDField(format="hex"), serializers.JSONField(binary=True)),
    ):
        assert differences({"tags": key(many=True, pk_field=field)}, books, calls=calls) == []
