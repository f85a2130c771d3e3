"""Idioms of REST framework's documentation: serializers, lists of them, and what they choose."""

from __future__ import annotations

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer

from tests.idioms.agreement import assert_agreement, serializer_class
from tests.models import Book, Tag

pytestmark = pytest.mark.urls("tests.idioms.urls")


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
