"""How a page is read, which is decided before its serializer is made."""

from __future__ import annotations

from rest_framework import serializers

from fastserializers import FastSerializerMixin
from fastserializers.plans.strategy import decide
from tests.models import Book


class BookSerializer(FastSerializerMixin, serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ["title"]


class PruningSerializer(BookSerializer):
    """Prunes its fields by a property, as Nautobot's serializers do."""

    @property
    def fields(self):
        return dict(super().fields)


class DecidingSerializer(BookSerializer):
    @property
    def _readable_fields(self):
        return reversed(list(super()._readable_fields))


def test_a_page_is_read_as_rows():
    assert decide(BookSerializer, Book.objects.all()).rows
    assert decide(PruningSerializer, Book.objects.all()).rows


def test_a_page_whose_rows_rest_framework_represents_is_left_to_django():
    reading = decide(DecidingSerializer, Book.objects.all())
    assert not reading.rows
    assert reading.why == "it decides for each row which fields it reads"
