"""The read-only subclasses that `read_only()` makes."""

import pytest
from rest_framework import serializers
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers import FastReadOnlyMixin, read_only
from tests.classes.examples import Fast, Plain, tree
from tests.differential import assert_classes_agree
from tests.models import Book
from tests.values import THING


class NamedSerializer(Serializer):
    name = serializers.CharField()


class Child(NamedSerializer):
    size = serializers.IntegerField()


class OfReadOnly(read_only(NamedSerializer)):
    made = serializers.DateTimeField(format="%Y")


def test_they_are_made_once():
    made = read_only(NamedSerializer)

    assert made is not NamedSerializer
    assert read_only(NamedSerializer) is made
    assert read_only(made) is made
    assert read_only(Fast) is Fast


def test_they_inherit_from_the_class_and_have_its_name():
    made = read_only(NamedSerializer)

    assert issubclass(made, NamedSerializer)
    assert not issubclass(NamedSerializer, FastReadOnlyMixin)
    assert made.__name__ == "NamedSerializer"
    assert made.__module__ == __name__


def test_subclasses_have_their_own():
    assert read_only(NamedSerializer)(THING).data == {"name": "Ruritania"}
    assert read_only(Child)(THING).data == {"name": "Ruritania", "size": 5}
    assert OfReadOnly(THING).data == {"name": "Ruritania", "made": "2024"}


def test_the_class_is_left_as_it_is():
    class Outer(Serializer):
        inner = NamedSerializer()
        rows = NamedSerializer(many=True)

    before = dict(Outer._declared_fields)
    thing = {"inner": {"name": "a"}, "rows": [{"name": "a"}]}

    assert [read_only(Outer)(thing).data for _ in range(2)] == [thing, thing]
    assert Outer._declared_fields == before
    assert Outer(data={"inner": {"name": "a"}, "rows": []}).is_valid()


def test_serializers_that_nest_themselves_and_each_other():
    plain, leaf = tree(), {"name": "leaf"}
    source = {"name": "root", "branches": [leaf, leaf], "owner": {"trees": [leaf]}}
    assert_classes_agree(plain, read_only(plain), {**source, "branches": [source, leaf]})


@pytest.mark.parametrize(
    "base", [Serializer, ModelSerializer, serializers.HyperlinkedModelSerializer]
)
def test_classes_of_drf_have_one(base):
    made = read_only(base)

    assert issubclass(made, base)
    assert issubclass(made, FastReadOnlyMixin)


NO_SERIALIZERS = [object, Book, serializers.BaseSerializer, ListSerializer, serializers.CharField]


@pytest.mark.parametrize("nonsense", [None, 5, "Plain", Plain(), *NO_SERIALIZERS])
def test_what_is_no_serializer_class_is_refused(nonsense):
    with pytest.raises(TypeError, match=r"read_only\(\) takes a subclass of .*Serializer"):
        read_only(nonsense)
