"""Rows that a queryset makes of more or less than a model."""

from __future__ import annotations

import pytest
from django.db.models import BooleanField, Count, Exists, F, OuterRef, Subquery, Value, Window
from django.db.models.functions import Concat, RowNumber, Upper
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Credit, Novel, Work
from tests.relations.serializers import serializer_of
from tests.values import SUMMER

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("stored")
class TestQuerysets:
    def test_of_dictionaries_across_relations(self):
        def make(base):
            class CreditSerializer(base):
                role = serializers.CharField()
                author__name = serializers.CharField()
                title = serializers.CharField(source="work__title")
                where = serializers.CharField(source="author__home__within__code")
                shout = serializers.CharField(source="shouted", default="quiet")

            return CreditSerializer

        names = ["role", "author__name", "work__title", "author__home__within__code"]
        rows = assert_same_rows(make, Credit.objects.values(*names).all, Serializer)
        assert {row["where"] for row in rows} == {"ruritania", None}
        shouted = Credit.objects.values(*names, shouted=Upper("role"))
        assert_same_rows(make, shouted.all, Serializer)

    def test_of_groups(self):
        def make(base):
            class RoleSerializer(base):
                role = serializers.CharField()
                count = serializers.IntegerField()
                percent = serializers.DecimalField(5, 1, source="count")

            return RoleSerializer

        for grouped in (Credit.objects.values("role"), Credit.objects.order_by().values("role")):
            assert_same_rows(make, lambda: grouped.annotate(count=Count("pk")), Serializer)  # noqa: B023

    def test_of_named_tuples_and_of_single_values(self):
        def named(base):
            title, work = serializers.CharField(), serializers.IntegerField(source="pk")
            return type(base)("NamedSerializer", (base,), {"title": title, "work": work})

        def single(base):
            declared = {
                "whole": serializers.CharField(source="*"),
                "length": serializers.SerializerMethodField(),
                "get_length": lambda serializer, title: len(title),
            }
            return type(base)("SingleSerializer", (base,), declared)

        works = Work.objects.order_by("pk")
        assert_same_rows(named, lambda: works.values_list("pk", "title", named=True), Serializer)
        assert_same_rows(single, lambda: works.values_list("title", flat=True), Serializer)
        assert_same_rows(single, lambda: works.values_list("title", "pk"), Serializer)

    def test_with_annotations(self):
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
            return Work.objects.order_by("pk").annotate(
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


def test_a_model_serializer_takes_rows_of_any_model():
    def make(base):
        return serializer_of(base, Work, ["made", "kind", "id"])

    rows = [Author(name="a"), Work(title="w"), Novel(title="n", made=SUMMER)]
    assert_same_rows(make, lambda: rows)
