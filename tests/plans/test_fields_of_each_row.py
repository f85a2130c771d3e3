"""A serializer whose fields are made anew, replaced or changed between rows."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, every_form, spelled_out

ROWS = [
    {"kind": kind, "name": f"name {number}", "secret": number, "inner": {"a": 1, "b": 2}}
    for number, kind in enumerate("aabbaacaab")
]


def forgotten(serializer):
    serializer.__dict__.pop("fields", None)


def deleted(serializer):
    if "fields" in serializer.__dict__:
        del serializer.fields


def replaced(serializer, kind="a"):
    serializer.fields = {
        name: field
        for name, field in serializer.get_fields().items()
        if name != "secret" or kind == "a"
    }
    for name, field in serializer.fields.items():
        field.bind(name, serializer)


def taken_out(serializer, kind="a"):
    if kind != "a":
        serializer.fields.pop("secret", None)


def moved_to_the_end(serializer, kind="a"):
    fields = serializer.fields.fields
    fields["kind"] = fields.pop("kind")
    if kind == "a":
        fields["name"] = fields.pop("name")


def hidden(serializer, kind="a"):
    if "secret" in serializer.fields:
        serializer.fields["secret"].write_only = kind != "a"


def nested_forgotten(serializer, kind="a"):
    serializer.fields["inner"].__dict__.pop("fields", None)
    serializer.fields["inner"].mark = kind


def nested_taken_out(serializer, kind="a"):
    if kind != "a":
        serializer.fields["inner"].fields.pop("b", None)


CHANGES = (
    forgotten,
    deleted,
    replaced,
    taken_out,
    moved_to_the_end,
    hidden,
    nested_forgotten,
    nested_taken_out,
)


def by_row(change, base):
    """Return a serializer of which the fields are changed before each row."""

    class Inner(base):
        a = serializers.IntegerField()
        b = serializers.IntegerField()

    class ExampleSerializer(base):
        kind = serializers.CharField()
        name = serializers.CharField()
        secret = serializers.IntegerField()
        inner = Inner()

        def get_fields(self):
            fields = super().get_fields()
            if getattr(self, "kind_of_row", "a") != "a":
                del fields["secret"]
            return fields

        def to_representation(self, instance):
            self.kind_of_row = instance["kind"]
            if change.__code__.co_argcount == 1:
                change(self)
            else:
                change(self, instance["kind"])
            return super().to_representation(instance)

    return ExampleSerializer


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_each_row_has_the_fields_of_its_turn(change):
    expected = spelled_out(by_row(change, Serializer)(ROWS, many=True).data)
    for form in FAST_FORMS:
        fast = form(lambda base: by_row(change, base), Serializer)
        for _ in range(2):
            assert spelled_out(fast(ROWS, many=True).data) == expected, form


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_one_serializer_that_is_asked_again_and_again(change):
    reference, *forms = every_form(lambda base: by_row(change, base))
    one = reference()
    expected = [spelled_out(one.to_representation(row)) for row in ROWS]
    for fast in forms:
        for _ in range(2):
            one = fast()
            assert [spelled_out(one.to_representation(row)) for row in ROWS] == expected
