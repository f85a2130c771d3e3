"""What instances lack: the default, None, or no field at all, wherever and however it is read.

`tests.objects` has errors of every kind for objects of every kind.
"""

from __future__ import annotations

import gc
from collections import UserDict
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers

from tests.differences import found_differences
from tests.differential import both
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
    "there": lambda: {"value": "there"},
    "none": lambda: SimpleNamespace(value=None),
}


def test_values_that_are_missing_in_a_partial_serializer():
    for options in ALL_OPTIONS:

        def body(options=options):
            inner = type(serializers.Serializer)(
                "Inner", (serializers.Serializer,), {"value": serializers.CharField(**options)}
            )
            return {"one": inner(source="*"), "other": inner(source="*", partial=True)}

        for is_partial in (True, False):
            classes = [partial(cls, partial=is_partial) for cls in both(body)]
            assert [*found_differences(classes, MISSING, None, None)] == [], options


def test_the_error_tells_which_row_lacks_it():
    row = Properties()
    for serializer in both(lambda: {"value": serializers.CharField()}):
        for _ in range(2):
            with pytest.raises(AttributeError) as raised:
                serializer([row] * 20, many=True).data  # noqa: B018
            assert raised.value.__context__.obj is row


@pytest.mark.parametrize("cls", [SimpleNamespace, Properties, Answering, UserDict, Publisher])
def test_rows_leave_no_cycles_behind(cls):
    """Cycles of references are left to the garbage collector, which stops everything else."""

    def body():
        fields = {}
        for number, options in enumerate(filter(None, ALL_OPTIONS)):
            missing = f"missing_{number}"
            fields[missing] = serializers.CharField(**options)
            fields[f"path_{number}"] = serializers.CharField(source=f"{missing}.more", **options)
        return fields

    _, fast = both(body)
    # More than the objects of one serializer, which are in circles.
    rows = [cls() for _ in range(1000)]
    for _ in range(2):
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
