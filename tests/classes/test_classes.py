"""Serializer classes of every shape."""

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import assert_alike, assert_same, made_of, of_a_thing, outcomes
from tests.models import Book
from tests.values import THING

ThingSerializer = of_a_thing(Serializer)


class FastThingSerializer(FastReadOnlyMixin, ThingSerializer): ...


def test_made_by_type_without_a_module():
    def to_representation(self, thing):
        return {"own": thing}

    cls = made_of({"to_representation": to_representation})
    assert cls.__module__ == "rest_framework.serializers"
    assert assert_alike(outcomes, cls, lambda: 5)[0][1] == [("own", (int, "5"))]


@pytest.mark.parametrize(
    "base", [FastReadOnlySerializer, FastReadOnlyModelSerializer, FastReadOnlyMixin]
)
def test_generic_subscripts(base):
    assert base[Book] is base


class WithADate(FastThingSerializer):
    made = serializers.DateTimeField()


class Price(Serializer):
    price = serializers.DecimalField(8, 2)


class PriceFirst(Price, FastThingSerializer): ...


class FastBaseLast(ThingSerializer, FastReadOnlySerializer): ...


NAME_AND_SIZE = {"name": "Ruritania", "size": 5}


@pytest.mark.parametrize(
    ("serializer_class", "expected"),
    [
        (FastThingSerializer, NAME_AND_SIZE),
        (FastBaseLast, NAME_AND_SIZE),
        (WithADate, {**NAME_AND_SIZE, "made": "2024-07-01T12:30:00Z"}),
        (PriceFirst, {"price": "2.34", **NAME_AND_SIZE}),
    ],
)
def test_inheriting_from_a_fast_class_in_any_order(serializer_class, expected):
    assert serializer_class(THING).data == expected
    assert serializer_class([THING], many=True).data == [expected]
    with pytest.raises(ReadOnlySerializerError, match=serializer_class.__name__):
        serializer_class(data={})


def test_serializers_without_fields():
    assert_same({}, THING)
    assert_same({"inner": Serializer(), "rows": Serializer(many=True)}, {"inner": 1, "rows": [1]})


def nested(base, depth):
    """Return a class that nests as many levels: every second one is a list."""

    class Level(base):
        name = serializers.CharField()
        if depth:
            inner = nested(base, depth - 1)(many=bool(depth % 2))

    return Level


def nested_thing(depth):
    if not depth:
        return {"name": "innermost"}
    inner = nested_thing(depth - 1)
    return {"name": str(depth), "inner": [inner] if depth % 2 else inner}


def test_nested_thirty_deep(agree):
    agree(lambda base: nested(base, 30), nested_thing(30))
