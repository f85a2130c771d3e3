"""Attributes that can be called, properties that raise, and how often each is read."""

import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.relations import PKOnlyObject

from tests.differences import differences
from tests.differential import assert_same
from tests.models import Book, Publisher
from tests.objects.kinds import KINDS, OPTIONS, book_with, book_with_tags, model_with, nested
from tests.relations.serializers import key
from tests.values import SUMMER


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
    "function of none": lambda: None,
    "method": Bound().method,
    "optional arguments": Bound().optional,
    "needed arguments": Bound().needed,
    "class method": Bound.of_the_class,
    "partial": partial("a b".split, " "),
    "class": Bound,
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


@pytest.mark.parametrize("field", fields_with({}))
def test_are_called_and_fail_alike(field):
    sources = {
        (name, source): partial(make, value)
        for name, value in CALLABLES.items()
        for source, make in SOURCES.items()
    }
    found = {
        str(options): differences({"value_of": fields_with(options)[field]}, sources)
        for options in OPTIONS
    }
    assert found == {str(options): [] for options in OPTIONS}


def thing_with_a_key(pk):
    value = PKOnlyObject(pk)
    return SimpleNamespace(value=value, method=lambda: value)


def test_a_key_that_stands_for_an_object():
    """REST framework takes the key of a relation that is None for None."""
    things = {pk: partial(thing_with_a_key, pk) for pk in (None, 5)}
    fields = {**fields_with({}), "from a method": serializers.ReadOnlyField(source="method")}
    found = {name: differences({"value_of": field}, things) for name, field in fields.items()}
    assert found == {name: [] for name in fields}


@pytest.mark.parametrize("pk", [None, 5])
def test_a_method_that_is_given_such_a_key(pk):
    body = {
        "named": serializers.SerializerMethodField(),
        "get_named": lambda serializer, instance: str(instance),
    }
    assert_same(body, PKOnlyObject(pk))


# Properties and methods that raise, and what is noted down when something is read.

ERRORS = [
    AttributeError("a"),
    KeyError("k"),
    ValueError("v"),
    StopIteration("stop"),
    SkipField("s"),
    ObjectDoesNotExist("o"),
    Publisher.DoesNotExist("p"),
    Book.publisher.RelatedObjectDoesNotExist("r"),
]


def raising(error, calls):
    """Return functions that make things which raise an error, each time a new one."""

    class Raising:
        def method(self):
            calls.append("called")
            raise type(error)(*error.args)

        @property
        def value(self):
            return self.method()

        @property
        def inner(self):
            return self

    def mapping():
        items = {"value": Raising().method, "method": Raising().method}
        items["inner"] = items
        return items

    return {"object": Raising, "model": model_with(Raising), "mapping": mapping}


KINDS_IN_PLACES = [
    ("text", "value"),
    ("list", "value"),
    ("nested", "value"),
    ("nested list", "inner.method"),
    ("text of an object", "inner.method"),
    ("text", "inner.value"),
    ("text", "method.inner"),
]


@pytest.mark.parametrize(("kind", "place"), KINDS_IN_PLACES)
def test_errors_of_properties_are_raised_as_often(calls, kind, place):
    last = serializers.CharField(source="inner.name", default="last")
    found = {
        (type(error).__qualname__, str(options)): differences(
            {"first": KINDS[kind](source=place, **options), "last": last},
            raising(error, calls),
            calls=calls,
        )
        for error in ERRORS
        for options in OPTIONS
    }
    assert found == {case: [] for case in found}


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

    return {"object": Thing, "items": items, "attributes": Attributes, "model": model_with(Thing)}


@pytest.mark.parametrize("make_field", KINDS.values(), ids=KINDS)
def test_what_is_read_is_read_as_often(calls, make_field):
    deep = make_field(source="inner.value")
    fields = {"value": make_field(), "method": make_field(), "deep": deep}
    found = {
        str(value): differences(fields, counting(value, calls), calls=calls)
        for value in (None, 5, "text", [], [5], {"name": "x"}, SUMMER)
    }
    assert found == {case: [] for case in found}


@pytest.mark.parametrize(
    "field",
    [
        serializers.CharField(),
        serializers.UUIDField(),
        serializers.UUIDField(format="hex"),
        serializers.JSONField(binary=True),
    ],
    ids=["text", "uuid", "uuid in hex", "document"],
)
def test_keys_of_related_rows_are_read_as_often(calls, field):
    class Row:
        def __init__(self, key):
            self.key = key

        @property
        def pk(self):
            calls.append(self.key)
            return self.key

    keys = (1, "text", uuid.UUID(int=1), None, (1, 2))
    books = {value: partial(book_with_tags, Row(value), Row(value)) for value in keys}
    assert differences({"tags": key(many=True, pk_field=field)}, books, calls=calls) == []
