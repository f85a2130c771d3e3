"""Values as a database has stored them: in any zone, of another type, of no type of Python's."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from rest_framework import serializers

from tests.models import Book
from tests.relations.serializers import serializer_of
from tests.rows.columns import COLUMNS, SHAPES, all_columns, other_formats
from tests.rows.comparison import assert_same_list, each
from tests.values import UTC

pytestmark = pytest.mark.django_db


def books_by_key():
    return Book.objects.order_by("pk")


@each("make", SHAPES)
@each("zone", ["UTC", "Europe/Berlin", "America/St_Johns"])
def test_all_types_in_any_zone(books, make, zone):
    with timezone.override(zone):
        assert_same_list(make, books_by_key)
    with override_settings(USE_TZ=False):
        assert_same_list(make, books_by_key)


def test_moments_once_the_setting_of_zones_has_changed(books, settings):
    """MySQL and MariaDB have converters for them, or none, by that setting."""
    for uses_zones in (False, True, False):
        settings.USE_TZ = uses_zones
        assert_same_list(all_columns, books_by_key, message=uses_zones)


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
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"),
    *("America/St_Johns", "Etc/GMT+12", datetime.timezone(datetime.timedelta(minutes=-1))),
    datetime.timezone(datetime.timedelta(seconds=1)),
]


def test_every_hour_of_a_day_in_zones(db):
    Book.objects.bulk_create(
        Book(title=str(number), price=1, published=moment.date(), added=moment)
        for number, moment in enumerate(HOURS)
    )
    for zone in ZONES:
        with timezone.override(zone):
            assert_same_list(
                lambda base: serializer_of(base, Book, ["title", "added"]),
                books_by_key,
                message=zone,
            )


def store(column, value):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = on")
        cursor.execute(f"UPDATE tests_book SET {column} = %s WHERE pages < 3", [value])  # noqa: S608


def prices_and_documents(base):
    declared = {
        "narrow": serializers.DecimalField(4, 2, source="price"),
        "wide": serializers.DecimalField(30, 2, source="price"),
        "any": serializers.DecimalField(None, 2, source="price"),
        "annotated_price": serializers.DecimalField(8, 2),
        "annotated_document": serializers.JSONField(),
    }
    return serializer_of(base, Book, COLUMNS, declared)


NUMBERS = [
    *(0, -0.0, 1, -1, 12, 0.5, -0.25, 2.5, 19.99, 0.01, 0.07, 1.1),
    *(0.005, 0.015, 2.675, 1.005, 12.345, 1e-7, 0.1 + 0.2, 99.995, 1.123456789),
    *(99.99, 100, 999999.99, 1000000, 9999999.5, 123456789, 2**53 + 1, 1e20, 1e300),
]
KEYS = [
    *("abcdef01234567890123456789012345", "ABCDEF01234567890123456789012345"),
    *("abcdef01-2345-6789-0123-456789012345", "{abcdef01234567890123456789012345}"),
    *("abcdefg1234567890123456789012345", "abcdef 1234567890123456789012345"),
    *("abcdef0123456789012345678901234", "", "no isbn"),
]
DOCUMENTS = [
    *("-0", "-0.0", "1e5", "1E5", "0e0", "1.0", "1e400", "-1e400", "1e-400", "5e-324"),
    *("18446744073709551615", "18446744073709551616", "-9223372036854775809", "9" * 400),
    *("0.1234567890123456789", "123456789012345678.9", "[1, 1e5, 10000000000000000000000]"),
    *('"\\u221e"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u0000"', '"3e5 NaN"', '"\x7f"'),
    *('{"a": 1, "b": 2, "a": 3}', '{"": {"": []}}', " [1 , 2] ", "null", "true", 5),
    *("NaN", "[Infinity, -Infinity]", "01", "[1,]", "{", "text", '"\t"', "\ufeff1", ""),
]
OF_ANOTHER_TYPE = [
    *[("title", 5), ("title", b"bytes"), ("pages", "many"), ("pages", 1.5)],
    *[("weight", "heavy"), ("weight", 3), ("prized", 5), ("prized", "yes"), ("price", "cheap")],
    *[("published", "someday"), ("published", "2026-02-30"), ("opens", "noon")],
    *[("added", "2026-11-21"), ("added", "2026-11-21 10:00:00+02:00"), ("added", "then")],
    *[("reading_time", "long")],
    *[("price", number) for number in NUMBERS],
    *[("isbn", key) for key in KEYS],
    *[("metadata", document) for document in DOCUMENTS],
]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
@pytest.mark.parametrize("make", [*SHAPES, prices_and_documents])
@each("stored", OF_ANOTHER_TYPE)
def test_values_of_another_type(few_books, make, stored):
    if make is other_formats and stored[0] == "reading_time":
        # Nobody reads it, so nobody converts it.
        return
    store(*stored)
    rows = books_by_key().annotate(annotated_price=F("price"), annotated_document=F("metadata"))
    assert_same_list(make, rows.all)


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
    store(*stored)
    for zone in ("UTC", "Europe/Berlin"):
        with timezone.override(zone):
            assert_same_list(make, books_by_key, message=zone)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a setting of PostgreSQL's")
@each("make", SHAPES)
@each("style", ["ISO", "German", "SQL, DMY", "Postgres, MDY"])
@each("zone", ["0", "<+00>+00", "Asia/Kathmandu"])
def test_a_session_of_another_style_or_zone(books, make, style, zone):
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL datestyle = '{style}'")
        cursor.execute(f"SET LOCAL timezone = '{zone}'")
    assert_same_list(make, books_by_key)
