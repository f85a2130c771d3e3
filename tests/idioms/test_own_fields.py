"""Idioms of REST framework's documentation and of its users: fields of a project's own."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.idioms.agreement import assert_agreement
from tests.models import Book
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.urls("tests.idioms.urls")


def books_with(fields, **declared):
    """Return a function that makes a class of books: `declared` are functions that make fields."""

    def make(base):
        made = {name: make_field() for name, make_field in declared.items()}
        return serializer_of(base, Book, [*fields], made)

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


def test_fields_of_ones_own():
    make = books_with(
        ["id", "page_count", "shout", "cover"],
        kind=ClassNameField,
        coordinates=lambda: CoordinateField(source="*"),
        nested=lambda: Coordinates(source="*"),
        format=lambda: LabelledField(dict(Book.Format.choices)),
        grade=lambda: LabelledField({2: "high"}, required=False),
        shelf=lambda: LabelledField({}, default="none"),
        labels=lambda: StringListField(source="metadata.labels", default=[]),
        words=lambda: serializers.IntegerField(source="page_count"),
        text=lambda: serializers.CharField(source="__str__"),
        initials=lambda: serializers.CharField(source="publisher.initials", default=None),
        publisher_text=lambda: serializers.CharField(source="publisher.__str__", default=""),
        both=lambda: KeyAndLabel(choices=Book.Format.choices, source="format"),
        added=Timestamp,
        published=lambda: serializers.DateField(format="%d %B %Y"),
        year=lambda: serializers.IntegerField(source="published.year", default=None),
        subtitle=IsKnown,
        in_print=lambda: InPrint(source="title"),
    )
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
    row, other, *_ = assert_agreement(make)
    assert {name: row[name] for name in expected} == expected
    assert (other["subtitle"], "in_print" in other) == (False, False)


BINDINGS = {
    "nothing": lambda field: None,
    "another name": lambda field: setattr(field, "field_name", "renamed"),
    "another source": lambda field: setattr(field, "source_attrs", ["subtitle"]),
    "a field that is only written": lambda field: setattr(field, "write_only", True),
    "another method": lambda field: setattr(field, "to_representation", str.upper),
    "something of its parent": lambda field: setattr(field.parent, "wanted", "the title"),
}


def test_what_bind_makes_of_a_field():
    for change in BINDINGS.values():

        class Title(serializers.CharField):
            def bind(self, field_name, parent, change=change):
                super().bind(field_name, parent)
                change(self)

        make = books_with(
            ["id", "pages"],
            title=Title,
            wanted=serializers.SerializerMethodField,
            get_wanted=lambda: lambda serializer, book: getattr(serializer, "wanted", "?"),
        )
        assert_agreement(make)


# Fields that run code of the project's in one object: what they see of the others.


def asking(seen):
    """Return a field that adds to a value what `seen` says of the field."""

    class Seeing(serializers.Field):
        def get_attribute(self, instance):
            return instance.title

        def to_representation(self, value):
            return [value, seen(self)]

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
        return serializer_of(base, Book, ["id", "title", "pages", "publisher"], declared)

    for row in assert_agreement(make):
        assert row["field_0"][0] == row["title"]
