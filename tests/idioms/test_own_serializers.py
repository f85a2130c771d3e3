"""Idioms of REST framework's documentation and of its users: serializers and their lists."""

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer

from tests.idioms.agreement import assert_agreement, context_of, mixed_in
from tests.models import Book, Review
from tests.overrides.fields import Shouted
from tests.relations.serializers import shape

pytestmark = pytest.mark.urls("tests.idioms.urls")


class HighScoreSerializer(BaseSerializer):
    def to_representation(self, instance):
        return {"score": instance.stars, "book": instance.book_id}


class ObjectSerializer(BaseSerializer):
    def to_representation(self, instance):
        attributes = sorted(vars(instance).items())
        return {name: str(value) for name, value in attributes if name[0] != "_"}


def test_base_serializers():
    declared = {"reviews": HighScoreSerializer(many=True), "all": ObjectSerializer(source="*")}
    row, *_ = assert_agreement(shape(Book, ["id"], declared))
    assert row["reviews"][0]["score"] == 4
    assert row["all"]["title"] == "The Prisoner of Zenda"


def test_mappings_of_fields():
    class Mapping:
        serializer_field_mapping = {
            **serializers.ModelSerializer.serializer_field_mapping,
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

    def make(base):
        names = ["title", "format", "published", "publisher", "tags"]
        return mixed_in(Mapping)(base, Book, names)

    row, *_ = assert_agreement(make)
    assert (row["title"], row["format"]) == ("THE PRISONER OF ZENDA!", "H!")


class ManyNamesForStaff:
    def get_field_names(self, declared_fields, info):
        names = super().get_field_names(declared_fields, info)
        return names if self.context.get("is_staff") else names[:1]


class PlainFieldsForStaff:
    def build_standard_field(self, field_name, model_field):
        made = super().build_standard_field(field_name, model_field)
        return made if self.context.get("is_staff") else (Shouted, {})


class OtherSourcesForStaff:
    def get_extra_kwargs(self):
        return {"title": {"source": "slug"}} if self.context.get("is_staff") else {}


@pytest.mark.parametrize("mixin", [ManyNamesForStaff, PlainFieldsForStaff, OtherSourcesForStaff])
def test_methods_that_make_the_fields_of_a_request(mixin):
    def make(base):
        return mixed_in(mixin)(base, Book, ["id", "title"])

    assert_agreement(make, contexts=[context_of(), context_of(is_staff=True)])


def test_a_meta_that_is_chosen_for_a_request():
    class Choosing:
        @property
        def Meta(self):
            fields = ["id", "title"] if self.context.get("is_staff") else ["title"]
            return type("Meta", (), {"model": Book, "fields": fields})

    def make(base):
        return type(base)("BookSerializer", (Choosing, base), {})

    assert_agreement(make, contexts=[context_of(), context_of(is_staff=True)])


def test_a_row_that_asks_for_another_row_on_the_way():
    class Threaded:
        def get_answers(self, review):
            return [self.to_representation(row) for row in review.answers.all()]

        def to_representation(self, instance):
            row = super().to_representation(instance)
            return {"first": next(iter(row)), **row}

    declared = {
        "label": serializers.CharField(required=False),
        "answers": serializers.SerializerMethodField(),
    }

    def make(base):
        return mixed_in(Threaded)(base, Review, ["label", "stars", "answers"], declared)

    row, *_ = assert_agreement(make, Review.objects.order_by("pk").all)
    assert row["answers"][0]["answers"][0]["stars"] == 1
