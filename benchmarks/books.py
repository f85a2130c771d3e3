"""The serializers of books that the questions share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init
from rest_framework.serializers import CharField, ModelSerializer, SerializerMethodField

from benchmarks.classes import importable, make_importable
from bookshop.models import Author, Book, Publisher, Tag
from fastserializers import FastReadOnlyModelSerializer

BOOKS = Book.objects.order_by("pk")
LOADED_BOOKS = BOOKS.select_related("publisher", "author").prefetch_related("tags")


def book_serializer(base: type[ModelSerializer]) -> type[ModelSerializer]:
    """Return the class of books with their publisher, their author and three tags."""

    class PublisherSerializer(base):
        class Meta:
            model = Publisher
            fields = ("id", "name", "country", "website", "same_day_until")
            read_only_fields = fields

    class AuthorSerializer(base):
        class Meta:
            model = Author
            fields = ("id", "name", "born")
            read_only_fields = fields

    class TagSerializer(base):
        class Meta:
            model = Tag
            fields = ("id", "name")
            read_only_fields = fields

    class BookSerializer(base):
        publisher = PublisherSerializer(read_only=True)
        author = AuthorSerializer(read_only=True)
        tags = TagSerializer(many=True, read_only=True)

        class Meta:
            model = Book
            fields = "__all__"

    make_importable(base, PublisherSerializer, AuthorSerializer, TagSerializer, BookSerializer)
    return BookSerializer


DRFBookSerializer = book_serializer(ModelSerializer)
FastBookSerializer = book_serializer(FastReadOnlyModelSerializer)


def with_method(serializer_class: Any, label: Callable[[Any, Book], str]) -> Any:
    """Return a class with a field more, which a method makes of each book."""
    name = f"{serializer_class.__qualname__}_{label.__name__}"
    declared = {"label": SerializerMethodField(), "get_label": label}
    return importable(name, serializer_class, **declared)


def of_columns(serializer: Any, book: Book) -> str:
    return f"{book.title}, {book.pages} pages"


def of_related(serializer: Any, book: Book) -> str:
    return f"{book.author.name}: {', '.join(tag.name for tag in book.tags.all())}"


class AuthorSerializer(ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name", "born")


class TagSerializer(ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "name")


class FlatSerializer(ModelSerializer):
    """A book of twelve columns, without what it is related to."""

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
            "format",
            "publisher",
        )
        read_only_fields = fields


class WithPublisherSerializer(FlatSerializer):
    """Reads a column of a joined model."""

    publisher = CharField(source="publisher.name")


def hear(sender: type, **options: Any) -> None:
    """Stands for what packages connect, or do in `__init__()`, for each instance of a model."""


def while_heard(model: type[Model]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: while its function runs, a receiver gets each instance of the model."""

    def decorate(represent: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(represent)
        def heard(*args: Any) -> Any:
            post_init.connect(hear, sender=model)
            try:
                return represent(*args)
            finally:
                post_init.disconnect(hear, sender=model)

        return heard

    return decorate


class ChosenSerializer(FlatSerializer):
    """Has the fields that the request asks for."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        names = self.context["request"].GET["fields"].split(",")
        for name in set(self.fields) - set(names):
            self.fields.pop(name)
