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
