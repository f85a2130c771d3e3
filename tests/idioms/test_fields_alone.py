"""Fields that run code of the project's in one object: what they see of the others."""

from __future__ import annotations

import copy
import pickle

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.idioms.agreement import assert_agreement, books, serializer_class
from tests.models import Book

COLUMNS = ["id", "title", "pages", "publisher"]


class Asking(serializers.Field):
    """Is read by code of its own."""

    def get_attribute(self, instance):
        return instance.title

    def to_representation(self, value):
        return value


def asking(seen):
    """Return a field that represents a value by what `seen` says of the field."""

    class Seeing(Asking):
        def to_representation(self, value):
            return seen(self)

    return Seeing(read_only=True)


def test_what_a_field_sees_of_itself_and_of_the_others():
    seen = [
        lambda field: (field.source, field.label, field.source_attrs),
        lambda field: type(field.parent).__name__.startswith("Book"),
        lambda field: field.root.instance is not None,
        lambda field: sorted(field.context),
        lambda field: (*field.parent.fields,),
        lambda field: field.parent.fields[field.field_name] is field,
        lambda field: [it.field_name for it in field.parent.fields.values()],
        lambda field: [it.parent is field.parent for it in field.parent.fields.values()],
        lambda field: sorted(set(vars(field)) - {"_creation_counter"}),
        lambda field: field.parent.fields["pages"].max_value,
    ]

    def make(base):
        declared = {f"field_{number}": asking(one) for number, one in enumerate(seen)}
        declared["last"] = Asking(read_only=True)
        return serializer_class(base, Book, [*COLUMNS, *declared], declared)

    for row in assert_agreement(make):
        assert row["last"] == row["title"]


class OneAsked(FastReadOnlySerializer):
    id = serializers.IntegerField()
    one = Asking()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])  # noqa: S301
def test_a_serializer_that_has_read_is_copied_and_pickled(again):
    for _ in range(2):
        serializer = OneAsked(books()[0])
        expected = serializer.data
    made = again(serializer)
    assert made.data == expected
    assert made.fields["one"].parent is made
