"""Columns of every kind in a list of a queryset, and values as a database has stored them."""

import datetime
import itertools
import uuid
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import DecimalField, F, Sum
from django.db.models.functions import TruncHour
from django.utils import timezone
from rest_framework import serializers

from tests.models import Book, Publisher, Tag
from tests.relations.serializers import methods, shape, with_relations
from tests.rows.comparison import assert_same_list, assert_same_lists, rolled_back
from tests.rows.models import OrderLine, Pair, Thing
from tests.values import UTC

pytestmark = pytest.mark.django_db

# Books with all kinds of values in their columns, or none.

DAY = datetime.datetime(2026, 11, 21, 22, 28, 18, tzinfo=UTC)
MOMENTS = [
    DAY,
    DAY.replace(microsecond=730475),
    DAY.replace(microsecond=1),
    DAY.replace(microsecond=1000),
    datetime.datetime(2026, 10, 25, 0, 59, 59, 999990, UTC),
    datetime.datetime(1, 1, 1, 0, 0, 0, 1, UTC),
    datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, UTC),
    # When the zones of cities had seconds in their offsets, and the end of an hour in Berlin.
    datetime.datetime(1850, 1, 1, tzinfo=UTC),
    datetime.datetime(2026, 3, 29, 1, tzinfo=UTC),
]
DOCUMENTS = [
    {},
    [],
    "text",
    -0.0,
    True,
    12345678901234567890,
    10**30,
    0.1234567890123456,
    {"digits": "12345678901234567890"},
    {"e": "1e5 and NaN"},
    {"a": [None, {"b": "ü\u2028\U0001f600"}]},
]


def books_by_key():
    return Book.objects.order_by("pk")


def store_book(number, moment, document, publisher):
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


@pytest.fixture(scope="module")
def books_of_the_module(until_the_module_ends):
    with until_the_module_ends():
        publisher = Publisher.objects.create(name="Prentice", code="ph")
        values = [(moment, {}) for moment in MOMENTS] + [(DAY, value) for value in DOCUMENTS]
        for number, (moment, document) in enumerate(values):
            store_book(number, moment, document, publisher)
        yield


@pytest.fixture
def books(books_of_the_module, db):
    """Books with every moment and every document."""


@pytest.fixture
def few_books(books):
    Book.objects.filter(pages__gt=4).delete()


# Serializers of their columns, in every shape.

COLUMNS = [field.name for field in Book._meta.concrete_fields if not field.is_relation]


def texts_of(serializer, book):
    return f"{book.title}, {book.pages}, {book.added!r}, {book.isbn!r}, {book.price!r}"


# Beside a text of each: PostgreSQL has written some columns as texts, to be read as such.
AS_THEY_ARE = {name: serializers.ReadOnlyField() for name in COLUMNS} | {
    f"{name}_text": serializers.CharField(source=name) for name in COLUMNS
}
OTHER_FORMATS = {
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
THROUGH_RELATIONS = {
    "name": serializers.CharField(source="publisher.name"),
    "code": serializers.CharField(source="by_code.code", allow_null=True, default="?"),
    "labels": serializers.SlugRelatedField("label", source="tags", many=True, read_only=True),
}
SHAPES = {
    "all": shape(Book, [*COLUMNS, "publisher", "by_code", "tags"]),
    "a method": shape(Book, [*COLUMNS[:5], "texts", *COLUMNS[5:]], methods(texts=texts_of)),
    "as they are": shape(Book, [], AS_THEY_ARE),
    "other formats": shape(Book, [], OTHER_FORMATS),
    "through relations": shape(Book, ["id"], THROUGH_RELATIONS),
}
every_shape = pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES)


@every_shape
def test_deferred_columns(books, make):
    assert_same_list(make, books_by_key().defer("title")[:4].all)
    assert_same_list(make, books_by_key().only("title")[:4].all)
    assert_same_list(make, books_by_key().defer("added", "isbn", "metadata")[:4].all)
    assert_same_list(make, books_by_key().only("added", "isbn", "metadata")[:4].all)
    assert_same_list(make, books_by_key().defer(*COLUMNS[1:])[:4].all)
    assert_same_list(make, books_by_key().only(*COLUMNS[1:])[:4].all)


with_a_value = shape(Book, ["id"], {"value": serializers.ReadOnlyField()})
moments = shape(Book, ["title", "added"])
ANNOTATED = ("title", "added", "price", "isbn", "metadata", "prized", "metadata__a")


def test_one_name_for_annotations_of_other_types(books, subtests):
    """One after the other: what is known of a list is not true of the next."""
    rows = {column: books_by_key().annotate(value=F(column)).all for column in ANNOTATED}
    assert_same_lists(subtests, with_a_value, rows)


