"""What instances lack: the default, None, or no field at all, wherever and however it is read.

`tests.objects` has errors of every kind for objects of every kind.
"""

import gc
from collections import UserDict
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers

from tests.differences import found_differences
from tests.differential import assert_alike, made_fast, made_of
from tests.models import Publisher
from tests.objects.kinds import ALL_OPTIONS
from tests.objects.test_objects import Answering


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
