"""Shapes that a project has once in a while: as REST framework has them."""

from __future__ import annotations

from enum import Enum

from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
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
