"""An idiom, and the plain serializers that idioms are mixed into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from bookshop.models import Author, Book, Publisher, Tag
from fastserializers import read_only

Represent = Callable[[list[Book]], Any]


@dataclass(frozen=True)
class Idiom:
    name: str
    by_drf: Represent
    by_fast: Represent
    at_least: float
    """How many times faster than REST framework it is to be."""
    rows: int = 1_000
    """How many books it is given."""
    calls: int = 1
    """How many calls are measured together."""
    serializer_class: type[Serializer] | None = None
    """What a view of books can have, where the idiom is one of serializers."""


def represented_by(serializer_class: type[Serializer], *, linked: bool = False) -> Represent:
    context = {"request": APIRequestFactory().get("/", HTTP_HOST="localhost")} if linked else {}
    return lambda books: serializer_class(books, many=True, context=context).data


def listed(
    name: str, serializer_class: type[Serializer], at_least: float, *, linked: bool = False
) -> Idiom:
    """Return the idiom of a class that is given many books."""
    return Idiom(
        name,
        represented_by(serializer_class, linked=linked),
        represented_by(read_only(serializer_class), linked=linked),
        at_least,
        serializer_class=serializer_class,
    )


class PublisherSerializer(ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("id", "name", "country", "website", "same_day_until")
        read_only_fields = fields


class AuthorSerializer(ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name", "born")
        read_only_fields = fields


class TagSerializer(ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "name")
        read_only_fields = fields


class PlainSerializer(ModelSerializer):
    """A book of ten columns, without what it is related to."""

    class Meta:
        model = Book
        fields = (
            "id",
            "isbn",
            "title",
            "subtitle",
            "price",
            "rating",
            "pages",
            "published",
            "added",
            "in_print",
        )
        read_only_fields = fields


class BookSerializer(PlainSerializer):
    """A book with its publisher, its author and three tags: what the others are held against."""

    publisher = PublisherSerializer(read_only=True)
    author = AuthorSerializer(read_only=True)
    tags = TagSerializer(many=True, read_only=True)

    class Meta(PlainSerializer.Meta):
        fields = (*PlainSerializer.Meta.fields, "publisher", "author", "tags")
        read_only_fields = fields


def plain_with(**fields: serializers.Field) -> type[Serializer]:
    """Return the class of books with some of their columns, and the declared `fields`."""
    columns = tuple(PlainSerializer.Meta.fields[: 10 - len(fields)])
    names = (*(name for name in columns if name not in fields), *fields)
    meta = type("Meta", (PlainSerializer.Meta,), {"fields": names, "read_only_fields": columns})
    declared = {"__module__": __name__, "Meta": meta, **fields}
    return type(ModelSerializer)("BookSerializer", (PlainSerializer,), declared)


REFERENCE = listed("a plain nested serializer, for comparison", BookSerializer, 1)
