"""Objects and mappings of every kind: what they give is what they give to DRF."""

from __future__ import annotations

import gc
from collections import ChainMap, UserDict, defaultdict, namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.differences import differences, found_differences
from tests.differential import assert_alike, made_fast, made_of, outcome, without_addresses
from tests.models import Publisher
from tests.objects.kinds import ALL_OPTIONS, OPTIONS, book_with
from tests.relations.serializers import methods


class WithItems:
    name = "attribute"

    def __getitem__(self, key):
        return {"name": "item"}[key]


class OnlyItems(WithItems, Mapping):
    def __iter__(self):
        return iter(["name"])

    def __len__(self):
        return 1


class RaisesForItems(dict):
    def __getitem__(self, key):
        raise self.get("error")


class Answering:
    def __getattr__(self, name):
        if name == "other":
            return "answered"
        raise AttributeError(f"no {name}")


class WithMissing(dict):
    def __missing__(self, key):
        if key == "name":
            raise KeyError(key)
        return "missing"


@dataclass
class Point:
    name: str
    size: int = 3


class ClassOfMappings:
    name = "class attribute"


class Slots:
    __slots__ = ("name",)


class Struct(msgspec.Struct, frozen=True, gc=False):
    name: str
    size: Any = ()


class Member(Enum):
    """Has a `name` of its own."""

    HOPE = "h"


OBJECTS = {
    "empty slots": Slots,
    "answers": Answering,
    "subclass of dict": WithMissing,
    "name that is none": partial(SimpleNamespace, name=None),
    "name without a name": partial(SimpleNamespace, name=SimpleNamespace()),
    "mapping": OnlyItems,
    "chain map": partial(ChainMap, {"name": "one"}, {"size": 2}),
    "user dict": partial(UserDict, name="user"),
    "default dict": lambda: defaultdict(lambda: "default"),
    "dataclass": partial(Point, "point"),
    "struct": partial(Struct, "struct"),
    "member of an enumeration": lambda: Member.HOPE,
    "named tuple": partial(namedtuple("Named", ["name", "size"]), "tuple", 5),
    "lazy": partial(SimpleLazyObject, partial(SimpleNamespace, name="lazy")),
    "lazy mapping": partial(SimpleLazyObject, {"name": "lazy"}.copy),
    "lazy none": lambda: SimpleLazyObject(lambda: None),
    "key error": partial(RaisesForItems, error=KeyError("k")),
    "does not exist": partial(RaisesForItems, error=ObjectDoesNotExist("o")),
    "skip": partial(RaisesForItems, error=SkipField("s")),
    "class": lambda: ClassOfMappings,
    "none": lambda: None,
    "number": lambda: 5,
    "a class of models": lambda: Publisher,
    "a pair": lambda: ("name", "value"),
}


def body_of(options):
    return {
        "name": serializers.CharField(**options),
        "first": serializers.CharField(source="name.first", **options),
        "listed": serializers.ListField(source="name", **options),
        "chosen": serializers.ChoiceField(["default", ""], source="name", **options),
        "size": serializers.ReadOnlyField(default="none"),
        "deep": serializers.ReadOnlyField(source="name.name", default="none"),
        "whole": serializers.CharField(source="*"),
        **methods(method=lambda serializer, thing: str(type(thing))),
    }


def nested_body(options):
    class Inner(serializers.Serializer):
        name = serializers.CharField(**options)

    return {
        "one": Inner(),
        "rows": Inner(many=True),
        "dotted": Inner(source="deep.one", default="none"),
        "text": serializers.CharField(source="deep.one.name", default="none"),
    }


def in_a_mapping(make_object):
    """Return a mapping that has the object nested, in a list, and behind another one."""
    return {"one": make_object(), "rows": [make_object()], "deep": {"one": make_object()}}


def in_an_object(make_object):
    return SimpleNamespace(**in_a_mapping(make_object))


def in_a_model(make_object):
    return book_with(**in_a_mapping(make_object))


def as_rows(make_object):
    return {"rows": make_object()}


