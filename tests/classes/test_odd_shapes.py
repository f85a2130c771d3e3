"""Shapes that a project has once in a while: as REST framework has them."""

from __future__ import annotations

import itertools
from enum import Enum

import pytest
from rest_framework import serializers
from rest_framework.relations import PKOnlyObject
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import assert_classes_agree, assert_same
from tests.values import THING


class Methods(str, Enum):
    NAME = "get_shown"


def test_a_method_that_a_member_of_an_enum_names():
    assert_same(
        lambda: {
            "name": serializers.SerializerMethodField(method_name=Methods.NAME),
            "get_shown": lambda serializer, thing: thing["name"],
        },
        THING,
    )


def test_a_nested_field_that_is_declared_with_an_instance():
    def make(base):
        class Inner(base):
            name = serializers.CharField()

        class ExampleSerializer(base):
            before = serializers.CharField(source="name")
            inner = Inner(THING, source="*")
            second = Inner(THING, source="*")
            after = serializers.CharField(source="name")

        return ExampleSerializer

    fast = make(FastReadOnlySerializer)
    assert list(fast(THING).data) == ["before", "inner", "second", "after"]

    def positional(base):
        class Inner(base):
            def __init__(self, instance=None, **kwargs):
                super().__init__(instance, **kwargs)

        class ExampleSerializer(base):
            before = serializers.CharField(source="name")
            inner = Inner(THING)
            after = serializers.CharField(source="name")

        return ExampleSerializer

    source = {**THING, "inner": {}}
    assert_classes_agree(positional(Serializer), positional(FastReadOnlySerializer), source)
    assert list(positional(FastReadOnlySerializer)(source).data) == ["before", "inner", "after"]


MAKE_VALUES = [
    serializers.CharField,
    serializers.ReadOnlyField,
    serializers.JSONField,
    lambda: serializers.JSONField(binary=True),
    lambda: serializers.StringRelatedField(),
    lambda: serializers.PrimaryKeyRelatedField(read_only=True),
    lambda: serializers.SlugRelatedField("pk", read_only=True),
    serializers.FileField,
    serializers.IntegerField,
]


def test_the_stand_in_of_a_related_row_as_a_value():
    for make, key in itertools.product(MAKE_VALUES, [5, "a"]):
        assert_same(lambda: {"value": make()}, {"value": PKOnlyObject(pk=key)})  # noqa: B023


def test_what_only_a_writable_serializer_has_is_refused():
    class ExampleSerializer(Serializer):
        name = serializers.CharField()

    for options in ({"instance": THING}, {"instance": [THING], "many": True}):
        for ask in (
            lambda serializer: serializer.errors,
            lambda serializer: serializer.validated_data,
            lambda serializer: serializer.to_internal_value({}),
            lambda serializer: serializer.is_valid(),
        ):
            with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer is read-only"):
                ask(read_only(ExampleSerializer)(**options))
