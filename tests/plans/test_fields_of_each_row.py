"""A serializer whose fields are made anew, replaced or changed between rows."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, every_form, spelled_out
from tests.hunting.changing import CHANGES, before_each_row

ROWS = [
    {"kind": kind, "name": f"name {number}", "inner": {"a": 1, "b": 2}, "secret": number}
    for number, kind in enumerate("aabbaacaab")
]


def by_row(change, base):
    """Return a serializer of which the fields are changed before each row."""

    class Inner(base):
        a = serializers.IntegerField()
        b = serializers.IntegerField()

    class ExampleSerializer(before_each_row(CHANGES[change]), base):
        kind = serializers.CharField()
        name = serializers.CharField()
        inner = Inner()
        secret = serializers.IntegerField()

        def get_fields(self):
            fields = super().get_fields()
            if getattr(self, "turn", 0) % 4 > 1:
                del fields["secret"]
            return fields

    return ExampleSerializer


@pytest.mark.parametrize("change", CHANGES)
def test_each_row_has_the_fields_of_its_turn(change):
    expected = spelled_out(by_row(change, Serializer)(ROWS, many=True).data)
    for form in FAST_FORMS:
        fast = form(lambda base: by_row(change, base), Serializer)
        for _ in range(2):
            assert spelled_out(fast(ROWS, many=True).data) == expected, form


@pytest.mark.parametrize("change", CHANGES)
def test_one_serializer_that_is_asked_again_and_again(change):
    reference, *forms = every_form(lambda base: by_row(change, base))
    one = reference()
    expected = [spelled_out(one.to_representation(row)) for row in ROWS]
    for fast in forms:
        for _ in range(2):
            one = fast()
            assert [spelled_out(one.to_representation(row)) for row in ROWS] == expected
