"""Moments that the database tells in a time zone that a project has set for its session."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from rest_framework import serializers

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these types: make test-postgres", allow_module_level=True)

from tests.differential import FAST_FORMS, spelled_out
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of
from tests.values import UTC

pytestmark = pytest.mark.django_db

SECOND_TIME = datetime.datetime(2024, 10, 27, 1, 30, tzinfo=UTC)
"""London's clocks show it twice that night: Django's datetime of it has `fold=1` then."""


def of_books(base):
    declared = {
        "made": serializers.DateTimeField(source="added", format=None),
        "read": serializers.ReadOnlyField(source="added"),
    }
    return serializer_of(base, Book, ["added", *declared], declared)


def of_publishers(base):
    def get_zone(self, publisher):
        set_zone("Europe/London")

    zone = serializers.SerializerMethodField()
    declared = {"zone": zone, "get_zone": get_zone, "books": of_books(base)(many=True)}
    return serializer_of(base, Publisher, ["zone", "books"], declared)


def set_zone(name):
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, true)", [name])


LISTS = {
    "before the list": (of_books, "Europe/London", Book),
    "by a method before a relation is read": (of_publishers, "UTC", Publisher),
}


@pytest.mark.parametrize(("make", "zone", "model"), LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("form", FAST_FORMS)
def test_the_zone_of_the_session_is_set(form, make, zone, model):
    publisher = Publisher.objects.create(name="P", code="p")
    Book.objects.create(title="T", price=1, added=SECOND_TIME, publisher=publisher)

    def read(serializer_class):
        set_zone(zone)
        return spelled_out(serializer_class(model.objects.all(), many=True).data)

    expected = read(make(serializers.ModelSerializer))
    assert "fold=1" in repr(expected)
    assert read(form(make, serializers.ModelSerializer)) == expected
