"""Idioms of REST framework's documentation and of its users: fields of a project's own."""

import pytest
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.idioms.agreement import assert_agreement
from tests.models import Book
from tests.relations.serializers import shape

pytestmark = pytest.mark.urls("tests.idioms.urls")


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


class Coordinates(serializers.Serializer):
    x = serializers.IntegerField(source="pages")
    y = serializers.FloatField(source="weight")


class KeyAndLabel(serializers.ChoiceField):
    def to_representation(self, value):
        value = super().to_representation(value)
        return {"key": value, "value": self.choices.get(value)}


class Timestamp(serializers.DateTimeField):
    def to_representation(self, value):
        return int(value.timestamp())


class IsKnown(serializers.Field):
    """REST framework asks a field nothing about None: this one is asked nevertheless."""

    def get_attribute(self, instance):
        return (super().get_attribute(instance),)

    def to_representation(self, value):
        return value != (None,)


class InPrint(serializers.CharField):
    def get_attribute(self, instance):
        if instance.in_print and instance.format == "H":
            return super().get_attribute(instance)
        raise SkipField


books_with_own_fields = shape(
    Book,
    ["id", "page_count", "shout", "cover"],
    {
        "kind": ClassNameField(),
        "coordinates": CoordinateField(source="*"),
        "nested": Coordinates(source="*"),
        "format": LabelledField(dict(Book.Format.choices)),
        "grade": LabelledField({2: "high"}, required=False),
        "shelf": LabelledField({}, default="none"),
        "labels": StringListField(source="metadata.labels", default=[]),
        "words": serializers.IntegerField(source="page_count"),
        "text": serializers.CharField(source="__str__"),
        "initials": serializers.CharField(source="publisher.initials", default=None),
        "publisher_text": serializers.CharField(source="publisher.__str__", default=""),
        "both": KeyAndLabel(choices=Book.Format.choices, source="format"),
        "added": Timestamp(),
        "published": serializers.DateField(format="%d %B %Y"),
        "year": serializers.IntegerField(source="published.year", default=None),
        "subtitle": IsKnown(),
        "in_print": InPrint(source="title"),
    },
)


def test_fields_of_ones_own():
    expected = {
        "kind": "Book",
        "coordinates": {"x": 310, "y": -310},
        "format": {"value": "H", "label": "Hardback"},
        "shelf": {"value": "none", "label": None},
        "initials": "AP",
        "added": 1719837000,
        "year": 1894,
        "subtitle": True,
        "in_print": "The Prisoner of Zenda",
    }
    row, other, *_ = assert_agreement(books_with_own_fields)
    assert {name: row[name] for name in expected} == expected
    assert (other["subtitle"], "in_print" in other) == (False, False)


class Seeing(serializers.Field):
    """Runs code of the project's in one object: it shows what it sees of itself and the others."""

    def get_attribute(self, instance):
        return instance.title

    def to_representation(self, value):
        names = [*self.parent.fields]
        others = self.parent.fields.values()
        return {
            "title": value,
            "source": (self.source, self.label, self.source_attrs),
            "class": type(self.parent).__name__,
            "root": self.root.instance is not None,
            "context": sorted(self.context),
            "names": names,
            "is itself": self.parent.fields[self.field_name] is self,
            "names of fields": [field.field_name for field in others],
            "parents": [field.parent is self.parent for field in others],
            "attributes": sorted(vars(self).keys() - {"_creation_counter"}),
            "option": self.parent.fields["pages"].max_value,
        }


def test_what_a_field_sees_of_itself_and_of_the_others():
    seeing = {"seen": Seeing(read_only=True), "seen_again": Seeing(read_only=True)}
    rows = assert_agreement(shape(Book, ["id", "title", "pages", "publisher"], seeing))
    assert [row["seen"]["title"] for row in rows] == [row["title"] for row in rows]
