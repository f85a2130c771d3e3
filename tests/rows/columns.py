"""Serializers that read the columns of books, in every shape, on the base that they are given."""

from __future__ import annotations

import datetime

from rest_framework import serializers

from tests.models import Book
from tests.relations.serializers import serializer_of

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
    """Beside a text of each: PostgreSQL has written some columns as texts, to be read as such."""
    declared = {name: serializers.ReadOnlyField() for name in COLUMNS}
    texts = {f"{name}_text": serializers.CharField(source=name) for name in COLUMNS}
    return serializer_of(base, Book, [], {**declared, **texts})


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
