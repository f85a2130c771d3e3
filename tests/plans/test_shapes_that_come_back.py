"""A serializer with fields of its own is compiled when its shape comes back, and exact before."""

from __future__ import annotations

import gc
import linecache
import sys

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from fastserializers.lifecycle import shapes
from fastserializers.lifecycle.readings import FEW_ROWS, FIRST_ROWS
from tests.differential import spelled_out

NAMES = [f"field_{number}" for number in range(12)]
ROW = {name: number for number, name in enumerate(NAMES)}


def choosing(base):
    class ChoosingSerializer(base):
        locals().update({name: serializers.IntegerField() for name in NAMES})

        def get_fields(self):
            fields = super().get_fields()
            return {name: fields[name] for name in self.context["names"]}

    return ChoosingSerializer


def compiled():
    """Return the names of the generated functions that are alive."""
    gc.collect()
    return {name for name in linecache.cache if "ChoosingSerializer" in name}


@pytest.fixture
def classes():
    return choosing(Serializer), choosing(FastReadOnlySerializer)


def assert_same(classes, rows, names):
    reference, fast = (
        serializer_class(rows, many=True, context={"names": names}).data
        for serializer_class in classes
    )
    assert spelled_out(fast) == spelled_out(reference)


def test_a_shape_that_is_seen_once_is_not_compiled(classes):
    before = compiled()
    for number in range(len(NAMES)):
        assert_same(classes, [ROW] * FEW_ROWS, [NAMES[number], NAMES[number - 1]])
    assert compiled() == before


def test_one_that_comes_back_is_compiled(classes):
    before = compiled()
    for _ in range(3):
        assert_same(classes, [ROW] * FEW_ROWS, NAMES[:5])
    assert len(compiled() - before) == 1


def test_a_long_list_is_compiled_at_once(classes):
    before = compiled()
    assert_same(classes, [ROW] * (FIRST_ROWS + 20), NAMES[:4])
    assert len(compiled() - before) == 1


def test_a_few_rows_are_never_compiled(classes):
    before = compiled()
    for _ in range(5):
        assert_same(classes, [ROW] * (FEW_ROWS - 1), NAMES[:3])
    assert compiled() == before


def test_options_that_are_others_for_each_request_are_not_compiled():
    def make(base):
        class ChoosingSerializer(base):
            made = serializers.DateField()

            def get_fields(self):
                fields = super().get_fields()
                fields["made"].format = self.context["format"]
                return fields

        return ChoosingSerializer

    reference, fast = make(Serializer), make(FastReadOnlySerializer)
    before = compiled()
    for number in range(30):
        rows = [{"made": None}] * FEW_ROWS
        context = {"format": f"%Y {number}"}
        expected = spelled_out(reference(rows, many=True, context=context).data)
        assert spelled_out(fast(rows, many=True, context=context).data) == expected
    assert len(compiled() - before) <= 1


def test_what_was_seen_is_bounded(classes, monkeypatch):
    monkeypatch.setattr(shapes, "MOST_SHAPES", len(shapes.seen) + 20)
    _, fast = classes
    for number in range(60):
        names = [name for place, name in enumerate(NAMES) if number >> place & 1]
        assert len(fast([ROW] * FEW_ROWS, many=True, context={"names": names}).data) == FEW_ROWS
    assert len(shapes.seen) <= shapes.MOST_SHAPES


def test_what_is_compiled_is_bounded_by_its_size(classes, settings):
    settings.FASTSERIALIZERS = {"SHAPE_FIELDS": 40}
    for number in range(20):
        for _ in range(3):
            assert_same(classes, [ROW] * FEW_ROWS, [*NAMES[number % 12 :], *NAMES[: number % 7]])
        assert sum(map(shapes.fields_in, shapes.compiled)) <= 40
    assert shapes.compiled


class MadeByCode(serializers.Field):
    def __init__(self, **options):
        super().__init__(**options)

    def to_representation(self, value):
        return value


def leaving_one_open(base):
    class LeavingOneOpenSerializer(base):
        locals().update({name: serializers.IntegerField() for name in NAMES})
        made = MadeByCode(source=NAMES[0])

    return LeavingOneOpenSerializer


def count_of_calls(function):
    calls = 0

    def count(frame, event, arg):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("rows", [5, 10, 20, 50, 99, 200])
def test_one_field_that_is_left_open_costs_no_look_at_all_the_others(rows):
    counts = []
    for base in (Serializer, FastReadOnlySerializer):
        serializer_class = leaving_one_open(base)
        for _ in range(3):
            data = serializer_class([ROW] * rows, many=True).data
        assert data[-1] == {**ROW, "made": 0}
        counts.append(count_of_calls(lambda: serializer_class([ROW] * rows, many=True).data))  # noqa: B023
    assert counts[1] < counts[0]
