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
from tests.idioms.test_documented_fields import StringListField
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
    {"default": None},
    {"default": None, "allow_null": True},
    {"default": list},
    {"default": WithContext()},
    {"required": False},
    {"required": False, "allow_null": True},
    {"allow_null": True},
    {},
]
DEFAULTS = ["", 0, True, decimal.Decimal("1.50"), []]


@pytest.mark.parametrize("make", ROWS.values(), ids=ROWS)
class TestMissing:
    def test_in_a_row(self, make):
        for options in OPTIONS:
            for field in (serializers.CharField, serializers.ReadOnlyField):
                assert_same(lambda: {"value": field(**options)}, make)  # noqa: B023

    def test_on_a_path(self, make):
        field = serializers.CharField
        for options in OPTIONS:
            assert_same(lambda: {"value": field(source="value.more", **options)}, make)  # noqa: B023
            for row in (SimpleNamespace(one=make()), {"one": make()}):
                assert_same(lambda: {"value": field(source="one.value", **options)}, row)  # noqa: B023

    def test_of_other_fields(self, make):
        class Inner(serializers.Serializer):
            value = serializers.CharField()

        for options in OPTIONS[::2]:
            for field in (
                Inner,
                StringListField,
                serializers.StringRelatedField,
                partial(serializers.ChoiceField, choices=["default", ""]),
            ):
                assert_same(lambda: {"value": field(**options)}, make)  # noqa: B023

    def test_in_a_partial_serializer(self, make):
        for options in OPTIONS:

            class Inner(serializers.Serializer):
                value = serializers.CharField(**options)

            def body(Inner=Inner):
                one, other = Inner(source="*"), Inner(source="*", partial=True)
                return {"one": one, "other": other}

            reference, fast = both(body)
            for is_partial in (True, False):
                expected = outcome(partial(reference, partial=is_partial), make, many=True)
                actual = outcome(partial(fast, partial=is_partial), make, many=True)
                assert actual == expected, options


def test_defaults_of_every_type():
    for default in DEFAULTS:
        for field in (serializers.CharField, serializers.IntegerField, serializers.ReadOnlyField):
            for make in (SimpleNamespace, dict):
                assert_same(lambda: {"value": field(default=default)}, make)  # noqa: B023


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


@pytest.mark.parametrize("cls", [SimpleNamespace, Properties, Answering, UserDict, Book])
def test_rows_leave_no_more_behind_than_with_drf(cls):
    """Cycles of references are left to the garbage collector, which stops everything else."""

    def body():
        fields = {}
        for number, options in enumerate(OPTIONS[3:8]):
            missing = f"missing_{number}"
            fields[missing] = serializers.CharField(**options)
            fields[f"path_{number}"] = serializers.CharField(source=f"{missing}.more", **options)
        return fields

    rows = [cls() for _ in range(50)]
    left = []
    for serializer in both(body):
        for _ in range(3):
            serializer(rows, many=True).data  # noqa: B018
        gc.collect()
        gc.disable()
        try:
            serializer(rows, many=True).data  # noqa: B018
            left.append(gc.collect())
        finally:
            gc.enable()
    assert left[1] <= left[0] + len(rows)
