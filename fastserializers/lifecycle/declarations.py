"""What the fields of a class, or of a serializer, are made from: to be compared with copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.plan import serializer_in


def declarations_of_classes(serializer: Serializer[Any]) -> Iterator[Mapping[str, Any]]:
    """Return what the fields of `serializer`, and of those nested in it, are declared by."""
    yield serializer._declared_fields
    meta = getattr(serializer, "Meta", None)
    if isinstance(meta, type):
        yield from (vars(base) for base in meta.__mro__[:-1])
    for child in nested_in(serializer):
        yield from declarations_of_classes(child)


def declarations_of_fields(serializer: Serializer[Any]) -> Iterator[Mapping[str, Any]]:
    """Return the fields of `serializer`, and of those nested in it, with all that they say."""
    yield getattr(serializer.fields, "fields", serializer.fields)
    fields: Iterable[Any] = serializer.fields.values()
    for field in fields:
        yield from (vars(part) for part in parts_of(field))
    for child in nested_in(serializer):
        yield vars(child)
        yield from declarations_of_fields(child)


def parts_of(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        part = vars(field).get(name)
        if isinstance(part, Field) and not isinstance(field, BaseSerializer):
            yield from parts_of(part)


def nested_in(serializer: Serializer[Any]) -> Iterator[Serializer[Any]]:
    """Return the serializers nested in `serializer` whose fields have been looked at."""
    for field in serializer.fields.values():
        child = serializer_in(field)
        if isinstance(child, Serializer) and "fields" in vars(child):
            yield child


def copy_of(declaration: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them stays the same object."""
    if type(declaration) in (dict, MappingProxyType):
        return {key: copy_of(value) for key, value in declaration.items()}
    if type(declaration) is list:
        return [copy_of(value) for value in declaration]
    return declaration
