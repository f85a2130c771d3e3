"""Idioms from the threads of REST framework's users: serializers that decide for themselves."""

from __future__ import annotations

from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.differential import every_form
from tests.idioms.agreement import assert_agreement, books, context_of, serializer_class
from tests.models import AudioBook, Book, Publisher

FIELD_SETS = [
    context_of("fields=id,title"),
    context_of("fields=title,tags"),
    context_of(),
    context_of("fields=pages,publisher,id"),
]
COLUMNS = ["id", "title", "pages", "publisher", "tags"]


def asked_for(serializer, fields):
    """Return those of `fields` that the request of a serializer asks for."""
    names = serializer.context["request"].query_params.get("fields")
    return fields if names is None else {name: fields[name] for name in names.split(",")}


class TestFieldsOfTheRequest:
    def test_a_property_that_calls_super(self):
        for kind in (property, cached_property):

            def make(base, kind=kind):
                class Chosen(base):
                    def chosen_fields(self):
                        fields = super().fields
                        for name in set(fields) - set(asked_for(self, fields)):
                            fields.pop(name)
                        return fields

                    fields = kind(chosen_fields)

                return serializer_class(Chosen, Book, COLUMNS)

            assert list(assert_agreement(make, contexts=FIELD_SETS)[0]) == ["id", "title"]

    def test_get_field_names(self):
        def make(base):
            class Chosen(base):
                def get_field_names(self, declared_fields, info):
                    names = super().get_field_names(declared_fields, info)
                    return list(asked_for(self, dict.fromkeys(names)))

            return serializer_class(Chosen, Book, COLUMNS)

        assert_agreement(make, contexts=FIELD_SETS)


class TestRepresentation:
    def test_a_field_replaced_whenever_a_row_is_represented(self):
        """Writes keys, reads rows: `self.fields[...] = ...` in `to_representation()`."""

        def make(base):
            publisher = serializer_class(base, Publisher, ["code"])

            class BookSerializer(base):
                class Meta:
                    model = Book
                    fields = ("id", "publisher", "title")

                def to_representation(self, instance):
                    self.fields["publisher"] = publisher(read_only=True)
                    if instance.format == "P":
                        self.fields["title"] = serializers.CharField(source="slug")
                    return super().to_representation(instance)

            return BookSerializer

        row, other, *_ = assert_agreement(make)
        assert (row["publisher"], other["title"]) == ({"code": "a"}, "book")

    def test_a_row_read_by_another_serializer(self):
        def make(base):
            read = serializer_class(base, Book, ["id", "title", "publisher"], depth=1)

            class WriteSerializer(base):
                class Meta:
                    model = Book
                    fields = ("title", "publisher")

                def to_representation(self, instance):
                    return read(instance, context=self.context).data

            return WriteSerializer

        assert_agreement(make)

    def test_rows_of_several_kinds(self):
        """A polymorphic serializer: what a row is decides on who represents it."""

        def make(base):
            class Polymorphic(base):
                class Meta:
                    model = Book
                    fields = ("id",)

                def to_representation(self, instance):
                    if hasattr(instance, "audiobook"):
                        instance = instance.audiobook
                    chosen = {AudioBook: audio, Book: book}[type(instance)]
                    row = chosen(instance, context=self.context).data
                    return {"type": type(instance).__name__, **row}

            audio = serializer_class(base, AudioBook, ["id", "narrator"])
            book = serializer_class(base, Book, ["id", "title"])
            return Polymorphic

        rows = assert_agreement(make, lambda: Book.objects.order_by("pk"))
        assert [row["type"] for row in rows] == ["Book", "Book", "AudioBook"]


def test_classes_that_are_made_for_each_request():
    """A page API: the names that it asks for make a class by `type()`."""

    def of_names(base, *names):
        meta = type("Meta", (), {"model": Book, "fields": names})
        return type(f"{names[0].title()}Serializer", (base,), {"Meta": meta})

    for names in (("title",), ("id", "publisher", "tags"), ("title",), ("pages", "shout")):
        reference, *forms = every_form(lambda base: of_names(base, *names), ModelSerializer)  # noqa: B023
        expected = reference(books(), many=True).data
        for cls in (*forms, *forms):
            assert cls(books(), many=True).data == expected
            assert cls(list(books()), many=True).data == expected
            assert [cls(book).data for book in books()] == expected
