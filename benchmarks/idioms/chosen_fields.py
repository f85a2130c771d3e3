"""Serializers that decide by code of their own which fields they have."""

from __future__ import annotations

from typing import Any

from django.utils.functional import cached_property
from rest_framework import serializers

from benchmarks.idioms.idiom import (
    AuthorSerializer,
    BookSerializer,
    Idiom,
    PlainSerializer,
    PublisherSerializer,
    TagSerializer,
    listed,
    plain_with,
)


class ChosenByProperty(serializers.Serializer):
    """Takes away what the request has not asked for, once a serializer."""

    @cached_property
    def fields(self) -> Any:
        fields = super().fields
        for name in self.context.get("without", ()):
            fields.pop(name, None)
        return fields


class ChosenByMethod(serializers.Serializer):
    def get_fields(self) -> Any:
        fields = super().get_fields()
        for name in self.context.get("without", ()):
            fields.pop(name, None)
        return fields


class ChosenByArgument(serializers.ModelSerializer):
    """As REST framework's documentation has it."""

    def __init__(self, *args: Any, fields: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if fields is not None:
            for name in {*self.fields} - {*fields}:
                self.fields.pop(name)


def choosing(mixin: type, serializer_class: type) -> Any:
    return type(serializer_class)(
        serializer_class.__name__, (mixin, serializer_class), {"__module__": __name__}
    )


class OfArgumentsSerializer(BookSerializer):
    publisher = choosing(ChosenByArgument, PublisherSerializer)(
        fields=("id", "name", "country"), read_only=True
    )
    author = choosing(ChosenByArgument, AuthorSerializer)(fields=("id", "name"), read_only=True)


class OfPropertiesSerializer(BookSerializer):
    publisher = choosing(ChosenByProperty, PublisherSerializer)(read_only=True)
    author = choosing(ChosenByProperty, AuthorSerializer)(read_only=True)
    tags = choosing(ChosenByProperty, TagSerializer)(many=True, read_only=True)


class OfMethodsSerializer(BookSerializer):
    tags = choosing(ChosenByMethod, TagSerializer)(many=True, read_only=True)


class NotingCharField(serializers.CharField):
    """Knows where it is when it is bound."""

    def bind(self, field_name: str, parent: Any) -> None:
        super().bind(field_name, parent)
        self.style["name"] = f"{type(parent).__name__}.{field_name}"


IDIOMS: tuple[Idiom, ...] = (
    listed(
        "`fields`, a cached_property that calls super",
        choosing(ChosenByProperty, PlainSerializer),
        7,
    ),
    listed("nested serializers of that kind, one and many", OfPropertiesSerializer, 6),
    listed("nested serializers whose __init__() takes fields=", OfArgumentsSerializer, 7),
    listed("nested many=True with get_fields()", OfMethodsSerializer, 6),
    listed(
        "one field that overrides bind()", plain_with(title=NotingCharField(read_only=True)), 7
    ),
)
