"""The read-only subclasses that `read_only()` makes."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)

from fastserializers import FastReadOnlyMixin, read_only
from tests.classes.examples import Fast, Plain, tree
from tests.differential import assert_classes_agree
from tests.models import Book
from tests.values import THING


class NamedSerializer(Serializer):
    name = serializers.CharField()


def test_read_only_classes_are_made_once():
    made = read_only(NamedSerializer)
    assert made is not NamedSerializer
    assert read_only(NamedSerializer) is made
    assert read_only(made) is made
    assert issubclass(made, NamedSerializer)
    assert not issubclass(NamedSerializer, FastReadOnlyMixin)
    assert read_only(Fast) is Fast
    assert made.__name__ == "NamedSerializer"
    assert made.__module__ == __name__


def test_read_only_classes_of_subclasses_are_their_own():
    class Child(NamedSerializer):
        size = serializers.IntegerField()

    assert read_only(NamedSerializer)(THING).data == {"name": "Ruritania"}
    assert read_only(Child)(THING).data == {"name": "Ruritania", "size": 5}

    class OfReadOnly(read_only(NamedSerializer)):
        made = serializers.DateTimeField(format="%Y")

    assert OfReadOnly(THING).data == {"name": "Ruritania", "made": "2024"}


def test_read_only_classes_leave_the_class_as_it_is():
    class Outer(Serializer):
        inner = NamedSerializer()
        rows = NamedSerializer(many=True)

    before, row = dict(Outer._declared_fields), {"name": "a"}
    for _ in range(2):
        thing = {"inner": row, "rows": [row]}
        assert read_only(Outer)(thing).data == thing
    assert Outer._declared_fields == before
    assert Outer(data={"inner": row, "rows": []}).is_valid()


def test_read_only_classes_of_serializers_that_nest_themselves_and_each_other():
    plain, leaf = tree(), {"name": "leaf"}
    source = {"name": "root", "branches": [leaf, leaf], "owner": {"trees": [leaf]}}
    assert_classes_agree(plain, read_only(plain), {**source, "branches": [source, leaf]})


def test_read_only_classes_of_drf_s_own_classes():
    for base in (Serializer, ModelSerializer, HyperlinkedModelSerializer):
        assert issubclass(read_only(base), base)
        assert issubclass(read_only(base), FastReadOnlyMixin)


def test_read_only_classes_of_nonsense_are_refused():
    for nonsense in (
        *(None, 5, "Plain", Plain(), object, Book),
        *(serializers.BaseSerializer, ListSerializer, serializers.CharField),
    ):
        with pytest.raises(TypeError, match=r"read_only\(\) takes a subclass of .*Serializer"):
            read_only(nonsense)
