"""Serializers that share, choose and flatten their fields."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlyModelSerializer
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Novel, Serial, Work
from tests.relations.serializers import serializer_of
from tests.values import SUMMER

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("stored")
class TestInheritedSerializers:
    def test_an_abstract_one_with_options_and_no_model(self):
        def make(model):
            def on(base):
                class NamedSerializer(base):
                    label = serializers.CharField(source="__str__")
                    kind = serializers.SerializerMethodField()

                    def get_kind(self, instance):
                        return type(instance).__name__

                    class Meta:
                        abstract = True
                        fields = ["id", "label", "kind", "made"]
                        extra_kwargs = {"made": {"format": "%Y"}, "id": {"source": "pk"}}

                class ExampleSerializer(NamedSerializer):
                    class Meta(NamedSerializer.Meta):
                        abstract = False

                ExampleSerializer.Meta.model = model
                return ExampleSerializer

            return on

        Work.objects.update(made=SUMMER)
        for model in (Work, Author, Novel):
            rows = assert_same_rows(make(model), lambda: model.objects.order_by("pk"))  # noqa: B023
            assert rows[0]["label"] == str(model.objects.first())

    def test_one_base_for_fields_and_another_for_the_model(self):
        def make(base):
            class Titled(Serializer):
                title = serializers.CharField(source="kind")
                label = serializers.CharField(source="title")

            class Counted(Serializer):
                label = serializers.IntegerField(source="pk")
                count = serializers.IntegerField(source="authors.count")

            class ExampleSerializer(Titled, Counted, base):
                class Meta:
                    model = Work
                    fields = "__all__"

            class Derived(ExampleSerializer):
                made = count = None
                first = serializers.StringRelatedField(source="authors.first")

                class Meta:
                    model = Work
                    exclude = ["sequel_to"]

            return Derived

        rows = assert_same_rows(make, Work.objects.order_by("pk").all)
        assert set(rows[0]) == {"id", "title", "label", "first", "authors", "made"}


def polymorphic(base):
    """Gives each row to the serializer of its own class, and says which class that is."""
    by_class = {
        Serial: serializer_of(base, Serial, ["title", "magazine"]),
        Novel: serializer_of(base, Novel, ["title", "chapters"]),
        Work: serializer_of(base, Work, ["title", "authors"]),
        Author: serializer_of(base, Author, ["name"], depth=1),
    }

    def to_representation(self, instance):
        serializer = by_class[type(instance)](context=self.context)
        return {"type": type(instance).__name__, **serializer.to_representation(instance)}

    return serializer_of(base, Work, ["title"], {"to_representation": to_representation})


@pytest.mark.usefixtures("stored")
class TestPolymorphicLists:
    def rows(self):
        models = (Work, Novel, Serial, Author, Work)
        return [row for model in models for row in model.objects.order_by("pk")]

    def test_of_all_types_alone_and_nested_in_another(self):
        assert_same_rows(polymorphic, self.rows)

        def outer(base):
            row = polymorphic(
                ModelSerializer if base is Serializer else FastReadOnlyModelSerializer
            )
            return type(base)("OuterSerializer", (base,), {"first": row(), "rows": row(many=True)})

        collections = [{"first": row, "rows": self.rows()} for row in self.rows()]
        assert_no_more_queries(outer, lambda: collections)


class Merged(serializers.Field):
    """Takes the whole row, as `source="*"` does."""

    def __init__(self, **kwargs):
        super().__init__(source="*", **kwargs)

    def to_representation(self, instance):
        return str(instance.title)


@pytest.mark.usefixtures("stored")
class TestWholeRows:
    def test_in_groups(self):
        def make(base):
            names = serializer_of(base, Work, ["title", "kind"])
            dates = serializer_of(base, Work, ["made"], {"names": names(source="*")})
            declared = {
                "names": names(source="*"),
                "dates": dates(source="*", help_text="When"),
                "text": serializers.StringRelatedField(source="*"),
                "chars": serializers.CharField(source="*"),
                "merged": Merged(),
                "slug": serializers.SlugRelatedField("title", source="*", read_only=True),
            }
            return serializer_of(base, Work, ["id"], declared)

        assert_same_rows(make, Work.objects.order_by("pk").all)

    def test_have_no_key_to_be_found_by_and_are_no_lists(self):
        def keys(base):
            key = serializers.PrimaryKeyRelatedField(source="*", read_only=True)
            return serializer_of(base, Work, ["id"], {"key": key})

        def lists(base):
            names = serializer_of(base, Work, ["title"])
            return serializer_of(base, Work, ["id"], {"rows": names(source="*", many=True)})

        for make in (keys, lists):
            assert_no_more_queries(make, Work.objects.order_by("pk").all)
