"""List classes of a project, which call `super()`: rows are read by plans, and it stays itself."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from fastserializers import read_only
from tests.differential import FAST_FORMS, outcome

ROWS = [
    {"name": "a", "part": {"size": 1}},
    {"name": "b", "part": {"size": 2}},
    {"name": "c", "part": None},
]


class CountedList(serializers.ListSerializer):
    def to_representation(self, data):
        assert type(self) is CountedList
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
def test_the_output_is_that_of_drf(list_class):
    def of(serializer_class):
        return outcome(lambda rows: serializer_class(rows, many=True), lambda: ROWS)

    reference, box = make(serializers.Serializer, list_class)
    for form in FAST_FORMS:
        fast = form(lambda base: make(base, list_class)[0], serializers.Serializer)
        assert of(fast) == of(reference), form
        fast_box = form(lambda base: make(base, list_class)[1], serializers.Serializer)
        source = {"things": ROWS}
        assert outcome(fast_box, lambda: source) == outcome(box, lambda: source), form  # noqa: B023


def test_rows_are_read_by_a_plan():
    class Rows(serializers.ListSerializer):
        def to_representation(self, data):
            return super().to_representation(data)

    class Declared(serializers.Serializer):
        name = serializers.CharField()

        class Meta:
            list_serializer_class = Rows

    for _ in range(2):
        listed = read_only(Declared)(ROWS, many=True)
        assert listed.data == [{"name": row["name"]} for row in ROWS]
    assert "fields" not in vars(listed.child)
