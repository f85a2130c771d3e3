"""Columns of every kind in a list of a queryset."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import TruncHour
from rest_framework import serializers

from tests.models import Book
from tests.relations.models import Place
from tests.relations.serializers import serializer_of, with_relations
from tests.rows.columns import COLUMNS, SHAPES
from tests.rows.comparison import assert_same_list, each
from tests.rows.models import Pair, PlainThing, Thing, Unmanaged

pytestmark = pytest.mark.django_db


@each("make", SHAPES)
@each("names", [("title",), ("added", "isbn", "metadata"), COLUMNS[1:]])
def test_deferred_columns(books, make, names):
    assert_same_list(make, lambda: Book.objects.order_by("pk").defer(*names)[:4])
    assert_same_list(make, lambda: Book.objects.order_by("pk").only(*names)[:4])


class Refusing:
    def __set__(self, book, value):
        raise ValueError(f"{type(book).__name__} has no place for {value}")


class Shouting:
    def __get__(self, book, owner):
        return self if book is None else f"{book.__dict__['quiet']}!"

    def __set__(self, book, value):
        book.__dict__["quiet"] = value


@each("descriptor", [Refusing(), Shouting()])
@each("fields", [["id"], ["id", "value"]])
def test_annotations_that_are_set_by_code_of_the_model(books, monkeypatch, fields, descriptor):
    monkeypatch.setattr(Book, "value", descriptor, raising=False)
    declared = {"value": serializers.ReadOnlyField()} if "value" in fields else {}
    assert_same_list(
        lambda base: serializer_of(base, Book, fields, declared),
        Book.objects.order_by("pk").annotate(value=F("title")).all,
    )


def test_one_name_for_annotations_of_other_types(books):
    def of_value(base):
        return serializer_of(base, Book, ["id"], {"value": serializers.ReadOnlyField()})

    for column in ("title", "added", "price", "isbn", "metadata", "prized", "metadata__a"):
        assert_same_list(of_value, Book.objects.order_by("pk").annotate(value=F(column)).all)


@each(
    "select",
    [
        {"title": "'other'"},
        {"pages": "pages + 1", "title": "id"},
        {"id": "id + 1"},
        {"publisher_id": "NULL"},
        {"one": "1", "when": "added"},
    ],
)
def test_what_extra_selects_also_in_the_place_of_a_column(few_books, select):
    declared = {
        "shown": serializers.CharField(source="title"),
        "one": serializers.ReadOnlyField(default=None),
        "when": serializers.DateTimeField(default=None),
    }
    rows = Book.objects.order_by("pk").extra(select=select)  # noqa: S610
    for fields in ({}, declared):
        assert_same_list(
            lambda base: serializer_of(base, Book, ["id", "title", "pages", "publisher"], fields),  # noqa: B023
            rows.all,
        )


def test_a_moment_that_the_database_cannot_truncate(few_books, monkeypatch):
    """Without tables of time zones, MySQL gives NULL, which Django refuses."""
    monkeypatch.setattr(connection.features, "has_zoneinfo_database", False)
    Book.objects.update(added=None)

    def make(base):
        return serializer_of(base, Book, ["id"], {"hour": serializers.DateTimeField()})

    for added in (TruncHour("added"), F("added")):
        expected = assert_same_list(make, Book.objects.annotate(hour=added).all)
        assert expected.failed is isinstance(added, TruncHour)


# Fields of a project's own, and models of all kinds.


@pytest.fixture
def things():
    whole = Thing.objects.create(name="Whole", shouted="ß", words=["a", "b"], counted="abc")
    part = Thing.objects.create(name="Part", part_of=whole, empty="full")
    part.likes.set([whole, part])
    Pair.objects.create(left=1, right=2, text="pair")


def things_of(model):
    def make(base):
        names = [*(field.name for field in model._meta.concrete_fields), "likes"]
        declared = {"liked_by": serializers.StringRelatedField(many=True, read_only=True)}
        declared["words"] = serializers.ListField(child=serializers.CharField())
        return serializer_of(base, model, names, declared)

    return make


@each("model", [Thing, PlainThing])
@each(
    "load",
    [
        lambda things: things,
        lambda things: things.select_related("part_of"),
        lambda things: things.prefetch_related("likes", "liked_by", "parts__likes"),
    ],
)
def test_columns_that_a_project_converts(things, model, load):
    assert_same_list(things_of(model), lambda: load(model.objects.all()))
    nested = with_relations(Thing, ["part_of", "parts", "likes", "liked_by"])
    assert_same_list(nested, lambda: load(Thing.objects.all()))


def test_a_key_of_two_columns_and_a_table_of_another_model(things):
    def make(base):
        declared = {"pk": serializers.ReadOnlyField()}
        return serializer_of(base, Pair, ["left", "right", "text"], declared)

    assert_same_list(make, Pair.objects.all)
    assert_same_list(make, Pair.objects.annotate(key=F("pk")).all)
    Place.objects.create(code="zenda", name="Zenda")
    assert_same_list(
        lambda base: serializer_of(base, Unmanaged, ["code", "name"]), Unmanaged.objects.all
    )
