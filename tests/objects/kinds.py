"""Fields of every kind that read an attribute, and what each may be told of a missing value."""

import uuid
from functools import partial

from django.db import models
from django.test.utils import isolate_apps
from rest_framework import serializers

from tests.models import Book
from tests.relations.serializers import key, slug, text

OPTIONS = [{}, {"default": "default"}, {"required": False}, {"allow_null": True}]
ALL_OPTIONS = [
    *OPTIONS,
    {"default": None},
    {"default": None, "allow_null": True},
    {"required": False, "allow_null": True},
    {"default": list},
]


def nested(**options):
    """Return a nested serializer, whose field is told the same."""
    own = {name: option for name, option in options.items() if name not in ("source", "many")}

    class InnerSerializer(serializers.Serializer):
        name = serializers.CharField(**own)

    return InnerSerializer(**options)


def book_with(**values):
    """Return a book that has any values at all."""
    book = Book(title="T", isbn=uuid.UUID(int=0))
    vars(book).update(values)
    return book


def book_with_tags(*tags):
    return book_with(_prefetched_objects_cache={"tags": tags}, id=1)


def model_with(mixin):
    """Return a model that no app has, with what a mixin has."""
    with isolate_apps("tests"):

        class Row(mixin, models.Model):
            class Meta:
                app_label = "tests"

    return Row


KINDS = {
    "text": serializers.CharField,
    "number": serializers.IntegerField,
    "anything": serializers.ReadOnlyField,
    "document": serializers.JSONField,
    "written document": partial(serializers.JSONField, binary=True),
    "list": serializers.ListField,
    "text of an object": text,
    "texts of objects": partial(text, many=True),
    "attribute": partial(slug, "name"),
    "key": key,
    "nested": nested,
    "nested list": partial(nested, many=True),
}