@pytest.mark.parametrize(
    "select",
    [
        {"pages": "pages + 1", "title": "id"},
        {"publisher_id": "NULL"},
        {"one": "1", "when": "added"},
    ],
    ids=str,
)
def test_what_extra_selects_also_in_the_place_of_a_column(few_books, select):
    declared = {
        "shown": serializers.CharField(source="title"),
        "one": serializers.ReadOnlyField(default=None),
        "when": serializers.DateTimeField(default=None),
    }
    columns = ["id", "title", "pages", "publisher"]
    rows = books_by_key().extra(select=select)  # noqa: S610
    assert_same_list(shape(Book, columns), rows.all)
    assert_same_list(shape(Book, columns, declared), rows.all)


def test_a_moment_that_the_database_cannot_truncate(few_books, monkeypatch):
    """Without tables of time zones, MySQL gives NULL, which Django refuses."""
    monkeypatch.setattr(connection.features, "has_zoneinfo_database", False)
    Book.objects.update(added=None)
    make = shape(Book, ["id"], {"hour": serializers.DateTimeField()})
    assert assert_same_list(make, Book.objects.annotate(hour=TruncHour("added")).all).failed
    assert not assert_same_list(make, Book.objects.annotate(hour=F("added")).all).failed


# Fields of a project's own, and models that have others than columns.


@pytest.fixture
def things():
    whole = Thing.objects.create(name="Whole", shouted="ß", words=["a", "b"])
    part = Thing.objects.create(name="Part", part_of=whole)
    part.likes.set([whole, part])
    Pair.objects.create(left=1, right=2, text="pair")


LOADS = {
    "nothing": Thing.objects.all,
    "joined": Thing.objects.select_related("part_of").all,
    "prefetched": Thing.objects.prefetch_related("likes", "liked_by", "parts__likes").all,
}
every_load = pytest.mark.parametrize("make_things", LOADS.values(), ids=LOADS)


@every_load
def test_columns_that_a_project_converts(things, make_things):
    declared = {
        "liked_by": serializers.StringRelatedField(many=True, read_only=True),
        "words": serializers.ListField(child=serializers.CharField()),
    }
    names = [*(field.name for field in Thing._meta.concrete_fields), "likes"]
    assert_same_list(shape(Thing, names, declared), make_things)


@every_load
def test_relations_of_models_with_columns_that_a_project_converts(things, make_things):
    nested = with_relations(Thing, ["part_of", "parts", "likes", "liked_by"])
    assert_same_list(nested, make_things)


def test_a_key_of_two_columns(things):
    pair = shape(Pair, ["left", "right", "text"], {"pk": serializers.ReadOnlyField()})
    assert_same_list(pair, Pair.objects.all)
    assert_same_list(pair, Pair.objects.annotate(key=F("pk")).all)


@pytest.fixture
def order_lines():
    OrderLine.objects.create(quantity=3, price=Decimal("9.99"), options={"gift": True})
    OrderLine.objects.create(quantity=12, price=Decimal("0.10"))
    OrderLine.objects.create(quantity=99, price=Decimal("999999.99"), options=[1, None])
    return OrderLine.objects.order_by("pk")


def test_generated_columns_and_annotations_of_one(order_lines):
    cost = Sum("total", output_field=DecimalField(max_digits=12, decimal_places=2))
    assert_same_list(shape(OrderLine, "__all__"), order_lines.all)
    assert_same_list(shape(OrderLine, ["id", "total"]), order_lines.all)
    assert_same_list(shape(OrderLine, ["id"]), order_lines.annotate(cost=F("total")).all)
    assert_same_list(shape(OrderLine, ["id"]), order_lines.annotate(cost=cost).all)


# Values in any zone, of another type, of no type of Python's.


@every_shape
@pytest.mark.parametrize("uses_zones", [True, False])
def test_all_types_in_any_zone(books, settings, uses_zones, make):
    settings.USE_TZ = uses_zones
    with timezone.override("UTC"):
        assert_same_list(make, books_by_key)
    with timezone.override("Europe/Berlin"):
        assert_same_list(make, books_by_key)
    with timezone.override("America/St_Johns"):
        assert_same_list(make, books_by_key)


# Around the changes of Berlin and New York, and the day that Samoa has left out.
AROUND = [(2026, 10, 24), (2026, 10, 31), (2011, 12, 29), (2028, 2, 28), (2026, 12, 31)]
HOURS = [
    datetime.datetime(*day, tzinfo=UTC)
    + datetime.timedelta(hours=hours, minutes=minutes, microseconds=fraction)
    for day in AROUND
    for hours in range(50)
    for minutes, fraction in ((0, 0), (14, 123456), (15, 0), (45, 1), (59, 59_999_999))
]
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/St_Johns",
    "Etc/GMT+12",
    datetime.timezone(datetime.timedelta(minutes=-1)),
    datetime.timezone(datetime.timedelta(seconds=1)),
]


def test_every_hour_of_a_day_in_zones(db, subtests):
    Book.objects.bulk_create(
        Book(title=str(number), price=1, published=moment.date(), added=moment)
        for number, moment in enumerate(HOURS)
    )
    for zone in ZONES:
        with subtests.test(zone=str(zone)), timezone.override(zone):
            assert_same_list(moments, books_by_key)


