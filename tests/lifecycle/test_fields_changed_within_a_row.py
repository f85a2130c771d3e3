"""A method that changes the fields of its serializer while a row is read."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, spelled_out


def take_a_later_one_out(serializer):
    serializer.fields.pop("last", None)


def take_an_earlier_one_out(serializer):
    serializer.fields.pop("first", None)


def take_itself_out(serializer):
    serializer.fields.pop("changes", None)


def add_one(serializer):
    serializer.fields["added"] = serializers.CharField(source="first")


def replace(serializer):
    serializer.fields = {"first": serializer.get_fields()["first"]}
    serializer.fields["first"].bind("first", serializer)


def forget(serializer):
    serializer.__dict__.pop("fields", None)


CHANGES = (
    take_a_later_one_out,
    take_an_earlier_one_out,
    take_itself_out,
    add_one,
    replace,
    forget,
)
LAST = {
    "text": serializers.CharField,
    # Only DRF's own field knows this format.
    "date": lambda: serializers.DateField(format="%d of %B"),
    "own": lambda: type("Own", (serializers.CharField,), {"to_representation": lambda *of: 5})(),
}


def changing(change, make_last, base):
    class ExampleSerializer(base):
        first = serializers.CharField()
        changes = serializers.SerializerMethodField()
        last = make_last()

        def get_changes(self, row):
            if row.first == "changes":
                change(self)

    return ExampleSerializer


def outcome(serializer_class, many, looks):
    rows = [SimpleNamespace(first=first, last="2024-07-01") for first in ("a", "changes", "c")]
    serializer = serializer_class(rows if many else rows[1], many=many)
    if looks:
        assert getattr(serializer, "child", serializer).fields
    try:
        return spelled_out(serializer.data)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("form", FAST_FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("make_last", LAST.values(), ids=LAST)
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("looks", [False, True])
def test_a_row_is_read_to_its_end_as_drf_reads_it(form, change, make_last, many, looks):
    def make(base):
        return changing(change, make_last, base)

    expected = outcome(make(Serializer), many, looks)
    assert outcome(form(make, Serializer), many, looks) == expected
