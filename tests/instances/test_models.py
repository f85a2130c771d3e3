"""Instances of models, stored or not, rows that are none, and shapes of their serializers."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db.models import BooleanField, Count, Exists, F, OuterRef, Subquery, Value, Window
from django.db.models.functions import Concat, RowNumber, Upper
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import of_body
from tests.instances.books import store_books
from tests.models import Book, Publisher
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Credit, Novel, Work
from tests.relations.serializers import methods, serializer_of, shape, with_relations
from tests.rows.querysets import works
from tests.values import SUMMER

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    store_books()
    return Book.objects.get(title="The Prisoner")


# Columns and relations, loaded or not.

RELATED = ["publisher", "by_code", "tags", "shelves", "reviews", "blurb"]
OF_NO_COLUMN = {
    "reviews_count": serializers.IntegerField(),
    "again": serializers.CharField(source="pages_again"),
    "pk": serializers.ReadOnlyField(),
}
MAKES = {
    "all fields": shape(Book, "__all__"),
    "keys": shape(Book, RELATED),
    "nested": with_relations(Book, RELATED),
    "nested twice": shape(Book, ["id", *RELATED], depth=2),
    "of no column": shape(Book, ["pk", "id", "shout", "page_count"], OF_NO_COLUMN),
}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_columns_and_relations(book, make):
    rows = Book.objects.annotate(reviews_count=Count("reviews"), pages_again=F("pages"))
    joined = rows.select_related("publisher__country", "by_code", "blurb")
    to_many = ("tags", "shelves", "reviews__answers")
    prefetched = rows.prefetch_related(*to_many, "publisher__country")
    for loaded in (rows, joined, prefetched, joined.prefetch_related(*to_many)):
        assert_same_rows(make, loaded.order_by("pk").all)


# Instances that are not as the database has them.


def unsaved(**values):
    return lambda book: Book(**values)


def a_deferred_column_of_a_row_that_is_gone(book):
    loaded = Book.objects.only("pk").get(pk=book.pk)
    loaded.pk = loaded.id = 10**6
    return loaded


def a_key_that_was_changed_after_its_relation_was_loaded(book):
    loaded = Book.objects.select_related("publisher").get(pk=book.pk)
    loaded.publisher_id = Publisher.objects.get_or_create(name="Other", code="o")[0].pk
    return loaded


def a_copy_that_has_lost_its_key_with_rows_prefetched(book):
    loaded = Book.objects.prefetch_related("tags", "reviews").get(pk=book.pk)
    loaded.pk = None
    return loaded


def a_lazy_user(book):
    return SimpleLazyObject(lambda: User.objects.get_or_create(username="rudolf")[0])


COLUMNS = ["title", "price", "pages", "published", "in_print", "format", "grade"]
NAME = {"name": serializers.CharField(source="publisher.name")}
INSTANCES = [
    (shape(Book, COLUMNS), unsaved(title=5, price="3.5", pages="12", in_print="no")),
    (shape(Book, COLUMNS), unsaved(title="Dated", published="2024-01-01")),
    (shape(Book, COLUMNS), unsaved(format=Book.Format.HARDBACK, grade=Book.Grade.HIGH)),
    (shape(Book, ["id", "publisher", "tags", "reviews"]), unsaved(title="New")),
    (shape(Book, ["publisher", "tags"], depth=1), unsaved(title="New")),
    (shape(Book, ["nothing"]), unsaved()),
    (shape(Book, ["id", "title"]), a_deferred_column_of_a_row_that_is_gone),
    (shape(Book, ["publisher"], NAME), a_key_that_was_changed_after_its_relation_was_loaded),
    (shape(Book, ["tags", "reviews"]), a_copy_that_has_lost_its_key_with_rows_prefetched),
    (shape(User, ["id", "username", "date_joined", "last_login"]), a_lazy_user),
    (shape(Book, ["tags"], depth=1), a_copy_that_has_lost_its_key_with_rows_prefetched),
]


@pytest.mark.parametrize(("make", "change"), INSTANCES)
def test_instances_that_are_not_as_stored(book, make, change):
    assert_no_more_queries(make, lambda: [change(book), change(book)])


# Rows that are no instances, or have more than the columns of their model.


ACROSS_RELATIONS = {
    "role": serializers.CharField(),
    "author__name": serializers.CharField(),
    "title": serializers.CharField(source="work__title"),
    "where": serializers.CharField(source="author__home__within__code"),
    "shout": serializers.CharField(source="shouted", default="quiet"),
}
GROUPS = {
    "role": serializers.CharField(),
    "count": serializers.IntegerField(),
    "percent": serializers.DecimalField(5, 1, source="count"),
}
NAMED_TUPLES = {"title": serializers.CharField(), "work": serializers.IntegerField(source="pk")}
SINGLE_VALUES = {
    "whole": serializers.CharField(source="*"),
    **methods(length=lambda serializer, title: len(title)),
}
NAMES = ["role", "author__name", "work__title", "author__home__within__code"]
ROWS = [
    (ACROSS_RELATIONS, Credit.objects.values(*NAMES)),
    (ACROSS_RELATIONS, Credit.objects.values(*NAMES, shouted=Upper("role"))),
    (GROUPS, Credit.objects.values("role").annotate(count=Count("pk"))),
    (GROUPS, Credit.objects.order_by().values("role").annotate(count=Count("pk"))),
    (NAMED_TUPLES, works().values_list("pk", "title", named=True)),
    (SINGLE_VALUES, works().values_list("title", flat=True)),
    (SINGLE_VALUES, works().values_list("title", "pk")),
]


@pytest.mark.usefixtures("stored")
def test_rows_that_are_no_instances():
    for fields, rows in ROWS:
        assert_same_rows(of_body(lambda fields=fields: dict(fields)), rows.all, Serializer)


@pytest.mark.usefixtures("stored")
def test_annotated_rows():
    declared = {
        "upper": serializers.CharField(),
        "number": serializers.IntegerField(),
        "before": serializers.CharField(),
        "credited": serializers.BooleanField(),
        "writer": serializers.ReadOnlyField(),
        "constant": serializers.BooleanField(default=None),
        "label": serializers.CharField(source="titled"),
    }
    make = shape(Work, ["title", "credit_count"], declared)
    writers = Credit.objects.filter(work=OuterRef("pk"), role="writer")
    annotated = works().annotate(
        upper=Upper("title"),
        number=Window(RowNumber(), order_by="pk"),
        before=F("sequel_to__title"),
        credited=Exists(writers),
        writer=Subquery(writers.values("author__name")[:1]),
        constant=Value(True, output_field=BooleanField()),
        titled=Concat("title", Value("!")),
    )
    # One in the place of a property that is cached.
    for rows in (
        annotated,
        annotated.annotate(credit_count=Count("credits")),
        annotated.only("pk"),
    ):
        assert_same_rows(make, rows.all)
    # Rows that lack the annotations are in the list, too.
    assert_no_more_queries(make, lambda: [*annotated.all(), *Work.objects.all()])


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


@pytest.mark.usefixtures("stored")
def test_serializers_that_inherit_fields_and_options():
    assert_same_rows(of_an_abstract_one, works)
    unsaved_rows = [Author(name="a"), Novel(title="n", made=SUMMER)]
    assert_same_rows(of_an_abstract_one, lambda: unsaved_rows)
    assert_same_rows(of_several_bases, works)


@pytest.mark.usefixtures("stored")
def test_whole_rows_that_have_no_key_and_are_no_lists():
    key = serializers.PrimaryKeyRelatedField(source="*", read_only=True)
    for field in (key, serializer_of(ModelSerializer, Work, ["title"])(source="*", many=True)):
        assert_no_more_queries(shape(Work, ["id"], {"field": field}), works)