def store(column, value):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = on")
        cursor.execute(f"UPDATE tests_book SET {column} = %s WHERE pages < 3", [value])  # noqa: S608


PRICES_AND_DOCUMENTS = {
    "narrow": serializers.DecimalField(4, 2, source="price"),
    "wide": serializers.DecimalField(30, 2, source="price"),
    "any": serializers.DecimalField(None, 2, source="price"),
    "annotated_price": serializers.DecimalField(8, 2),
    "annotated_document": serializers.JSONField(),
}
NUMBERS = [0, -0.0, 0.5, 19.99, 0.005, 2.675, 1e-7, 99.995, 999999.99, 1000000, 2**53 + 1, 1e300]
KEYS = [
    "abcdef01234567890123456789012345",
    "ABCDEF01234567890123456789012345",
    "abcdef 1234567890123456789012345",
    "abcdef01-2345-6789-0123-456789012345",
    "{abcdef01234567890123456789012345}",
    "abcdefg1234567890123456789012345",
    "abcdef0123456789012345678901234",
    "",
    "no isbn",
]
STORED_DOCUMENTS = [
    "-0.0",
    "1e400",
    "18446744073709551616",
    "9" * 400,
    "0.1234567890123456789",
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '{"a": 1, "b": 2, "a": 3}',
    "null",
    "NaN",
    "[Infinity, -Infinity]",
    "{",
    '"\t"',
    "\ufeff1",
    "",
]
# Columns, and values of another type than theirs.
OF_ANOTHER_TYPE = {
    "title": [5, b"bytes"],
    "pages": ["many", 1.5],
    "weight": ["heavy", 3],
    "prized": [5, "yes"],
    "published": ["someday", "2026-02-30"],
    "opens": ["noon"],
    "added": ["2026-11-21", "2026-11-21 10:00:00+02:00", "then"],
    "reading_time": ["long"],
    "price": ["cheap", *NUMBERS],
    "isbn": KEYS,
    "metadata": STORED_DOCUMENTS,
}


def assert_same_list_of_each(stored, make, make_queryset, subtests):
    """Assert the same of the rows with each of the values in its column."""
    for column, values in stored.items():
        for value in values:
            with subtests.test(column=column, value=repr(value)), rolled_back():
                store(column, value)
                assert_same_list(make, make_queryset)


def values_for(name):
    """Return every value of each column in one shape, and some of them in the others."""
    # It has no such field, so the column is not converted.
    unread = ["reading_time"] if name == "other formats" else []
    return {
        column: values if name == "all" else values[::5]
        for column, values in OF_ANOTHER_TYPE.items()
        if column not in unread
    }


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
@pytest.mark.parametrize("name", SHAPES)
def test_values_of_another_type(few_books, subtests, name):
    assert_same_list_of_each(values_for(name), SHAPES[name], books_by_key, subtests)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
@pytest.mark.parametrize("column", OF_ANOTHER_TYPE)
def test_values_of_another_type_that_one_field_reads(few_books, subtests, column):
    # With two fields, REST framework's error for the other one would be that of both codes.
    values = {column: OF_ANOTHER_TYPE[column]}
    assert_same_list_of_each(values, shape(Book, [column]), books_by_key, subtests)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
def test_values_of_another_type_in_annotations(few_books, subtests):
    make = shape(Book, COLUMNS, PRICES_AND_DOCUMENTS)
    rows = books_by_key().annotate(annotated_price=F("price"), annotated_document=F("metadata"))
    assert_same_list_of_each(OF_ANOTHER_TYPE, make, rows.all, subtests)


# Values that Python does not have.
OF_POSTGRESQL = {
    "added": [
        "infinity",
        "-infinity",
        "0044-03-15 10:00:00.123456+00 BC",
        "20000-01-01 00:00:00+00",
        # As long as a year of four digits with six digits of a fraction, and others.
        "10000-01-01 00:00:00+00",
        "10000-01-01 00:00:00.1+00",
        "10000-01-01 00:00:00.12345+00",
    ],
    "published": ["0044-03-15 BC", "infinity"],
    "opens": ["24:00:00"],
    "weight": ["NaN", "-Infinity"],
}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has these values")
@every_shape
def test_values_that_python_does_not_have(few_books, subtests, make):
    with timezone.override("UTC"):
        assert_same_list_of_each(OF_POSTGRESQL, make, books_by_key, subtests)
    with timezone.override("Europe/Berlin"):
        assert_same_list_of_each(OF_POSTGRESQL, make, books_by_key, subtests)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a setting of PostgreSQL's")
@pytest.mark.parametrize("style", ["ISO", "German", "SQL, DMY", "Postgres, MDY"])
def test_a_session_of_another_style_or_zone(books, subtests, style):
    for zone, name in itertools.product(("0", "<+00>+00", "Asia/Kathmandu"), SHAPES):
        with subtests.test(zone=zone, shape=name), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL datestyle = '{style}'")
            cursor.execute(f"SET LOCAL timezone = '{zone}'")
            assert_same_list(SHAPES[name], books_by_key)
