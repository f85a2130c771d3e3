"""Columns that something else stands for."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import TruncHour
from rest_framework import serializers

from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list

NAMES = ["id", "title", "pages", "publisher"]


@pytest.fixture
def books(db):
    publisher = Publisher.objects.create(name="Seren", code="seren")
    for number in range(3):
        Book.objects.create(title=f"Book {number}", publisher=publisher, price=1, pages=number)


def books_with(**fields):
    return lambda base: serializer_of(base, Book, NAMES, fields)


def test_what_extra_selects_in_the_place_of_a_column(books):
    for extra in (
        {"title": "'other'"},
        {"pages": "pages + 1", "title": "id"},
        {"id": "id + 1"},
        {"publisher_id": "NULL"},
    ):
        for make in (books_with(), books_with(shown=serializers.CharField(source="title"))):
            assert_same_list(make, lambda extra=extra: Book.objects.extra(select=extra))  # noqa: S610


def test_a_moment_that_the_database_cannot_truncate(books, monkeypatch):
    """Without tables of time zones, MySQL gives NULL, which Django refuses."""
    monkeypatch.setattr(connection.features, "has_zoneinfo_database", False)
    make = books_with(hour=serializers.DateTimeField())
    for added in (TruncHour("added"), F("added")):
        expected = assert_same_list(make, lambda added=added: Book.objects.annotate(hour=added))
        assert expected.failed is isinstance(added, TruncHour)
