"""`.data` of one object, by a serializer with the mixin."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from fastserializers import FastSerializerMixin


class CitySerializer(FastSerializerMixin, serializers.Serializer):
    name = serializers.CharField()


class LabelSerializer(FastSerializerMixin, serializers.BaseSerializer):
    def to_representation(self, instance):
        return f"label of {instance['name']}"


class NamelessSerializer(FastSerializerMixin, serializers.Serializer):
    def to_representation(self, instance):
        return None


CITY = {"name": "Dublin"}


def test_a_serializer_without_fields():
    assert LabelSerializer(CITY).data == "label of Dublin"


def test_a_base_that_is_patched_after_the_first_use(monkeypatch):
    assert CitySerializer(CITY).data == CITY
    monkeypatch.setattr(serializers.Serializer, "data", property(lambda self: "patched"))
    assert CitySerializer(CITY).data == "patched"


def test_a_representation_that_is_no_dict():
    with pytest.raises(TypeError, match="'NoneType' object is not iterable"):
        NamelessSerializer(CITY).data  # noqa: B018


def test_data_that_was_validated():
    serializer = CitySerializer({"name": "Galway"}, data={"name": "Sligo"})
    assert serializer.is_valid()
    assert serializer.data == {"name": "Galway"}


def test_data_that_is_not_valid():
    serializer = CitySerializer({"name": "Galway"}, data={"name": ""})
    assert not serializer.is_valid()
    assert serializer.data == {"name": ""}
