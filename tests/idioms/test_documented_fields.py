"""Idioms of REST framework's documentation: fields and relations of one's own."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, serializer_class
from tests.models import Book

pytestmark = pytest.mark.urls("tests.idioms.urls")


def books_with(fields, **declared):
    """Return a function that makes a class of books: `declared` are functions that make fields."""

    def make(base):
        made = {name: make_field() for name, make_field in declared.items()}
        return serializer_class(base, Book, [*fields, *made], made)

    return make


class ClassNameField(serializers.Field):
    def get_attribute(self, instance):
        return instance  # The whole object, not an attribute of it.

    def to_representation(self, value):
        return value.__class__.__name__


class CoordinateField(serializers.Field):
    def to_representation(self, value):
        return {"x": value.pages, "y": -value.pages}


class LabelledField(serializers.Field):
    def __init__(self, labels, **kwargs):
        self.labels = labels
        super().__init__(**kwargs)

    def to_representation(self, value):
        return {"value": value, "label": self.labels.get(value)}


class StringListField(serializers.ListField):
    child = serializers.CharField()


class Shortened(serializers.CharField):
    """Says in its arguments what it does."""

    def __init__(self, length=5, **kwargs):
        self.length = length
        super().__init__(**kwargs)

    def to_representation(self, value):
        return super().to_representation(value)[: self.length]


class Coordinates(serializers.Serializer):
    x = serializers.IntegerField(source="pages")
    y = serializers.FloatField(source="weight")


def test_fields_of_ones_own():
    make = books_with(
        ["id", "page_count", "shout"],
        kind=ClassNameField,
        coordinates=lambda: CoordinateField(source="*"),
        nested=lambda: Coordinates(source="*"),
        format=lambda: LabelledField(dict(Book.Format.choices)),
        grade=lambda: LabelledField({2: "high"}, required=False),
        shelf=lambda: LabelledField({}, default="none"),
        title=lambda: Shortened(length=7),
        subtitle=lambda: Shortened(allow_null=True),
        labels=lambda: StringListField(source="metadata.labels", default=[]),
        words=lambda: serializers.IntegerField(source="page_count"),
        format_name=lambda: serializers.CharField(source="get_format_display"),
        grade_name=lambda: serializers.ReadOnlyField(source="get_grade_display"),
        text=lambda: serializers.CharField(source="__str__"),
        initials=lambda: serializers.CharField(source="publisher.initials", default=None),
        publisher_text=lambda: serializers.CharField(source="publisher.__str__", default=""),
    )
    expected = {
        "kind": "Book",
        "coordinates": {"x": 310, "y": -310},
        "nested": {"x": 310, "y": 0.5},
        "format": {"value": "H", "label": "Hardback"},
        "shelf": {"value": "none", "label": None},
        "title": "The Pri",
        "labels": ["one"],
        "words": 310,
        "format_name": "Hardback",
        "initials": "AP",
    }
    row = assert_agreement(make)[0]
    assert {name: row[name] for name in expected} == expected
