"""The serializer that represents a row, and contexts that stand for nested serializers.

A nested serializer is looked up among the fields of its parent, which DRF has to make first. A
context delays that until code needs the serializer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeAlias

from rest_framework.serializers import Serializer

from fastserializers.runtime.drf_types import AnyField, AnySerializer

EMPTY: Mapping[str, Any] = {}

SerializerOrContext: TypeAlias = "AnySerializer | NestedContext"


class NestedContext:
    """Stands for the bound serializer of a nested field until code needs the serializer."""

    __slots__ = ("links", "name", "nested", "parent", "serializer")

    def __init__(
        self, parent: SerializerOrContext, name: str, serializer: AnySerializer | None = None
    ) -> None:
        self.parent = parent
        self.name = name
        self.serializer = serializer
        self.links: dict[Any, Any] = {}
        self.nested: dict[str, NestedContext] = {}


def nested_context(serializer: SerializerOrContext, name: str) -> NestedContext:
    """Return the context of a nested serializer: the same for all rows of one call."""
    if type(serializer) is not NestedContext:
        return NestedContext(serializer, name)
    if name not in serializer.nested:
        serializer.nested[name] = NestedContext(serializer, name)
    return serializer.nested[name]


def serializer_at(serializer: SerializerOrContext) -> Any:
    """Return a serializer, or the bound serializer that a context stands for."""
    if type(serializer) is not NestedContext:
        return serializer
    if serializer.serializer is None:
        field = field_of(serializer.parent, serializer.name)
        while not isinstance(field, Serializer):
            field = field.child
        serializer.serializer = field
    return serializer.serializer


def field_of(serializer: SerializerOrContext, name: str) -> Any:
    """Return a bound field of `serializer`, made now if it is not made yet."""
    fields = serializer_at(serializer).fields
    # Fields that are made when they are asked for tell reading from looking.
    return getattr(fields, "field_to_read", fields.__getitem__)(name)


def method_of(owner: AnyField, name: str) -> Callable[[Any], Any]:
    """Return a method of a serializer or a field, or a function that looks it up for each value.

    Looking up a method takes as long as a short method: CPython 3.13 gives up caching attributes
    of classes that change as often as DRF's `Field`, which counts its instances on itself.
    """
    if type(getattr(type(owner), name, None)) is FunctionType:
        method: Callable[[Any], Any] = getattr(owner, name)
        return method
    return lambda value: getattr(owner, name)(value)


def context_of(serializer: SerializerOrContext) -> Any:
    """Return `Field.context` of the fields of a serializer, or of one nested in it."""
    root: Any = serializer
    while root.parent is not None:
        root = root.parent
    return getattr(root, "_context", {})


def file_url(file: Any, serializer: SerializerOrContext) -> Any:
    """Return the URL of a file as `FileField` does: absolute, if the context has a request."""
    if not file:
        return None
    try:
        url = file.url
    except AttributeError:
        return None
    request = context_of(serializer).get("request", None)
    return url if request is None else request.build_absolute_uri(url)


def read_from_row(cache: Any, name: str) -> bool:
    """Return whether a relation is read from the row of an instance, whose `cache` is given."""
    read = getattr(cache, "read_from_row", None)
    return read is not None and read(name)
