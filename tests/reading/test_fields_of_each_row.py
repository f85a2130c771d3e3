"""Rows of a list with its own `to_representation()`: their fields are chosen once for the list."""

import sys
from collections import Counter

import pytest
from rest_framework import serializers

from tests.differential import outcome, read_fast

ROWS = 100
COLUMNS = [f"column_{number}" for number in range(40)]


def class_of(columns, unwanted=()):
    """Return a class with a field that no row has, so that REST framework's field is made."""

    class Row(serializers.Serializer):
        kind = serializers.CharField(default="row")

        def get_fields(self):
            fields = super().get_fields()
            for name in unwanted:
                fields.pop(name)
            return fields

        def to_representation(self, instance):
            return {"own": super().to_representation(instance)}

    fields = {name: serializers.IntegerField() for name in columns}
    return type(serializers.Serializer)("Row", (Row,), fields)


def calls_of_a_list(serializer_class, row):
    """Return how many functions in Python are called for a list of `ROWS` rows."""

    def data():
        return serializer_class([row] * ROWS, many=True).data

    read_fast(data)
    calls = Counter()
    sys.setprofile(lambda frame, event, argument: calls.update([event]))
    try:
        read_fast(data)
    finally:
        sys.setprofile(None)
    return calls["call"]


def test_a_row_takes_no_more_calls_for_more_columns():
    row = dict.fromkeys(COLUMNS, 1)
    few, many = (calls_of_a_list(class_of(columns), row) for columns in (COLUMNS[:2], COLUMNS))
    assert many - few < ROWS


@pytest.mark.parametrize("unwanted", [(), ("column_0",)], ids=["all", "some"])
def test_a_field_that_is_popped_between_rows_is_gone_from_the_next(unwanted):
    class Popping(class_of(COLUMNS[:3], unwanted)):
        def to_representation(self, instance):
            row = super().to_representation(instance)
            self.fields.pop("column_2", None)
            return row

    def use():
        return [outcome(Popping, lambda: dict.fromkeys(COLUMNS, 1), many=3) for _ in range(40)]

    assert read_fast(use) == use()
