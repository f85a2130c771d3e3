"""Attributes that can be called."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.relations import PKOnlyObject

from tests.differences import differences
from tests.models import Book
from tests.objects.options import OPTIONS


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


def raising(error):
    def function():
        # A new one: an error that lives on keeps the frames of all who have raised it.
        raise type(error)(*error.args)

    return function


CALLABLES = {
    "function": lambda: "function",
    "function of functions": lambda: lambda: "twice",
    "function of none": lambda: None,
    "method": Bound().method,
    "optional arguments": Bound().optional,
    "needed arguments": Bound().needed,
    "class method": Bound.of_the_class,
    "partial": functools.partial("a b".split, " "),
    "partial that needs more": functools.partial(lambda a, b: a, 1),
    "object with a call": WithCall(),
    "class": Bound,
    "builtin": len,
    "builtin method": "text".upper,
    "lazy": SimpleLazyObject(lambda: "lazy"),
    "attribute error": raising(AttributeError("a")),
    "key error": raising(KeyError("k")),
    "does not exist": raising(ObjectDoesNotExist("o")),
    "skip": raising(SkipField("s")),
    "value error": raising(ValueError("v")),
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


def fields_with(options):
    class Inner(serializers.Serializer):
        name = serializers.CharField(**options)

    fields = {
        "text": serializers.CharField(source="value", **options),
        "column": serializers.CharField(source="title", **options),
        "raw": serializers.ReadOnlyField(source="value", **options),
        "number": serializers.IntegerField(source="value", **options),
        "json": serializers.JSONField(source="value", **options),
        "string": serializers.StringRelatedField(source="value", **options),
        "deep": serializers.ReadOnlyField(source="value.name", **options),
        "inner": Inner(source="value", **options),
        "deep inner": Inner(source="value.inner", **options),
        "rows": Inner(source="value", many=True, **options),
        "listed": serializers.ListField(source="value", **options),
    }
    if "default" in options:
        fields["key"] = serializers.PrimaryKeyRelatedField(
            source="value", read_only=True, **options
        )
    return fields


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_are_called_and_fail_alike(options):
    sources = {
        (name, source): lambda value=value, make=make: make(value)
        for name, value in CALLABLES.items()
        for source, make in SOURCES.items()
    }
    for name in fields_with(options):
        body = lambda name=name: {name: fields_with(options)[name]}  # noqa: E731
        assert differences(body, sources) == [], name


class Inner(serializers.Serializer):
    pk = serializers.ReadOnlyField()


KEYED = {
    "text": serializers.CharField,
    "anything": serializers.ReadOnlyField,
    "written document": lambda: serializers.JSONField(binary=True),
    "text of an object": serializers.StringRelatedField,
    "attribute": lambda: serializers.SlugRelatedField(slug_field="pk", read_only=True),
    "key": lambda: serializers.PrimaryKeyRelatedField(read_only=True),
    "list": serializers.ListField,
    "nested": Inner,
    "with a default": lambda: serializers.ReadOnlyField(default=5),
    "from a method": lambda: serializers.ReadOnlyField(source="method"),
    "through another": lambda: serializers.CharField(source="other.value"),
}


def test_a_key_that_stands_for_an_object():
    def thing(key):
        return SimpleNamespace(value=key, method=lambda: key, other=SimpleNamespace(value=key))

    things = {pk: lambda pk=pk: thing(PKOnlyObject(pk)) for pk in (None, 5)}
    for name, make_field in KEYED.items():
        assert differences(lambda: {"value": make_field()}, things) == [], name  # noqa: B023
