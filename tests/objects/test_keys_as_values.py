"""What DRF puts in place of a related object, as the value of any field."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.relations import PKOnlyObject

from tests.differential import assert_same


def nested():
    return type("Inner", (serializers.Serializer,), {"pk": serializers.ReadOnlyField()})()


FIELDS = {
    "text": serializers.CharField,
    "anything": serializers.ReadOnlyField,
    "document": serializers.JSONField,
    "written document": lambda: serializers.JSONField(binary=True),
    "text of an object": serializers.StringRelatedField,
    "attribute": lambda: serializers.SlugRelatedField(slug_field="pk", read_only=True),
    "key": lambda: serializers.PrimaryKeyRelatedField(read_only=True),
    "number": serializers.IntegerField,
    "list": serializers.ListField,
    "nested": nested,
    "with a default": lambda: serializers.ReadOnlyField(default=5),
    "from a method": lambda: serializers.ReadOnlyField(source="method"),
    "through another": lambda: serializers.CharField(source="other.value"),
}


@pytest.mark.parametrize("make_field", FIELDS.values(), ids=FIELDS)
@pytest.mark.parametrize("pk", [None, 5])
def test_a_key_that_stands_for_an_object(make_field, pk):
    key = PKOnlyObject(pk)

    def make():
        return SimpleNamespace(value=key, method=lambda: key, other=SimpleNamespace(value=key))

    assert_same(lambda: {"value": make_field()}, make)
