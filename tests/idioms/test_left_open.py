"""Serializers of which one field chooses for the request, and the class says all others."""

from __future__ import annotations

from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, context_of, serializer_class
from tests.models import Book, Publisher, Tag

CONTEXTS = [context_of("short=1"), context_of(), context_of("short=1")]


def is_short(serializer):
    return "short" in serializer.context["request"].query_params


def book_class(base, chosen, **declared):
    """Return a class whose publisher and tags are of classes that `chosen` decides for."""
    nested = {
        "publisher": serializer_class(chosen, Publisher, ["id", "name", "code"])(),
        "tags": serializer_class(chosen, Tag, ["id", "label"])(many=True),
        **declared,
    }
    return serializer_class(base, Book, ["id", "title", "format", "price", *nested], nested)


def shortened(base):
    class Shortened(base):
        def get_fields(self):
            fields = super().get_fields()
            if is_short(self):
                fields.pop("id")
            return fields

    return Shortened


class TestOneThatChooses:
    def test_its_own_fields(self):
        row = assert_agreement(lambda base: book_class(base, shortened(base)), contexts=CONTEXTS)[
            0
        ]
        assert list(row["publisher"]) == ["name", "code"]
        assert row["format"] == "H"

    def test_what_its_parent_says_of_it(self):
        def make(base):
            class Chosen(base):
                def get_fields(self):
                    fields = super().get_fields()
                    name = next(iter(fields)) if self.parent.field_name else "id"
                    fields[name] = serializers.CharField()
                    return fields

            return book_class(base, Chosen)

        row = assert_agreement(make, contexts=CONTEXTS)[0]
        assert type(row["publisher"]["id"]) is str


class TestAnotherField:
    def test_declared_and_not_to_be_read(self):
        class Hidden(serializers.CharField):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.write_only = True

        def make(base):
            return book_class(base, shortened(base), subtitle=Hidden())

        assert "subtitle" not in assert_agreement(make, contexts=CONTEXTS)[0]

    def test_declared_and_read_by_every_other_serializer(self):
        class Odd(serializers.CharField):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                self.write_only = is_short(parent)

        def make(base):
            return book_class(base, shortened(base), subtitle=Odd())

        assert "subtitle" not in assert_agreement(make, contexts=CONTEXTS)[0]
