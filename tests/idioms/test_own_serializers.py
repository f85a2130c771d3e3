"""Idioms of REST framework's documentation and of its users: serializers and their lists."""

from __future__ import annotations

import pytest
from django.db import models
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer

from tests.differential import every_form, outcome
from tests.idioms.agreement import assert_agreement, books, context_of, serializer_class
from tests.models import AudioBook, Book, Publisher, Review, Tag

pytestmark = pytest.mark.urls("tests.idioms.urls")

# Idioms of REST framework's documentation: serializers, lists of them, and what they choose.


class TestRepresentation:
    def test_base_serializers(self):
        class HighScoreSerializer(BaseSerializer):
            def to_representation(self, instance):
                return {"score": instance.stars, "book": instance.book_id}

        class ObjectSerializer(BaseSerializer):
            def to_representation(self, instance):
                attributes = sorted(vars(instance).items())
                return {name: str(value) for name, value in attributes if name[0] != "_"}

        def make(base):
            declared = {
                "reviews": HighScoreSerializer(many=True),
                "all": ObjectSerializer(source="*"),
            }
            return serializer_class(base, Book, ["id", *declared], declared)

        row = assert_agreement(make)[0]
        assert (row["reviews"][0]["score"], row["all"]["title"]) == (4, "The Prisoner of Zenda")


class TestLists:
    def test_a_list_class_that_leaves_rows_out(self):
        class Visible(ListSerializer):
            def to_representation(self, data):
                if isinstance(data, models.Manager | models.QuerySet):
                    data = data.all().exclude(label="hidden")
                return super().to_representation(data)

        def make(base):
            tag = serializer_class(base, Tag, ["label"], list_serializer_class=Visible)
            return serializer_class(base, Book, ["id", "tags"], {"tags": tag(many=True)})

        assert len(assert_agreement(make)[0]["tags"]) == 2


class TestMeta:
    def test_mappings_of_fields(self):
        class Shouted(serializers.CharField):
            def to_representation(self, value):
                return super().to_representation(value).upper()

        def make(base):
            class BookSerializer(base):
                serializer_field_mapping = {
                    **base.serializer_field_mapping,
                    models.CharField: Shouted,
                    models.DateField: serializers.ReadOnlyField,
                }
                serializer_related_field = serializers.StringRelatedField
                serializer_choice_field = Shouted

                class Meta:
                    model = Book
                    fields = ("title", "format", "published", "publisher", "tags")

                def build_standard_field(self, field_name, model_field):
                    field_class, kwargs = super().build_standard_field(field_name, model_field)
                    kwargs.pop("choices", None)
                    kwargs.pop("allow_blank", None) if field_class is not Shouted else None
                    return field_class, kwargs

                def build_relational_field(self, field_name, relation_info):
                    _, kwargs = super().build_relational_field(field_name, relation_info)
                    many = {"many": True} if kwargs.get("many") else {}
                    return serializers.StringRelatedField, many

            return BookSerializer

        row = assert_agreement(make)[0]
        assert (row["title"], row["format"]) == ("THE PRISONER OF ZENDA", "H")

    def test_a_url_named_and_looked_up_in_another_way(self):
        def make(base):
            class BookSerializer(serializers.HyperlinkedModelSerializer, base):
                class Meta:
                    model = Book
                    fields = ("url", "title", "publisher")
                    extra_kwargs = {
                        "url": {"view_name": "book-detail", "lookup_field": "id"},
                        "publisher": {"view_name": "publisher-detail", "lookup_url_kwarg": "pk"},
                    }

                def build_url_field(self, field_name, model_class):
                    field_class, kwargs = super().build_url_field(field_name, model_class)
                    kwargs["lookup_url_kwarg"] = "pk"
                    return field_class, kwargs

            return BookSerializer

        assert assert_agreement(make)[0]["url"].startswith("http://testserver/")


# Idioms from the threads of REST framework's users: serializers that decide for themselves.


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


class TestRepresentationsOfRows:
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


# Serializers of which one field chooses for the request, and the class says all others.


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


# Lists whose rows a project's code, or REST framework's, represents one at a time.


CONTEXT = context_of()


def assert_same_in_lists(make, base=serializers.ModelSerializer, make_rows=books):
    """Assert the same of a list that is read twice, whose rows may change how they are read."""
    reference, *forms = every_form(make, base)
    expected = outcome(lambda rows: reference(rows, many=True, context=CONTEXT), make_rows)
    for fast in forms:
        actual = outcome(lambda rows: fast(rows, many=True, context=CONTEXT), make_rows)  # noqa: B023
        assert actual == expected
    return expected


class TestOwnRepresentation:
    """`to_representation()` that calls super."""

    def test_asks_itself_for_another_row_on_the_way(self):
        def make(base):
            class Threaded(base):
                answers = serializers.SerializerMethodField()
                label = serializers.CharField(required=False)

                def get_answers(self, review):
                    return [self.to_representation(row) for row in review.answers.all()]

                def to_representation(self, instance):
                    row = super().to_representation(instance)
                    return {"first": next(iter(row)), **row}

            return serializer_class(Threaded, Review, ["label", "stars", "answers"])

        rows = assert_agreement(make, lambda: Review.objects.order_by("pk"))
        assert rows[0]["answers"][0]["answers"][0]["stars"] == 1

    def test_has_rows_of_several_models(self):
        def make(base):
            class Keyed(base):
                def to_representation(self, instance):
                    return {**super().to_representation(instance), "type": type(instance)}

            return serializer_class(Keyed, Book, ["id", "title"])

        def rows():
            return [*books(), *AudioBook.objects.all(), None, {"id": 1, "title": "A"}]

        assert_same_in_lists(make, make_rows=lambda: rows()[:-2])
        assert_same_in_lists(make, make_rows=rows)
