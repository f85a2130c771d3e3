"""Properties that raise, and how often each is read."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.classes.examples import Plain
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


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__qualname__)
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
class TestErrorsOfProperties:
    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_are_taken_as_drf_takes_them_and_raised_as_often(
        self, agree, calls, error, place, options
    ):
        class Thing:
            @property
            def value(self):
                calls.append("value")
                raise error

            def method(self):
                calls.append("method")
                raise error

        def make(base):
            class Inner(base):
                name = serializers.CharField(**options)

            made = {name: kind(source=place, **options) for name, kind in KINDS.items()}
            made["inner"] = Inner(source=place, **options)
            made["rows"] = Inner(source=place, many=True, **options)
            made["last"] = serializers.CharField(source="inner.name", default="last")
            return type(base)("ExampleSerializer", (base,), made)

        def source():
            thing = Thing()
            thing.inner = thing
            return thing

        agree(make, source)
        for name in (*KINDS, "inner", "rows"):

            def alone(base, name=name):
                whole = make(base)
                for other in list(whole._declared_fields):
                    if other not in (name, "last"):
                        del whole._declared_fields[other]
                return whole

            agree(alone, source)

    def test_of_a_model(self, agree, calls, error, place):
        with isolate_apps("tests"):

            class Note(models.Model):
                text = models.CharField(max_length=5)

                @property
                def value(self):
                    calls.append("value")
                    raise error

                def method(self):
                    calls.append("method")
                    raise error

        for options in OPTIONS[:2]:

            def make(base, options=options):
                class ExampleSerializer(base):
                    text = serializers.CharField()
                    field = serializers.CharField(source=place, **options)

                return ExampleSerializer

            def source():
                note = Note(text="text")
                note.inner = note
                return note

            agree(make, source)


class TestPropertiesAreCounted:
    KINDS = {
        "CharField": lambda: serializers.CharField(),
        "IntegerField": lambda: serializers.IntegerField(),
        "DateTimeField": lambda: serializers.DateTimeField(),
        "ReadOnlyField": lambda: serializers.ReadOnlyField(),
        "ListField": lambda: serializers.ListField(),
        "StringRelatedField": lambda: serializers.StringRelatedField(),
        "SlugRelatedField": lambda: serializers.SlugRelatedField("name", read_only=True),
        "PrimaryKeyRelatedField": lambda: serializers.PrimaryKeyRelatedField(read_only=True),
        "ManyRelatedField": lambda: serializers.StringRelatedField(many=True),
        "nested": lambda: Plain.Inner(),
        "nested list": lambda: Plain.Inner(many=True),
    }

    @pytest.mark.parametrize("value", [None, 5, "text", [], [5], {"name": "x"}, SUMMER], ids=repr)
    @pytest.mark.parametrize("kind", KINDS)
    def test_of_any_object(self, agree, calls, value, kind):
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

            def get(self, key, default=None):
                calls.append(("get", key))
                return super().get(key, default)

        class Attributes:
            def __getattr__(self, name):
                calls.append(name)
                if name in ("value", "method"):
                    return value
                if name == "inner":
                    return self
                raise AttributeError(name)

        with isolate_apps("tests"):

            class Row(models.Model):
                value = Thing.value
                inner = Thing.inner
                method = Thing.method

        def make(base):
            body = {
                "value": self.KINDS[kind](),
                "method": self.KINDS[kind](),
                "deep": self.KINDS[kind](),
            }
            body["deep"]._kwargs["source"] = "inner.value"
            return type(base)("ExampleSerializer", (base,), body)

        def items():
            made = Items(value=value, method=value)
            made["inner"] = made
            return made

        for source in (Thing, items, Attributes, Row):
            agree(make, source)

    @pytest.mark.parametrize("make_key", [
        serializers.CharField,
        serializers.UUIDField,
        lambda: serializers.UUIDField(format="hex"),
        lambda: serializers.JSONField(binary=True),
    ], ids=["text", "UUID", "hex", "JSON"])  # fmt: skip
    def test_of_related_rows(self, agree, calls, make_key):
        class Row:
            def __init__(self, key):
                self.key = key

            @property
            def pk(self):
                calls.append(self.key)
                return self.key

        def make(base):
            class ExampleSerializer(base):
                tags = serializers.PrimaryKeyRelatedField(
                    many=True, read_only=True, pk_field=make_key()
                )

            return ExampleSerializer

        for key in (1, "text", uuid.UUID(int=1), None, (1, 2)):
            book = Book(pk=1)
            book._prefetched_objects_cache = {"tags": [Row(key), Row(key)]}
            agree(make, lambda: book)  # noqa: B023
