"""Values that are called, missing, translated, or texts of a class of their own."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from benchmarks.idioms.around_the_rows import LinkedSerializer
from benchmarks.idioms.idiom import Idiom, listed, plain_with, represented_by
from bookshop.models import Book
from fastserializers import read_only
from fastserializers.renderers import OrjsonRenderer


class CallingSerializer(serializers.ModelSerializer):
    format_name = serializers.CharField(source="get_format_display")
    name = serializers.ReadOnlyField(source="__str__")
    publisher_name = serializers.CharField(source="publisher.__str__")

    class Meta:
        model = Book
        fields = ("id", "title", "format_name", "name", "publisher_name")
        read_only_fields = ("id", "title")


TRANSLATED = [(value, gettext_lazy(label)) for value, label in Book.Format.choices]


class TranslatedBook(models.Model):
    """Has choices whose labels are translated when they are shown."""

    format = models.CharField(max_length=10, choices=TRANSLATED)

    class Meta:
        app_label = "bookshop"
        managed = False

    def __str__(self) -> str:
        return self.format


TRANSLATED_BOOKS = [
    TranslatedBook(id=number, format=TRANSLATED[number % len(TRANSLATED)][0])
    for number in range(1_000)
]


class TranslatedSerializer(serializers.ModelSerializer):
    label = serializers.CharField(source="get_format_display")

    class Meta:
        model = TranslatedBook
        fields = ("id", "format", "label")
        read_only_fields = ("id", "format")


LAZY = [{"name": gettext_lazy("Name"), "label": gettext_lazy("Label"), "id": 1}] * 1_000


class LazySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    label = serializers.CharField()


def of(rows: Any, serializer_class: Any) -> Any:
    return lambda books: serializer_class(rows, many=True).data


links = represented_by(read_only(LinkedSerializer), linked=True)
LINKED: dict[int, Any] = {}


def linked_rows(books: list[Book]) -> Any:
    """Return rows of `Hyperlink`, the texts that REST framework's links are."""
    if id(books) not in LINKED:
        LINKED[id(books)] = links(books)
    return LINKED[id(books)]


IDIOMS: tuple[Idiom, ...] = (
    listed("sources that are methods of the model", CallingSerializer, 4),
    listed(
        "default= for two attributes that instances lack",
        plain_with(
            discount=serializers.IntegerField(default=0, read_only=False),
            shelf=serializers.CharField(default="", source="place.shelf"),
        ),
        6,
    ),
    listed(
        "choices with translated labels",
        plain_with(
            format=serializers.ChoiceField(choices=TRANSLATED, read_only=True),
            was=serializers.ChoiceField(choices=TRANSLATED, read_only=True, source="format"),
        ),
        7,
    ),
    Idiom(
        "the display of choices with translated labels",
        of(TRANSLATED_BOOKS, TranslatedSerializer),
        of(TRANSLATED_BOOKS, read_only(TranslatedSerializer)),
        4,
    ),
    Idiom(
        "CharField of lazy texts",
        of(LAZY, LazySerializer),
        of(LAZY, read_only(LazySerializer)),
        1,
    ),
    Idiom(
        "rendering texts of a class of their own, such as links",
        lambda books: JSONRenderer().render(linked_rows(books)),
        lambda books: OrjsonRenderer().render(linked_rows(books)),
        5,
    ),
)
