"""Idioms of REST framework's documentation and of its users: fields of a project's own."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.idioms.agreement import assert_agreement
from tests.models import Book

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


def books_with_own_fields(base):
    class BookSerializer(base):
        kind = ClassNameField()
        coordinates = CoordinateField(source="*")
        nested = Coordinates(source="*")
        format = LabelledField(dict(Book.Format.choices))
        grade = LabelledField({2: "high"}, required=False)
        shelf = LabelledField({}, default="none")
        labels = StringListField(source="metadata.labels", default=[])
        words = serializers.IntegerField(source="page_count")
        text = serializers.CharField(source="__str__")
        initials = serializers.CharField(source="publisher.initials", default=None)
        publisher_text = serializers.CharField(source="publisher.__str__", default="")
        both = KeyAndLabel(choices=Book.Format.choices, source="format")
        added = Timestamp()
        published = serializers.DateField(format="%d %B %Y")
        year = serializers.IntegerField(source="published.year", default=None)
        subtitle = IsKnown()
        in_print = InPrint(source="title")

        class Meta:
            model = Book
            fields = (
                "id",
                "page_count",
                "shout",
                "cover",
                "kind",
                "coordinates",
                "nested",
                "format",
                "grade",
                "shelf",
                "labels",
                "words",
                "text",
                "initials",
                "publisher_text",
                "both",
                "added",
                "published",
                "year",
                "subtitle",
                "in_print",
            )

    return BookSerializer


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


class BoundUnderAnotherName(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.field_name = "renamed"


class BoundToAnotherSource(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.source_attrs = ["subtitle"]


class BoundToBeWritten(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.write_only = True


class BoundWithAnotherMethod(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.to_representation = str.upper


class TellsItsParent(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        parent.wanted = "the title"


@pytest.mark.parametrize(
    "field_class",
    [
        serializers.CharField,
        BoundUnderAnotherName,
        BoundToAnotherSource,
        BoundToBeWritten,
        BoundWithAnotherMethod,
        TellsItsParent,
    ],
)
def test_what_bind_makes_of_a_field(field_class):
    def make(base):
        class BookSerializer(base):
            title = field_class()
            wanted = serializers.SerializerMethodField()

            class Meta:
                model = Book
                fields = ("id", "pages", "title", "wanted")

            def get_wanted(self, book):
                return getattr(self, "wanted", "?")

        return BookSerializer

    assert_agreement(make)


# A field that runs code of the project's in one object: what it sees of the others.


def source(field):
    return field.source, field.label, field.source_attrs


def name_of_the_class(field):
    return type(field.parent).__name__.startswith("Book")


def whether_the_root_has_an_instance(field):
    return field.root.instance is not None


def context(field):
    return sorted(field.context)


def names(field):
    return [*field.parent.fields]


def whether_it_is_itself(field):
    return field.parent.fields[field.field_name] is field


def names_of_all_fields(field):
    return [other.field_name for other in field.parent.fields.values()]


def whether_all_fields_have_its_parent(field):
    return [other.parent is field.parent for other in field.parent.fields.values()]


def attributes(field):
    return sorted(set(vars(field)) - {"_creation_counter", "seen"})


def an_option_of_another_field(field):
    return field.parent.fields["pages"].max_value


class Seeing(serializers.Field):
    """Adds to a title what a function sees of the field."""

    def __init__(self, seen, **options):
        self.seen = seen
        super().__init__(read_only=True, **options)

    def get_attribute(self, instance):
        return instance.title

    def to_representation(self, value):
        return [value, self.seen(self)]


def books_that_show_what_fields_see(base):
    class BookSerializer(base):
        seen_source = Seeing(source)
        class_name = Seeing(name_of_the_class)
        seen_root = Seeing(whether_the_root_has_an_instance)
        seen_context = Seeing(context)
        names = Seeing(names)
        itself = Seeing(whether_it_is_itself)
        all_names = Seeing(names_of_all_fields)
        parents = Seeing(whether_all_fields_have_its_parent)
        attributes = Seeing(attributes)
        option = Seeing(an_option_of_another_field)

        class Meta:
            model = Book
            fields = (
                "id",
                "title",
                "pages",
                "publisher",
                "seen_source",
                "class_name",
                "seen_root",
                "seen_context",
                "names",
                "itself",
                "all_names",
                "parents",
                "attributes",
                "option",
            )

    return BookSerializer


def test_what_a_field_sees_of_itself_and_of_the_others():
    rows = assert_agreement(books_that_show_what_fields_see)
    assert [row["seen_source"][0] for row in rows] == [row["title"] for row in rows]
