"""What instances lack: the default, None, or no field at all, wherever and however it is read."""

from __future__ import annotations

import decimal
import gc
from collections import UserDict
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.differential import assert_same, both, outcome
from tests.idioms.agreement import assert_agreement, serializer_class
from tests.models import Blurb, Book


class Answering:
    def __getattr__(self, name):
        if name == "other":
            return "answered"
        raise AttributeError(f"no {name}")


class Properties:
    @property
    def value(self):
        raise AttributeError("of a property")


class Keys:
    @property
    def value(self):
        raise KeyError("value")


class Absent:
    @property
    def value(self):
        raise ObjectDoesNotExist


class NoBlurb:
    @property
    def value(self):
        raise Blurb.DoesNotExist


class Broken:
    @property
    def value(self):
        raise ValueError("broken")


class Skipped:
    @property
    def value(self):
        raise SkipField


class Declared:
    value = None


class WithMissing(dict):
    def __missing__(self, key):
        if key == "value":
            raise KeyError(key)
        return "missing"


ROWS = {
    "nothing": SimpleNamespace,
    "slots": type("Slots", (), {"__slots__": ("value",)}),
    "answers": Answering,
    "property": Properties,
    "key error": Keys,
    "does not exist": Absent,
    "no blurb": NoBlurb,
    "broken": Broken,
    "skipped": Skipped,
    "declared": Declared,
    "dict": dict,
    "subclass": WithMissing,
    "mapping": UserDict,
    "there": lambda: SimpleNamespace(value="there"),
    "there in a dict": lambda: {"value": "there"},
    "none": lambda: SimpleNamespace(value=None),
    "called": lambda: SimpleNamespace(value=lambda: "called"),
    "path": lambda: SimpleNamespace(value=SimpleNamespace()),
}


class WithContext:
    requires_context = True

    def __call__(self, field):
        return field.field_name


OPTIONS = [
    {"default": "default"},
    {"default": ""},
    {"default": 0},
    {"default": True},
    {"default": None},
    {"default": None, "allow_null": True},
    {"default": decimal.Decimal("1.50")},
    {"default": list},
    {"default": WithContext()},
    {"default": []},
    {"required": False},
    {"required": False, "allow_null": True},
    {"allow_null": True},
    {"read_only": True},
    {},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options))
@pytest.mark.parametrize("make", ROWS.values(), ids=ROWS)
class TestMissing:
    def test_in_a_row(self, make, options):
        for field in (serializers.CharField, serializers.ReadOnlyField, serializers.IntegerField):
            if not (field is serializers.ReadOnlyField and "read_only" in options):
                assert_same(lambda: {"value": field(**options)}, make)  # noqa: B023

    def test_on_a_path(self, make, options):
        field = serializers.CharField
        assert_same(lambda: {"value": field(source="value.more", **options)}, make)
        row = SimpleNamespace(one=make())
        assert_same(lambda: {"value": field(source="one.value", **options)}, row)
        assert_same(lambda: {"value": field(source="one.value", **options)}, {"one": make()})

    def test_in_a_partial_serializer(self, make, options):
        class Inner(serializers.Serializer):
            value = serializers.CharField(**options)

        def body():
            one, other = Inner(source="*"), Inner(source="*", partial=True)
            return {"value": serializers.CharField(**options), "one": one, "other": other}

        reference, fast = both(body)
        for is_partial in (True, False):
            for many in (False, True):
                expected = outcome(partial(reference, partial=is_partial), make, many=many)
                assert outcome(partial(fast, partial=is_partial), make, many=many) == expected

    def test_of_other_fields(self, make, options):
        class Inner(serializers.Serializer):
            value = serializers.CharField()

        for field in (
            Inner,
            lambda **options: serializers.ListField(child=serializers.CharField(), **options),
            serializers.StringRelatedField,
            partial(serializers.ChoiceField, choices=["default", ""]),
        ):
            if field is not serializers.StringRelatedField or "read_only" not in options:
                assert_same(lambda: {"value": field(**options)}, make)  # noqa: B023


class TestModels:
    def test_attributes_that_rows_may_have(self):
        def make(base):
            declared = {
                "count": serializers.IntegerField(default=0),
                "rank": serializers.IntegerField(required=False),
                "note": serializers.CharField(allow_null=True),
                "blurb_text": serializers.CharField(source="blurb.text", default="none"),
                "publisher_name": serializers.CharField(source="publisher.name", default="?"),
                "narrator": serializers.CharField(source="audiobook.narrator", default=""),
            }
            return serializer_class(base, Book, ["id", *declared], declared)

        def books():
            rows = list(Book.objects.order_by("pk"))
            rows[0].count, rows[1].rank, rows[1].note = 5, "7", "noted"
            return rows

        rows = assert_agreement(make, books)
        assert [row["count"] for row in rows] == [5, 0, 0]
        assert ["rank" in row for row in rows] == [False, True, False]


def test_the_error_tells_which_row_lacks_it():
    row = Properties()
    for serializer in both(lambda: {"value": serializers.CharField()}):
        for _ in range(2):
            with pytest.raises(AttributeError) as raised:
                serializer([row] * 20, many=True).data  # noqa: B018
            assert raised.value.__context__.obj is row


@pytest.mark.parametrize(
    "options",
    [{"default": list}, {"default": 1}, {"required": False}, {"allow_null": True}],
    ids=lambda options: " ".join(options),
)
@pytest.mark.parametrize("cls", [SimpleNamespace, Properties, Answering, UserDict, Book])
def test_rows_leave_no_more_behind_than_with_drf(options, cls):
    """Cycles of references are left to the garbage collector, which stops everything else."""

    def body():
        return {
            "value": serializers.CharField(**options),
            "path": serializers.CharField(source="value.more", **options),
        }

    rows = [cls() for _ in range(50)]
    left = []
    for serializer in both(body):
        serializer(rows, many=True).data  # noqa: B018
        gc.collect()
        gc.disable()
        try:
            serializer(rows, many=True).data  # noqa: B018
            left.append(gc.collect())
        finally:
            gc.enable()
    assert left[1] <= left[0] + len(rows)
