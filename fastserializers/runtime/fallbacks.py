"""What the generated code calls where only DRF's own field knows: slower, never different."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, MethodType
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework.fields import BuiltinSignatureError, SkipField, get_attribute
from rest_framework.relations import PKOnlyObject
from rest_framework.serializers import Serializer

# What DRF makes something of when a field's source is read: `Field.get_attribute()` and, for
# `SkipField`, `Serializer.to_representation()`; then `get_attribute()` for each single step.
FIELD_ERRORS = (KeyError, AttributeError, BuiltinSignatureError, SkipField)
READ_ERRORS = (*FIELD_ERRORS, ObjectDoesNotExist)
NOTHING: Mapping[str, Any] = {}


class NestedSerializer:
    """Stands for the bound serializer of a nested field until something asks for it."""

    __slots__ = ("links", "name", "nested", "parent", "serializer")

    def __init__(self, parent: Any, name: str) -> None:
        self.parent = parent
        self.name = name
        self.serializer: Any = None
        self.links: dict[Any, Any] = {}
        self.nested: dict[str, NestedSerializer] = {}


def nested_serializer(serializer: Any, name: str) -> NestedSerializer:
    """Return what stands for a nested serializer: the same for all rows of one call."""
    if not isinstance(serializer, NestedSerializer):
        return NestedSerializer(serializer, name)
    if name not in serializer.nested:
        serializer.nested[name] = NestedSerializer(serializer, name)
    return serializer.nested[name]


def bound(serializer: Any) -> Any:
    """Return a serializer, or what a `NestedSerializer` stands for, bound to its parents."""
    if not isinstance(serializer, NestedSerializer):
        return serializer
    if serializer.serializer is None:
        field = field_of(serializer.parent, serializer.name)
        while not isinstance(field, Serializer):
            field = field.child
        serializer.serializer = field
    return serializer.serializer


def field_of(serializer: Any, name: str) -> Any:
    """Return a bound field of `serializer`, of those in `serializer.fields`."""
    return bound(serializer).fields[name]


def method_of(serializer: Any, name: str) -> Callable[[Any], Any]:
    """Return a method of `serializer`; one that looks for it each time where it is anything else.

    Looking for it takes as long as a short method: CPython keeps nothing of what it has found
    on classes that change as often as DRF's `Field`, which counts its instances on itself.
    """
    serializer = bound(serializer)
    if type(getattr(type(serializer), name, None)) is FunctionType:
        method = getattr(serializer, name)
        if type(method) is MethodType and method.__self__ is serializer:
            return method
    return lambda instance: getattr(serializer, name)(instance)


def context_of(serializer: Any) -> Any:
    """Return what `Field.context` is for the fields of a serializer, or of one nested in it."""
    while serializer.parent is not None:
        serializer = serializer.parent
    return getattr(serializer, "_context", {})


def delegate(serializer: Any, name: str, instance: Any, skipped: list[str]) -> Any:
    """Return what the loop of `Serializer.to_representation()` makes of one field."""
    return represented(field_of(serializer, name), instance, name, skipped)


def recover(
    serializer: Any, name: str, instance: Any, error: Exception, skipped: list[str]
) -> Any:
    """Return what the field makes of an `error` that reading its source has raised."""

    def outcome() -> Any:
        raise error

    return represented(field_of(serializer, name), Read(instance, outcome), name, skipped)


def resume(serializer: Any, name: str, instance: Any, value: Any, skipped: list[str]) -> Any:
    """Return what the field makes of the raw `value` that has been read from its source."""
    read = Read(instance, lambda: value)
    return represented(field_of(serializer, name), read, name, skipped)


def represent(serializer: Any, name: str, instance: Any, value: Any, skipped: list[str]) -> Any:
    """Return what the field makes of a `value` that has been read, and called, as DRF does."""
    return field_of(serializer, name).to_representation(value)


def represent_item(serializer: Any, name: str, depth: int, item: Any) -> Any:
    """Return what the child of a field makes of an item; of a field at a `depth` of children."""
    field = field_of(serializer, name)
    for _ in range(depth):
        field = field.child
    return field.to_representation(item)


def represent_key(serializer: Any, name: str, key: Any) -> Any:
    """Return what the `pk_field` of many related rows makes of the key of one of them."""
    return field_of(serializer, name).child_relation.pk_field.to_representation(key)


def represented(field: Any, instance: Any, name: str, skipped: list[str]) -> Any:
    try:
        attribute = field.get_attribute(instance)
    except SkipField:
        skipped.append(name)
        return None
    empty = attribute.pk if isinstance(attribute, PKOnlyObject) else attribute
    return None if empty is None else field.to_representation(attribute)


def file_url(file: Any, serializer: Any) -> str | None:
    """Return what `FileField` makes of a file: its address, with the host if that is known."""
    if not file:
        return None
    try:
        url: str = file.url
    except AttributeError:
        return None
    request = context_of(serializer).get("request", None)
    if request is None:
        return url
    absolute: str = request.build_absolute_uri(url)
    return absolute


def leave_out(row: dict[str, Any], skipped: list[str]) -> None:
    """Take the `skipped` fields out of a row, and make the list ready for the next one."""
    for name in skipped:
        del row[name]
    skipped.clear()


class Read:
    """An instance that has been read: DRF's field gets the outcome, and nothing runs twice."""

    def __init__(self, instance: Any, outcome: Callable[[], Any]) -> None:
        object.__setattr__(self, "instance", instance)
        object.__setattr__(self, "outcome", outcome)

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            # DRF asks whether the instance is a mapping, and names its class in messages.
            return object.__getattribute__(self, "instance").__class__
        return object.__getattribute__(self, "outcome")()

    def __getitem__(self, name: str) -> Any:
        return object.__getattribute__(self, "outcome")()


RUNTIME: dict[str, object] = {
    "NOTHING": NOTHING,
    "FIELD_ERRORS": FIELD_ERRORS,
    "READ_ERRORS": READ_ERRORS,
    "bound": bound,
    "delegate": delegate,
    "file_url": file_url,
    "get_attribute": get_attribute,
    "leave_out": leave_out,
    "method_of": method_of,
    "nested_serializer": nested_serializer,
    "recover": recover,
    "represent": represent,
    "represent_item": represent_item,
    "represent_key": represent_key,
    "resume": resume,
}
"""The names that the generated code uses of this module and of DRF."""
