"""List classes of a project, which call `super()`: rows are read by plans, and it stays itself."""

from __future__ import annotations

import copy
import pickle

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import spelled_out

ROWS = [
    {"name": "a", "part": {"size": 1}},
    {"name": "b", "part": {"size": 2}},
    {"name": "c", "part": None},
]

registered = []


class CountedList(serializers.ListSerializer):
    def __init_subclass__(cls, **kwargs):
        registered.append(cls)

    def to_representation(self, data):
        assert self.__class__ == CountedList
        shown = super().to_representation([row for row in data if row["name"] != "b"])
        return [*shown, {"count": len(shown)}]


class ReversedList(serializers.ListSerializer):
    @property
    def data(self):
        return super().data[::-1]


class LoopingList(serializers.ListSerializer):
    def to_representation(self, data):
        rows = map(self.child.to_representation, data)
        return [dict(row, number=number) for number, row in enumerate(rows)]


def make(base, list_class):
    class PartSerializer(base):
        size = serializers.IntegerField()

    class ThingSerializer(base):
        name = serializers.CharField()
        part = PartSerializer(allow_null=True)
        length = serializers.SerializerMethodField()

        class Meta:
            list_serializer_class = list_class

        def get_length(self, row):
            return len(row["name"])

    class BoxSerializer(base):
        things = ThingSerializer(many=True)

    return ThingSerializer, BoxSerializer


LISTS = [CountedList, ReversedList, LoopingList]


@pytest.mark.parametrize("list_class", LISTS)
@pytest.mark.parametrize("form", ["base", "twin"])
def test_the_output_is_that_of_drf(list_class, form):
    reference, box = make(serializers.Serializer, list_class)
    if form == "twin":
        fast, fast_box = read_only(reference), read_only(box)
    else:
        fast, fast_box = make(FastReadOnlySerializer, list_class)
    assert spelled_out(fast(ROWS, many=True).data) == spelled_out(reference(ROWS, many=True).data)
    assert spelled_out(fast([], many=True).data) == spelled_out(reference([], many=True).data)
    source = {"things": ROWS}
    assert spelled_out(fast_box(source).data) == spelled_out(box(source).data)


@pytest.mark.parametrize("list_class", [*LISTS, serializers.ListSerializer])
def test_it_is_not_to_be_told_from_its_class(list_class):
    reference, _ = make(serializers.Serializer, list_class)
    listed = read_only(reference)(ROWS, many=True)
    assert listed.__class__ is list_class
    assert type(listed) == list_class  # noqa: E721 (equal, which `is` would not tell)
    assert type(listed).__name__ == list_class.__name__
    assert {list_class: "found"}[type(listed)] == "found"
    assert isinstance(listed, list_class)
    assert registered == []
    assert copy.deepcopy(listed).data == listed.data
    assert pickle.loads(pickle.dumps(type(listed))) is type(listed)  # noqa: S301


def test_rows_are_read_by_a_plan():
    class Rows(serializers.ListSerializer):
        def to_representation(self, data):
            return super().to_representation(data)

    class Declared(serializers.Serializer):
        name = serializers.CharField()

        class Meta:
            list_serializer_class = Rows

    listed = read_only(Declared)(ROWS, many=True)
    assert listed.data == [{"name": row["name"]} for row in ROWS]
    assert "fields" not in vars(listed.child)


def test_it_still_refuses_to_write():
    reference, _ = make(serializers.Serializer, CountedList)
    with pytest.raises(ReadOnlySerializerError, match="ThingSerializer is read-only"):
        read_only(reference)(ROWS, many=True).save()
