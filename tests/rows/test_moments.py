"""Moments as a database writes them: fractions of any length, years of more than four digits."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone
from rest_framework import serializers

from tests.models import Book
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list

pytestmark = pytest.mark.django_db

UTC = datetime.timezone.utc
MOMENTS = [
    *(datetime.datetime(2026, 11, 21, 22, 28, 18, 10**digits, UTC) for digits in range(6)),
    datetime.datetime(2026, 11, 21, 22, 28, 18, 123450, UTC),
    datetime.datetime(2026, 10, 25, 0, 59, 59, 999990, UTC),
    datetime.datetime(2026, 10, 25, 1, 0, 0, 500000, UTC),
    datetime.datetime(5, 6, 7, 8, 9, 10, 110000, UTC),
    datetime.datetime(9999, 12, 31, 23, 59, 59, 900000, UTC),
    # When the zones of cities had seconds in their offsets.
    datetime.datetime(1850, 1, 1, tzinfo=UTC),
]


def moments(base):
    return serializer_of(base, Book, ["title", "added"])


def add_books(moments):
    Book.objects.bulk_create(
        Book(title=str(number), price=1, published=moment.date(), added=moment)
        for number, moment in enumerate(moments)
    )
    return Book.objects.order_by("pk")


# Around the changes of Berlin and New York, and the day that Samoa has left out.
AROUND = [
    datetime.datetime(2026, 10, 24, tzinfo=UTC),
    datetime.datetime(2026, 10, 31, tzinfo=UTC),
    datetime.datetime(2011, 12, 29, tzinfo=UTC),
    datetime.datetime(2028, 2, 28, tzinfo=UTC),
    datetime.datetime(2026, 12, 31, tzinfo=UTC),
]
HOURS = [
    start + datetime.timedelta(hours=hours, minutes=minutes, microseconds=fraction)
    for start in AROUND
    for hours in range(50)
    for minutes, fraction in ((0, 0), (14, 123456), (15, 0), (45, 1), (59, 59_999_999))
]


ZONES = [
    *("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"),
    *("Etc/GMT+12", datetime.timezone(datetime.timedelta(minutes=-1))),
    datetime.timezone(datetime.timedelta(seconds=1)),
]


def test_fractions_of_any_length_and_every_hour_of_a_day_in_zones(db):
    books = add_books([*MOMENTS, *HOURS])
    for zone in ("UTC", *ZONES):
        with timezone.override(zone):
            assert_same_list(moments, books.all, message=zone)


def texts_and_values(base):
    """Reads the columns that PostgreSQL has written as texts, and as what they are, too."""
    declared = {
        f"{name}_{number}": make(source=name)
        for number, make in enumerate((serializers.ReadOnlyField, serializers.CharField))
        for name in ("added", "published", "opens", "isbn", "price")
    }
    return serializer_of(base, Book, ["added", "published", "opens", "isbn", "price"], declared)


def test_values_beside_the_texts_of_them():
    assert_same_list(texts_and_values, add_books(MOMENTS).all)


def test_moments_once_the_setting_of_zones_has_changed(settings):
    """MySQL and MariaDB have converters for them, or none, by that setting."""
    rows = add_books(MOMENTS[:1])
    for uses_zones in (False, True, False):
        settings.USE_TZ = uses_zones
        assert_same_list(moments, rows.all, message=uses_zones)
