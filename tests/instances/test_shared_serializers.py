"""Serializers that share, choose and flatten their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlyModelSerializer
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Novel, Place, Serial, Work
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

        rows = assert_same_rows(make, lambda: Work.objects.order_by("pk"))
        assert set(rows[0]) == {"id", "title", "label", "first", "authors", "made"}

    def test_for_each_action_one_more_field(self):
        def make(base):
            class ListSerializer(base):
                class Meta:
                    model = Author
                    fields = ["name"]

            class DetailSerializer(ListSerializer):
                works = serializers.StringRelatedField(many=True)

                class Meta(ListSerializer.Meta):
                    fields = (*ListSerializer.Meta.fields, "works", "home")
                    depth = 1
                    read_only_fields = fields

            class FullSerializer(DetailSerializer):
                class Meta(DetailSerializer.Meta):
                    fields = None
                    exclude = ("mentors",)

            return FullSerializer

        assert_same_rows(make, lambda: Author.objects.order_by("pk"))


def polymorphic_by_class(base):
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


def polymorphic_by_fields(base):
    """Has all fields of all classes, and leaves out those that a row does not have."""
    declared = {
        "name": serializers.CharField(required=False),
        "title": serializers.CharField(required=False),
        "chapters": serializers.IntegerField(required=False),
        "magazine": serializers.CharField(default=None),
        "home": serializers.StringRelatedField(required=False),
        "novel": serializer_of(base, Novel, ["chapters"])(required=False),
    }
    return serializer_of(base, Work, ["id"], declared)


def polymorphic_by_instance(base):
    """Is made for one row at a time, and then has the fields of that row's class."""

    def get_fields(self):
        fields = super(example, self).get_fields()
        if isinstance(self.instance, Author):
            del fields["title"]
            fields["name"] = serializers.CharField()
        return fields

    example = serializer_of(base, Work, ["title"], {"get_fields": get_fields})
    return example


POLYMORPHIC = [polymorphic_by_class, polymorphic_by_fields, polymorphic_by_instance]


@pytest.mark.usefixtures("stored")
class TestPolymorphicLists:
    def rows(self):
        models = (Work, Novel, Serial, Author, Work)
        return [row for model in models for row in model.objects.order_by("pk")]

    @pytest.mark.parametrize("make", POLYMORPHIC[:2], ids=lambda make: make.__name__)
    def test_of_all_types(self, make):
        assert_same_rows(make, self.rows)

    def test_whose_rows_are_alone(self):
        assert_no_more_queries(polymorphic_by_instance, self.rows)

    @pytest.mark.parametrize("make", POLYMORPHIC, ids=lambda make: make.__name__)
    def test_nested_in_another(self, make):
        def outer(base):
            row = make(ModelSerializer if base is Serializer else FastReadOnlyModelSerializer)

            class CollectionSerializer(base):
                first = row()
                rows = row(many=True)

            return CollectionSerializer

        class Collection(NamedTuple):
            first: Any
            rows: Any

        assert_no_more_queries(
            outer, lambda: [Collection(row, self.rows()) for row in self.rows()]
        )


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

        assert_same_rows(make, lambda: Work.objects.order_by("pk"))

    def test_have_no_key_to_be_found_by(self):
        def make(base):
            key = serializers.PrimaryKeyRelatedField(source="*", read_only=True)
            return serializer_of(base, Work, ["id"], {"key": key})

        assert_no_more_queries(make, lambda: Work.objects.order_by("pk"))

    def test_flattened_into_the_row(self):
        def make(base):
            class Flattening(base):
                def to_representation(self, instance):
                    row = super().to_representation(instance)
                    for name, value in list(row.items()):
                        if isinstance(value, Mapping):
                            row.update(
                                {f"{name}_{key}": row for key, row in row.pop(name).items()}
                            )
                    return row

                class Meta:
                    model = Work

            place = serializer_of(Flattening, Place, ["code"])
            declared = {"home": place(), "portrait": serializers.CharField(default=None)}
            author = serializer_of(Flattening, Author, ["name"], declared)
            first = author(source="authors.first", allow_null=True)
            return serializer_of(
                Flattening, Work, ["title"], {"first": first, "authors": author(many=True)}
            )

        rows = assert_same_rows(make, lambda: Work.objects.order_by("pk"))
        assert rows[0]["first_home_code"] == "zenda"

    def test_are_no_lists(self):
        def make(base):
            names = serializer_of(base, Work, ["title"])
            return serializer_of(base, Work, ["id"], {"rows": names(source="*", many=True)})

        assert_no_more_queries(make, lambda: Work.objects.order_by("pk"))
