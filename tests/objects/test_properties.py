"""Properties that raise, and how often each is read."""

from __future__ import annotations

import itertools
import uuid
from functools import partial

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.differences import differences
from tests.models import Book, Publisher
from tests.objects.kinds import KINDS, OPTIONS
from tests.values import SUMMER

ERRORS = [
    AttributeError("a"),
    KeyError("k"),
    ObjectDoesNotExist("o"),
    Publisher.DoesNotExist("p"),
    Book.publisher.RelatedObjectDoesNotExist("r"),
    SkipField("s"),
    ValueError("v"),
    StopIteration("stop"),
]
PLACES = ["value", "inner.value", "method", "inner.method", "value.inner", "method.inner"]


def raising(error, calls, base=object, **namespace):
    """Return a class with a property and a method that raise an error, a new one each time."""

    def value(thing):
        calls.append("value")
        raise type(error)(*error.args)

    def method(thing):
        calls.append("method")
        raise type(error)(*error.args)

    return type(base)("Thing", (base,), {"value": property(value), "method": method, **namespace})


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

            def body(kind=kind, place=place, options=options):
                last = serializers.CharField(source="inner.name", default="last")
                return {"first": KINDS[kind](source=place, **options), "last": last}

            assert differences(body, things, calls=calls) == [], (kind, place, options)


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
    def body():
        return {
            "value": make_field(),
            "method": make_field(),
            "deep": make_field(source="inner.value"),
        }

    for value in (None, 5, "text", [], [5], {"name": "x"}, SUMMER):
        assert differences(body, counting(value, calls), calls=calls) == [], value


def test_keys_of_related_rows_are_read_as_often(calls):
    class Row:
        def __init__(self, key):
            self.key = key

        @property
        def pk(self):
            calls.append(self.key)
            return self.key

    def book(key):
        book = Book(pk=1)
        book._prefetched_objects_cache = {"tags": [Row(key), Row(key)]}
        return book

    keys = (1, "text", uuid.UUID(int=1), None, (1, 2))
    books = {key: lambda key=key: book(key) for key in keys}
    for make_key in (
        serializers.CharField,
        serializers.UUIDField,
        lambda: serializers.UUIDField(format="hex"),
        lambda: serializers.JSONField(binary=True),
    ):

        def body(make_key=make_key):
            tags = partial(serializers.PrimaryKeyRelatedField, many=True, read_only=True)
            return {"tags": tags(pk_field=make_key())}

        assert differences(body, books, calls=calls) == []
