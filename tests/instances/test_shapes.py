"""Rows that are more or less than a model's, and serializers that share or flatten fields."""

from __future__ import annotations

import pytest
from django.db.models import BooleanField, Count, Exists, F, OuterRef, Subquery, Value, Window
from django.db.models.functions import Concat, RowNumber, Upper
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import of_body
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Credit, Novel, Work
from tests.relations.serializers import serializer_of
from tests.values import SUMMER

pytestmark = pytest.mark.usefixtures("stored")


def works():
    return Work.objects.order_by("pk")


# Rows.


@of_body
def across_relations():
    return {
        "role": serializers.CharField(),
        "author__name": serializers.CharField(),
        "title": serializers.CharField(source="work__title"),
        "where": serializers.CharField(source="author__home__within__code"),
        "shout": serializers.CharField(source="shouted", default="quiet"),
    }


@of_body
def groups():
    return {
        "role": serializers.CharField(),
        "count": serializers.IntegerField(),
        "percent": serializers.DecimalField(5, 1, source="count"),
    }


@of_body
def named_tuples():
    return {"title": serializers.CharField(), "work": serializers.IntegerField(source="pk")}


@of_body
def single_values():
    return {
        "whole": serializers.CharField(source="*"),
        "length": serializers.SerializerMethodField(),
        "get_length": lambda serializer, title: len(title),
    }


NAMES = ["role", "author__name", "work__title", "author__home__within__code"]
ROWS = [
    (across_relations, lambda: Credit.objects.values(*NAMES)),
    (across_relations, lambda: Credit.objects.values(*NAMES, shouted=Upper("role"))),
    (groups, lambda: Credit.objects.values("role").annotate(count=Count("pk"))),
    (groups, lambda: Credit.objects.order_by().values("role").annotate(count=Count("pk"))),
    (named_tuples, lambda: works().values_list("pk", "title", named=True)),
    (single_values, lambda: works().values_list("title", flat=True)),
    (single_values, lambda: works().values_list("title", "pk")),
]


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_rows_that_are_no_instances(number):
    assert_same_rows(*ROWS[number], Serializer)


def test_annotated_rows():
    def make(base):
        declared = {
            "upper": serializers.CharField(),
            "number": serializers.IntegerField(),
            "before": serializers.CharField(),
            "credited": serializers.BooleanField(),
            "writer": serializers.ReadOnlyField(),
            "constant": serializers.BooleanField(default=None),
            "label": serializers.CharField(source="titled"),
        }
        return serializer_of(base, Work, ["title", "credit_count"], declared)

    def annotated():
        writers = Credit.objects.filter(work=OuterRef("pk"), role="writer")
        return works().annotate(
            upper=Upper("title"),
            number=Window(RowNumber(), order_by="pk"),
            before=F("sequel_to__title"),
            credited=Exists(writers),
            writer=Subquery(writers.values("author__name")[:1]),
            constant=Value(True, output_field=BooleanField()),
            titled=Concat("title", Value("!")),
        )

    assert_same_rows(make, annotated)
    # In the place of a property that is cached.
    assert_same_rows(make, lambda: annotated().annotate(credit_count=Count("credits")))
    assert_same_rows(make, lambda: annotated().only("pk"))
    # Rows that lack the annotations are in the list, too.
    assert_no_more_queries(make, lambda: [*annotated(), *Work.objects.all()])


# Serializers.


def of_an_abstract_one(base):
    """Inherits options and a method from a serializer without a model."""

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
            model = Work

    return ExampleSerializer


def of_several_bases(base):
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


SERIALIZERS = [
    (of_an_abstract_one, lambda: Work.objects.order_by("pk")),
    (of_an_abstract_one, lambda: [Author(name="a"), Novel(title="n", made=SUMMER)]),
    (of_several_bases, works),
]


@pytest.mark.parametrize("number", range(len(SERIALIZERS)))
def test_serializers_that_share_choose_and_flatten_fields(number):
    assert_same_rows(*SERIALIZERS[number])


def test_whole_rows_that_have_no_key_and_are_no_lists():
    key = serializers.PrimaryKeyRelatedField(source="*", read_only=True)
    for field in (key, serializer_of(ModelSerializer, Work, ["title"])(source="*", many=True)):
        assert_no_more_queries(
            lambda base: serializer_of(base, Work, ["id"], {"field": field}),  # noqa: B023
            works,
        )