def objects_in(place):
    return {name: partial(place, make_object) for name, make_object in OBJECTS.items()}


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_objects_of_every_kind(options):
    assert differences(body_of(options), OBJECTS) == []


@pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
@pytest.mark.parametrize("place", [in_a_mapping, in_an_object, in_a_model])
def test_objects_that_are_nested(place, options):
    assert differences(nested_body(options), objects_in(place)) == []


def test_objects_in_the_place_of_nested_rows():
    assert differences({"rows": nested_body({})["rows"]}, objects_in(as_rows)) == []


def one_of_each_kind():
    return [
        Point("point"),
        Struct("struct"),
        UserDict(name="user"),
        OnlyItems(),
        SimpleLazyObject(lambda: SimpleNamespace(name="lazy")),
    ] * 2


class TypeSerializer(serializers.Serializer):
    type = serializers.SerializerMethodField()

    def get_type(self, instance):
        return type(instance).__name__


@pytest.mark.parametrize("many", [False, True], ids=["an object", "a list"])
def test_a_lazy_user_is_made_before_a_method_is_called_with_it(many):
    user = TypeSerializer(many=many)
    cls = made_of({"user": user, **methods(text=lambda serializer, row: repr(row))})

    def found():
        lazy = SimpleLazyObject(lambda: "made")
        return cls({"user": [lazy] if many else lazy}).data

    assert "SimpleLazyObject: 'made'" in assert_alike(found)["text"]


def test_objects_in_the_place_of_rows():
    rows = {**OBJECTS, "one of each kind": one_of_each_kind}
    cls = made_of({"name": serializers.CharField(default="none")})

    def found():
        return {
            name: without_addresses(outcome(partial(cls, many=True), make_rows))
            for name, make_rows in rows.items()
        }

    assert_alike(found)


# What instances lack: the default, None, or no field at all, wherever and however it is read.


class Properties:
    @property
    def value(self):
        raise AttributeError("of a property")


MISSING = {
    "answers": Answering,
    "a property": Properties,
    "empty": dict,
    "there": {"value": "there"}.copy,
    "none": partial(SimpleNamespace, value=None),
}


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_values_that_are_missing_in_a_partial_serializer(options):
    class Inner(serializers.Serializer):
        value = serializers.CharField(**options)

    body = {"one": Inner(source="*"), "other": Inner(source="*", partial=True)}
    cls = made_of(body)
    assert [*found_differences(cls, MISSING)] == []
    assert [*found_differences(partial(cls, partial=True), MISSING)] == []


def row_of_the_error(serializer_class, rows):
    """Return the row that the error of a list says it is about."""
    with pytest.raises(AttributeError) as raised:
        serializer_class(rows, many=True).data  # noqa: B018
    return raised.value.__context__.obj


def test_the_error_tells_which_row_lacks_it():
    row = Properties()
    cls = made_of({"value": serializers.CharField()})
    assert assert_alike(row_of_the_error, cls, [row] * 20) is row


@pytest.mark.parametrize("cls", [SimpleNamespace, UserDict, Publisher])
def test_rows_leave_no_cycles_behind(cls):
    """Cycles of references are left to the garbage collector, which stops everything else."""

    options = [*enumerate(filter(None, ALL_OPTIONS))]
    fields = {f"missing_{number}": serializers.CharField(**each) for number, each in options}
    paths = {
        f"path_{number}": serializers.CharField(source=f"missing_{number}.more", **each)
        for number, each in options
    }
    fast = made_fast(made_of({**fields, **paths}))
    # More than the objects of one serializer, which are in circles.
    rows = [cls() for _ in range(1000)]
    assert len(fast(rows[:1], many=True).data) == 1
    gc.collect()
    gc.disable()
    try:
        # Kept until the count is done: it is in the cycle of its serializer with its fields,
        # of which Python 3.14 counts every dictionary.
        output = fast(rows, many=True).data
        assert len(output) == len(rows)
        assert gc.collect() < len(rows)
    finally:
        gc.enable()
