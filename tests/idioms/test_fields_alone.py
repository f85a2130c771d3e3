"""Fields that run code of the project's in one object: what they see of the others."""

from __future__ import annotations

import copy
import pickle

from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlySerializer
from tests.differential import FAST_FORMS, outcome, outcome_and_calls
from tests.idioms.agreement import assert_agreement, books, serializer_class
from tests.models import Book, Publisher, Tag

COLUMNS = ["id", "title", "pages", "publisher"]


class Asking(serializers.Field):
    """Is read by code of its own."""

    def get_attribute(self, instance):
        return instance.title

    def to_representation(self, value):
        return value


def asking(seen, **attributes):
    """Return a class of fields that represent a value by what `seen` says of the field."""

    def to_representation(field, value):
        return seen(field)

    return type("Asking", (Asking,), {"to_representation": to_representation, **attributes})


def books_with(**fields):
    """Return what makes a serializer class of books that has declared fields of classes."""

    def make(base):
        declared = {name: field(read_only=True) for name, field in fields.items()}
        return serializer_class(base, Book, [*COLUMNS, *declared], declared)

    return make


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
    fields = {f"field_{number}": asking(one) for number, one in enumerate(seen)}
    for row in assert_agreement(books_with(**fields, last=Asking)):
        assert row["last"] == row["title"]


class Copied:
    """An argument that says how often it is copied."""

    copies = []

    def __init__(self, name):
        self.name = name

    def __deepcopy__(self, memo):
        self.copies.append(self.name)
        return Copied(self.name)


class TestCodeOfTheProject:
    def test_makes_and_binds_a_field_as_often_as_ever(self):
        calls = Copied.copies

        class Made(Asking):
            def __init__(self, **options):
                calls.append("made")
                super().__init__(**options)

        class Bound(Asking):
            def bind(self, field_name, parent):
                calls.append("bound")
                super().bind(field_name, parent)

        def names(field):
            return [name for name in field.parent.fields if name != "made"]

        def make(base):
            declared = {
                "asking": asking(names)(read_only=True),
                "made": Made(read_only=True),
                "bound": Bound(read_only=True),
                "copied": Asking(read_only=True, style={"by": [Copied("style")]}),
                "listed": serializers.ListField(
                    child=asking(names, to_internal_value=None)(help_text=Copied("help")),
                    source="shelves.all",
                    read_only=True,
                ),
            }
            return serializer_class(base, Book, [*COLUMNS, *declared], declared)

        for form in FAST_FORMS:
            reference, fast = make(ModelSerializer), form(make, ModelSerializer)
            for cls in (reference, fast):
                outcome(cls, lambda: books()[0])
            expected = outcome_and_calls(reference, lambda: books()[0], calls)
            assert outcome_and_calls(fast, lambda: books()[0], calls) == expected

    def test_nested_serializers_with_methods(self):
        def make(base):
            class Named(base):
                name = serializers.SerializerMethodField()

                def get_name(self, row):
                    parent = self.parent if self.source else self.parent.parent
                    return f"{type(parent).__name__} {row} {self.context['mark']}"

            declared = {
                "publisher": serializer_class(Named, Publisher, ["name"])(),
                "tags": serializer_class(Named, Tag, ["id", "name"])(many=True),
            }
            return serializer_class(base, Book, [*COLUMNS, *declared], declared)

        assert_agreement(make, contexts=[{"mark": "!"}])

    def test_copies_a_serializer_that_has_read(self):
        class Titles(Serializer):
            one = Asking()

        for form in FAST_FORMS:
            fast = form(lambda base: type(base)("Titles", (base,), {"one": Asking()}), Serializer)
            for _ in range(2):
                serializer = fast(books()[0])
                assert serializer.data == Titles(books()[0]).data
            again = copy.deepcopy(serializer)
            again.instance = books()[1]
            assert again.data == Titles(books()[1]).data


class PickledSerializer(FastReadOnlySerializer):
    id = serializers.IntegerField()
    one = Asking()


def test_a_serializer_that_has_read_is_pickled():
    for _ in range(2):
        serializer = PickledSerializer(books()[0])
        expected = serializer.data
    unpickled = pickle.loads(pickle.dumps(serializer))  # noqa: S301
    assert unpickled.data == expected
    assert unpickled.fields["one"].parent is unpickled
