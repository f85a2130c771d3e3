"""The calls of generated code where no guard holds: DRF's own field finishes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework.fields import BuiltinSignatureError, Field, SkipField, empty
from rest_framework.relations import PKOnlyObject

from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.nested import SerializerOrContext, field_of

# The errors that DRF handles: `Field.get_attribute()` the first three, a serializer's
# `to_representation()` SkipField, and `fields.get_attribute()` ObjectDoesNotExist at each step.
FIELD_ERRORS = (KeyError, AttributeError, BuiltinSignatureError, SkipField)
READ_ERRORS = (*FIELD_ERRORS, ObjectDoesNotExist)


def delegate(
    serializer: SerializerOrContext, name: str, instance: object, skipped: list[str]
) -> object:
    """Return the output of one field, as the loop of `Serializer.to_representation()` has it."""
    return represented(field_of(serializer, name), instance, name, skipped)


def recover(
    serializer: SerializerOrContext,
    name: str,
    instance: object,
    error: Exception,
    skipped: list[str],
) -> object:
    """Return the output of a field whose source has raised an `error` when it was read."""
    field = field_of(serializer, name)
    if replaces_missing(field, error):
        return represented(field, instance, name, skipped, partial(instead_of_missing, field))

    def outcome() -> object:
        raise error

    read = AlreadyRead(instance, outcome)
    try:
        output = represented(field, read, name, skipped)
    finally:
        # Python sets `obj` to the object whose attribute was asked for last.
        if isinstance(error, AttributeError) and error.obj is read:
            error.obj = instance
    # The traceback's frames hold the error: a cycle that only the garbage collector would free.
    error.__traceback__ = None
    return output


def resume(
    serializer: SerializerOrContext, name: str, instance: object, value: object, skipped: list[str]
) -> object:
    """Return the output of a field for the raw `value` that was read from its source."""
    read = AlreadyRead(instance, lambda: value)
    return represented(field_of(serializer, name), read, name, skipped)


def represent(serializer: SerializerOrContext, name: str, value: object) -> object:
    """Return the output of a field for a `value` that has been read and called."""
    if isinstance(value, PKOnlyObject) and value.pk is None:
        return None
    return field_of(serializer, name).to_representation(value)


def represented(
    field: AnyField,
    instance: object,
    name: str,
    skipped: list[str],
    get_attribute: Callable[[object], object] | None = None,
) -> object:
    try:
        attribute = (get_attribute or field.get_attribute)(instance)
    except SkipField:
        skipped.append(name)
        return None
    value = attribute.pk if isinstance(attribute, PKOnlyObject) else attribute
    return None if value is None else field.to_representation(attribute)


def represented_if_read(
    field: AnyField, instance: object, name: str, skipped: list[str]
) -> object:
    """Return the output of a field that the code that has made it may have hidden."""
    if field.write_only:
        skipped.append(name)
        return None
    return represented(field, instance, name, skipped)


# Attributes are missing from rows of `values()`, and without an annotation. For such a field, to
# raise the error again in REST framework's method takes longer than everything else.


def replaces_missing(field: AnyField, error: Exception) -> bool:
    """Return whether `Field.get_attribute()` handles a missing attribute without an error."""
    return (
        isinstance(error, (KeyError, AttributeError))
        and not isinstance(error, ObjectDoesNotExist)
        and type(field).get_attribute is GET_ATTRIBUTE
        and "get_attribute" not in vars(field)
        and (field.default is not empty or field.allow_null or not field.required)
    )


GET_ATTRIBUTE = Field.get_attribute


def instead_of_missing(field: AnyField, instance: object) -> object:
    """Return the default of a field, or None, as `Field.get_attribute()`, or raise `SkipField`."""
    if field.default is not empty:
        return field.get_default()
    if field.allow_null:
        return None
    raise SkipField


def leave_out(row: dict[str, Any], skipped: list[str]) -> None:
    """Take the `skipped` fields out of a row, and make the list ready for the next one."""
    for name in skipped:
        del row[name]
    skipped.clear()


class AlreadyRead:
    """Gives DRF's field the outcome of reading an instance: the project's code runs only once."""

    def __init__(self, instance: object, outcome: Callable[[], object]) -> None:
        object.__setattr__(self, "instance", instance)
        object.__setattr__(self, "outcome", outcome)

    def __getattribute__(self, name: str) -> object:
        if name == "__class__":
            # DRF asks whether the instance is a mapping, and names the class in messages.
            return object.__getattribute__(self, "instance").__class__
        return object.__getattribute__(self, "outcome")()

    def __getitem__(self, name: str) -> object:
        return object.__getattribute__(self, "outcome")()
