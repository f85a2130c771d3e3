"""Attributes that can be called."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from tests.differential import outcome, without_addresses
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
        raise error

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


@pytest.mark.parametrize("value", CALLABLES.values(), ids=CALLABLES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
class TestCallables:
    def test_are_called_and_fail_alike(self, value, options):
        def make(base):
            class Inner(base):
                name = serializers.CharField(**options)

            fields = {
                "text": serializers.CharField(source="value", **options),
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
            return [
                type(base)("ExampleSerializer", (base,), {name: field})
                for name, field in fields.items()
            ]

        def in_a_column():
            book = Book()
            book.__dict__["title"] = value
            book.value = value
            return book

        for make_source in (
            lambda: {"value": value},
            lambda: SimpleNamespace(value=value),
            in_a_column,
            lambda: {"value": {"name": value, "inner": value}},
        ):
            for reference, fast in zip(
                make(Serializer), make(FastReadOnlySerializer), strict=True
            ):
                for many in (False, True):
                    expected = outcome(reference, make_source, many=many)
                    actual = outcome(fast, make_source, many=many)
                    assert without_addresses(actual) == without_addresses(expected)
