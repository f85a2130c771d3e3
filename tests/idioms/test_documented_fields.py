"""Idioms of REST framework's documentation: fields and relations of one's own."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.reverse import reverse

from tests.idioms.agreement import assert_agreement, serializer_class
from tests.models import Book, Review

pytestmark = pytest.mark.urls("tests.idioms.urls")


def books_with(fields, **declared):
    """Return a function that makes a class of books: `declared` are functions that make fields."""

    def make(base):
        made = {name: make_field() for name, make_field in declared.items()}
        return serializer_class(base, Book, [*fields, *made], made)

    return make


class Color:
    """A colour of the documentation."""

    def __init__(self, red, green, blue):
        self.red, self.green, self.blue = red, green, blue


class ColorField(serializers.Field):
    def to_representation(self, value):
        return f"rgb({value.red}, {value.green}, {value.blue})"


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


def test_a_field_that_represents_an_object():
    def make(base):
        class ShadeSerializer(base):
            color = ColorField(source="*")

        return ShadeSerializer

    rows = [Color(1, 2, 3), Color(4, 5, 6)]
    row = assert_agreement(make, lambda: rows, base=serializers.Serializer)[0]
    assert row == {"color": "rgb(1, 2, 3)"}


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


class TestRelations:
    def test_a_hyperlink_with_two_keys_in_its_address(self):
        class CustomerHyperlink(serializers.HyperlinkedRelatedField):
            view_name = "shop-book"

            def get_url(self, obj, view_name, request, format):  # noqa: A002
                kwargs = {"shop": obj.slug, "pk": obj.pk}
                return reverse(view_name, kwargs=kwargs, request=request, format=format)

            def use_pk_only_optimization(self):
                return False

        def make(base):
            declared = {"book": CustomerHyperlink(read_only=True)}
            return serializer_class(base, Review, ["stars", *declared], declared)

        def reviews():
            return Review.objects.select_related("book").order_by("pk")

        assert "/shops/book/books/" in assert_agreement(make, reviews)[0]["book"]
