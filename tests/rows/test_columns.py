"""Columns of every kind in a list of a queryset."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Count, F, Max, OuterRef, Subquery, Value
from django.db.models.functions import Concat, TruncHour, Upper
from django.test import override_settings
from django.utils import timezone
from rest_framework import serializers

from tests.models import Book, Publisher, Tag
from tests.relations.models import Place
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list, each
from tests.rows.models import Pair, PlainThing, Thing, Unmanaged

pytestmark = pytest.mark.django_db

UTC = datetime.timezone.utc
MOMENTS = [
    datetime.datetime(2026, 11, 21, 22, 28, 18, 730475, UTC),
    datetime.datetime(2026, 11, 21, 22, 28, 18, 730400, UTC),
    datetime.datetime(2026, 11, 21, 22, 28, 18, 0, UTC),
    datetime.datetime(1, 1, 1, 0, 0, 0, 1, UTC),
    datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, UTC),
    datetime.datetime(2026, 3, 29, 1, 0, 0, 0, UTC),
]
DOCUMENTS = [
    *({}, [], "text", 1, 1.5, -0.0, True, 12345678901234567890, 10**30, 1e300, 0.1234567890123456),
    *({"digits": "12345678901234567890"}, {"e": "1e5 and NaN"}),
    {"a": [None, {"b": "ü\u2028\U0001f600"}]},
]


@pytest.fixture
def books():
    """Books with all kinds of values in their columns, or none."""
    publisher = Publisher.objects.create(name="Prentice", code="ph")
    for number, (moment, document) in enumerate(
        [(moment, DOCUMENTS[0]) for moment in MOMENTS]
        + [(MOMENTS[0], document) for document in DOCUMENTS]
    ):
        book = Book.objects.create(
            title=f"Book {number}",
            subtitle=None if number % 2 else "",
            isbn=uuid.UUID(int=number),
            price=Decimal(number) / 4 - 1,
            weight=None if number % 3 else number / 7,
            pages=number,
            copies=2**40 + number,
            published=None if number % 4 == 1 else moment.date(),
            added=moment,
            opens=None if number % 4 == 2 else moment.time(),
            reading_time=datetime.timedelta(days=number, microseconds=number),
            prized=(None, True, False)[number % 3],
            format=("", "H", "P", "?")[number % 4],
            grade=(None, 1, 2)[number % 3],
            metadata=document,
            blob=bytes([number]),
            cover=f"covers/{number}" if number % 2 else "",
            publisher=publisher if number % 2 else None,
            by_code=None if number % 3 else publisher,
        )
        book.tags.set([Tag.objects.create(label=f"tag {number}")])


@pytest.fixture
def few_books(books):
    Book.objects.filter(pages__gt=4).delete()


COLUMNS = [
    field.name
    for field in Book._meta.concrete_fields
    if field.name not in ("publisher", "by_code")
]


def all_columns(base):
    return serializer_of(base, Book, [*COLUMNS, "publisher", "by_code", "tags"])


def with_a_method(base):
    def get_texts(serializer, book):
        return f"{book.title}, {book.pages}, {book.added!r}, {book.isbn!r}, {book.price!r}"

    declared = {"texts": serializers.SerializerMethodField(), "get_texts": get_texts}
    return serializer_of(base, Book, [*COLUMNS[:5], "texts", *COLUMNS[5:]], declared)


def as_texts(base):
    """Represents each column by another field than its own."""
    declared = {name: serializers.CharField() for name in COLUMNS}
    return serializer_of(base, Book, [], declared)


def as_they_are(base):
    declared = {name: serializers.ReadOnlyField() for name in COLUMNS}
    return serializer_of(base, Book, [], declared)


def other_formats(base):
    declared = {
        "added": serializers.DateTimeField(format="%d.%m.%Y %H:%M:%S.%f"),
        "value": serializers.DateTimeField(source="added", format=None),
        "there": serializers.DateTimeField(
            source="added", default_timezone=datetime.timezone(datetime.timedelta(hours=2))
        ),
        "published": serializers.DateField(format="%Y"),
        "date": serializers.DateField(source="published", format=None),
        "opens": serializers.TimeField(format="%H"),
        "time": serializers.TimeField(source="opens", format=None),
        "isbn": serializers.UUIDField(format="hex"),
        "number": serializers.UUIDField(source="isbn", format="int"),
        "price": serializers.DecimalField(8, 2, coerce_to_string=False),
        "short": serializers.DecimalField(8, 1, source="price"),
        "long": serializers.DecimalField(9, 4, source="price"),
        "localised": serializers.DecimalField(8, 2, source="price", localize=True),
        "document": serializers.JSONField(source="metadata", binary=True),
    }
    return serializer_of(base, Book, [], declared)


def through_relations(base):
    declared = {
        "name": serializers.CharField(source="publisher.name"),
        "code": serializers.CharField(source="by_code.code", allow_null=True, default="?"),
        "labels": serializers.SlugRelatedField("label", source="tags", many=True, read_only=True),
    }
    return serializer_of(base, Book, ["id"], declared)


SHAPES = [all_columns, with_a_method, as_texts, as_they_are, other_formats, through_relations]


@each("make", SHAPES)
@each("zone", ["UTC", "Europe/Berlin", "America/St_Johns"])
def test_all_types_in_any_zone(books, make, zone):
    with timezone.override(zone):
        assert_same_list(make, Book.objects.order_by("pk").all)
    with override_settings(USE_TZ=False):
        assert_same_list(make, Book.objects.order_by("pk").all)


@each("make", SHAPES)
@each("names", [("title",), ("added", "isbn", "metadata"), COLUMNS[1:]])
def test_deferred_columns(books, make, names):
    assert_same_list(make, lambda: Book.objects.order_by("pk").defer(*names)[:4])
    assert_same_list(make, lambda: Book.objects.order_by("pk").only(*names)[:4])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
@each("make", SHAPES)
@each(
    "stored",
    [
        *[("title", 5), ("title", b"bytes"), ("pages", "many"), ("pages", 1.5)],
        *[("weight", "heavy"), ("weight", 3), ("prized", 5), ("prized", "yes")],
        *[("price", 7), ("price", 1.123456789), ("price", "cheap")],
        *[("published", "someday"), ("published", "2026-02-30"), ("opens", "noon")],
        *[("added", "2026-11-21"), ("added", "2026-11-21 10:00:00+02:00"), ("added", "then")],
        *[("isbn", "no isbn"), ("reading_time", "long"), ("metadata", "{not json")],
        *[("metadata", '"\\ud800"'), ("metadata", 5)],
    ],
)
def test_values_of_another_type(few_books, make, stored):
    column, value = stored
    if make is other_formats and column == "reading_time":
        # Nobody reads it, so nobody converts it.
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = on")
        cursor.execute(f"UPDATE tests_book SET {column} = %s WHERE pages < 3", [value])  # noqa: S608
    assert_same_list(make, Book.objects.order_by("pk").all)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has these values")
@each("make", SHAPES)
@each(
    "stored",
    [
        *[("added", "infinity"), ("added", "0044-03-15 10:00:00.123456+00 BC")],
        *[("added", "20000-01-01 00:00:00+00"), ("added", "-infinity")],
        # As long as a year of four digits with six digits of a fraction, and others.
        *[("added", f"10000-01-01 00:00:00{part}+00") for part in ("", ".1", ".12345")],
        *[("published", "0044-03-15 BC"), ("published", "infinity"), ("opens", "24:00:00")],
        *[("weight", "NaN"), ("weight", "-Infinity")],
    ],
)
def test_values_that_python_does_not_have(few_books, make, stored):
    column, value = stored
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE tests_book SET {column} = %s WHERE pages < 3", [value])  # noqa: S608
    for zone in ("UTC", "Europe/Berlin"):
        with timezone.override(zone):
            assert_same_list(make, Book.objects.order_by("pk").all, message=zone)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a setting of PostgreSQL's")
@each("make", SHAPES)
@each("style", ["ISO", "German", "SQL, DMY", "Postgres, MDY"])
@each("zone", ["0", "<+00>+00", "Asia/Kathmandu"])
def test_a_session_of_another_style_or_zone(books, make, style, zone):
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL datestyle = '{style}'")
        cursor.execute(f"SET LOCAL timezone = '{zone}'")
    assert_same_list(make, Book.objects.order_by("pk").all)


def annotated(base):
    declared = {
        "count": serializers.IntegerField(),
        "shouted": serializers.CharField(),
        "last": serializers.DateTimeField(),
        "first_tag": serializers.CharField(),
        "constant": serializers.ReadOnlyField(),
    }
    return serializer_of(base, Book, ["id", "title"], declared)


def test_annotations(books):
    labels = Tag.objects.filter(tagged=OuterRef("pk")).values("label")[:1]
    made = {
        "count": Count("tags"),
        "shouted": Upper(Concat("title", Value("!"))),
        "last": Max("added"),
        "first_tag": Subquery(labels),
        "constant": Value(5),
    }
    assert_same_list(annotated, Book.objects.order_by("pk").annotate(**made).all)


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


def test_extra_columns(books):
    def make(base):
        declared = {"one": serializers.ReadOnlyField(), "when": serializers.DateTimeField()}
        return serializer_of(base, Book, ["id"], declared)

    assert_same_list(
        make, Book.objects.order_by("pk").extra(select={"one": "1", "when": "added"}).all
    )


@each(
    "select",
    [
        {"title": "'other'"},
        {"pages": "pages + 1", "title": "id"},
        {"id": "id + 1"},
        {"publisher_id": "NULL"},
    ],
)
def test_what_extra_selects_in_the_place_of_a_column(few_books, select):
    declared = {"shown": serializers.CharField(source="title")}
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
        names = [
            "key", "name", "shouted", "empty", "words", "counted", "number", "double", "upper",
            "part_of", "likes",
        ]  # fmt: skip
        declared = {"liked_by": serializers.StringRelatedField(many=True, read_only=True)}
        declared["words"] = serializers.ListField(child=serializers.CharField())
        return serializer_of(base, model, names, declared)

    return make


def nested_things(base):
    inner = serializer_of(
        base,
        Thing,
        ["key", "shouted", "words"],
        {"words": serializers.ListField(child=serializers.CharField())},
    )
    declared = {
        "part_of": inner(),
        "parts": inner(many=True),
        "likes": inner(many=True),
        "liked_by": serializers.SlugRelatedField("shouted", many=True, read_only=True),
    }
    return serializer_of(base, Thing, ["name"], declared)


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
    assert_same_list(nested_things, lambda: load(Thing.objects.all()))


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
