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
from tests.objects.options import OPTIONS
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
PLACES = {
    "attribute": "value",
    "dotted": "inner.value",
    "method": "method",
    "dotted method": "inner.method",
    "in the middle": "value.inner",
    "method in the middle": "method.inner",
}
KINDS = {
    "text": serializers.CharField,
    "field of DRF alone": serializers.ListField,
    "string": serializers.StringRelatedField,
}


def raising(error, calls, base=object, **namespace):
    """Return a class with a property and a method that raise an error, a new one each time."""

    def value(thing):
        calls.append("value")
        raise type(error)(*error.args)

    def method(thing):
        calls.append("method")
        raise type(error)(*error.args)

    return type(base)("Thing", (base,), {"value": property(value), "method": method, **namespace})


def fields_of(place, options):
    """Return fields of every kind that read from a place; of odd places only one."""
    if place not in ("value", "inner.method"):
        return {"text": serializers.CharField(source=place, **options)}

    class Inner(serializers.Serializer):
        name = serializers.CharField(**options)

    return {
        **{name: kind(source=place, **options) for name, kind in KINDS.items()},
        "inner": Inner(source=place, **options),
        "rows": Inner(source=place, many=True, **options),
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

    things = {"object": lambda: source(of_an_object), "model": lambda: source(of_a_model)}
    for place, options in itertools.product(PLACES.values(), OPTIONS):
        for name in fields_of(place, options):

            def body(name=name, place=place, options=options):
                last = serializers.CharField(source="inner.name", default="last")
                return {name: fields_of(place, options)[name], "last": last}

            assert differences(body, things, calls=calls) == [], (place, options)


READ = {
    "CharField": serializers.CharField,
    "IntegerField": serializers.IntegerField,
    "ListField": serializers.ListField,
    "StringRelatedField": serializers.StringRelatedField,
    "SlugRelatedField": partial(serializers.SlugRelatedField, "name", read_only=True),
    "PrimaryKeyRelatedField": partial(serializers.PrimaryKeyRelatedField, read_only=True),
    "ManyRelatedField": partial(serializers.StringRelatedField, many=True),
    "nested": lambda **options: Inner(**options),
    "nested list": lambda **options: Inner(many=True, **options),
}


class Inner(serializers.Serializer):
    name = serializers.CharField()


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


@pytest.mark.parametrize("make_field", READ.values(), ids=READ)
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
