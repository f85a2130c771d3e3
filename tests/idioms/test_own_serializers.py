"""Idioms of REST framework's documentation and of its users: serializers and their lists."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import models
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer

from tests.idioms.agreement import assert_agreement, books, context_of
from tests.models import Book, Publisher, Review, Tag
from tests.overrides.fields import Shouted
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.urls("tests.idioms.urls")

IDIOMS = {}


def idiom(seen, rows=books, contexts=None):
    """Register a function that makes a class, and what is `seen` in what REST framework gives."""

    def register(make):
        IDIOMS[make.__name__.replace("_", " ")] = make, seen, rows, contexts
        return make

    return register


# Serializers, lists of them, and what they choose.


class HighScoreSerializer(BaseSerializer):
    def to_representation(self, instance):
        return {"score": instance.stars, "book": instance.book_id}


class ObjectSerializer(BaseSerializer):
    def to_representation(self, instance):
        attributes = sorted(vars(instance).items())
        return {name: str(value) for name, value in attributes if name[0] != "_"}


@idiom(lambda rows: rows[0]["reviews"][0]["score"] == 4 and rows[0]["all"]["title"] > "The")
def base_serializers(base):
    declared = {"reviews": HighScoreSerializer(many=True), "all": ObjectSerializer(source="*")}
    return serializer_of(base, Book, ["id"], declared)


class Visible(ListSerializer):
    def to_representation(self, data):
        if isinstance(data, models.Manager | models.QuerySet):
            data = data.all().exclude(label="hidden")
        return super().to_representation(data)


@idiom(lambda rows: len(rows[0]["tags"]) == 2)
def a_list_class_that_leaves_rows_out(base):
    tag = serializer_of(base, Tag, ["label"], list_serializer_class=Visible)
    return serializer_of(base, Book, ["id", "tags"], {"tags": tag(many=True)})


@idiom(lambda rows: (rows[0]["title"], rows[0]["format"]) == ("THE PRISONER OF ZENDA!", "H!"))
def mappings_of_fields(base):
    class BookSerializer(base):
        serializer_field_mapping = {
            **base.serializer_field_mapping,
            models.CharField: Shouted,
            models.DateField: serializers.ReadOnlyField,
        }
        serializer_related_field = serializers.StringRelatedField
        serializer_choice_field = Shouted

        def build_standard_field(self, field_name, model_field):
            field_class, kwargs = super().build_standard_field(field_name, model_field)
            kwargs.pop("choices", None)
            kwargs.pop("allow_blank", None) if field_class is not Shouted else None
            return field_class, kwargs

        def build_relational_field(self, field_name, relation_info):
            _, kwargs = super().build_relational_field(field_name, relation_info)
            many = {"many": True} if kwargs.get("many") else {}
            return serializers.StringRelatedField, many

    fields = ["title", "format", "published", "publisher", "tags"]
    return serializer_of(BookSerializer, Book, fields)


@idiom(lambda rows: rows[0]["url"].startswith("http://testserver/"))
def a_url_named_and_looked_up_in_another_way(base):
    class BookSerializer(serializers.HyperlinkedModelSerializer, base):
        def build_url_field(self, field_name, model_class):
            field_class, kwargs = super().build_url_field(field_name, model_class)
            kwargs["lookup_url_kwarg"] = "pk"
            return field_class, kwargs

    extra = {
        "url": {"view_name": "book-detail", "lookup_field": "id"},
        "publisher": {"view_name": "publisher-detail", "lookup_url_kwarg": "pk"},
    }
    return serializer_of(BookSerializer, Book, ["url", "title", "publisher"], extra_kwargs=extra)


# Serializers that decide for themselves.

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


def choosing_by(kind, base):
    def chosen_fields(self):
        fields = super(chosen, self).fields
        for name in set(fields) - set(asked_for(self, fields)):
            fields.pop(name)
        return fields

    fields = kind(chosen_fields)
    if kind is cached_property:
        fields.__set_name__(None, "fields")
    chosen = type(base)("Chosen", (base,), {"fields": fields})
    return serializer_of(chosen, Book, COLUMNS)


def has_chosen(rows):
    return list(rows[0]) == ["id", "title"]


for kind in (property, cached_property):
    name = f"fields by a {kind.__name__} that calls super"
    IDIOMS[name] = partial(choosing_by, kind), has_chosen, books, FIELD_SETS


@idiom(has_chosen, contexts=FIELD_SETS)
def fields_by_their_names(base):
    class Chosen(base):
        def get_field_names(self, declared_fields, info):
            names = super().get_field_names(declared_fields, info)
            return list(asked_for(self, dict.fromkeys(names)))

    return serializer_of(Chosen, Book, COLUMNS)


@idiom(lambda rows: (rows[0]["publisher"], rows[1]["title"]) == ({"code": "a"}, "book"))
def a_field_replaced_whenever_a_row_is_represented(base):
    """Writes keys, reads rows: `self.fields[...] = ...` in `to_representation()`."""
    publisher = serializer_of(base, Publisher, ["code"])

    class Replacing(base):
        def to_representation(self, instance):
            self.fields["publisher"] = publisher(read_only=True)
            if instance.format == "P":
                self.fields["title"] = serializers.CharField(source="slug")
            return super().to_representation(instance)

    return serializer_of(Replacing, Book, ["id", "publisher", "title"])


@idiom(
    lambda rows: rows[0]["answers"][0]["answers"][0]["stars"] == 1,
    rows=lambda: Review.objects.order_by("pk"),
)
def a_row_that_asks_for_another_row_on_the_way(base):
    class Threaded(base):
        answers = serializers.SerializerMethodField()
        label = serializers.CharField(required=False)

        def get_answers(self, review):
            return [self.to_representation(row) for row in review.answers.all()]

        def to_representation(self, instance):
            row = super().to_representation(instance)
            return {"first": next(iter(row)), **row}

    return serializer_of(Threaded, Review, ["label", "stars", "answers"])


# Nested serializers that choose for the request.


SHORT = [context_of("short=1"), context_of(), context_of("short=1")]


@idiom(lambda rows: list(rows[0]["publisher"]) == ["name", "code"], contexts=SHORT)
def a_nested_one_that_chooses_its_own_fields(base):
    class Shortened(base):
        def get_fields(self):
            fields = super().get_fields()
            name = next(iter(fields)) if self.parent.field_name else "id"
            fields[name] = serializers.CharField()
            if "short" in self.context["request"].query_params:
                fields.pop("id")
            return fields

    nested = {
        "publisher": serializer_of(Shortened, Publisher, ["id", "name", "code"])(),
        "tags": serializer_of(Shortened, Tag, ["id", "label"])(many=True),
    }
    return serializer_of(base, Book, ["id", "title", "format", "price"], nested)


@pytest.mark.parametrize("name", IDIOMS)
def test_idioms(name):
    make, seen, rows, contexts = IDIOMS[name]
    found = assert_agreement(make, rows, contexts=contexts)
    assert seen(found), found
