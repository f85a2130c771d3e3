"""The fast read-only twin of a DRF serializer class that stays as it is."""

from __future__ import annotations

from threading import RLock
from typing import Any

from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.serializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    ListSerializer,
)

FAST_BASES: dict[type[Serializer[Any]], type[Serializer[Any]]] = {
    Serializer: FastReadOnlySerializer,
    ModelSerializer: FastReadOnlyModelSerializer,
}


def read_only(serializer_class: type[Serializer[Any]]) -> type[Serializer[Any]]:
    """Return the fast read-only twin of a DRF serializer class: the same class on another base.

    Declared nested serializers are replaced by their own twins. The twin is made once, and kept
    with the class; a class that is fast already is its own. Raises `TypeError` for anything but
    a subclass of `Serializer`.
    """
    if not (isinstance(serializer_class, type) and issubclass(serializer_class, Serializer)):
        raise TypeError(
            f"read_only() takes a subclass of rest_framework.serializers.Serializer, "
            f"not {serializer_class!r}."
        )
    if serializer_class in FAST_BASES:
        return FAST_BASES[serializer_class]
    if issubclass(serializer_class, FastReadOnlyMixin):
        return serializer_class
    with making:
        if "_read_only_twin" not in vars(serializer_class):
            twin = twin_of(serializer_class)
            # Known before its fields are looked at: a serializer may nest itself.
            serializer_class._read_only_twin = twin  # type: ignore[attr-defined]
            for name, field in twin._declared_fields.items():
                twin._declared_fields[name] = read_only_field(field)
        known: type[Serializer[Any]] = vars(serializer_class)["_read_only_twin"]
        return known


making = RLock()
"""Held while a twin is looked for and made: a class has one, and no other thread sees a part."""


def twin_of(serializer_class: type[Serializer[Any]]) -> Any:
    is_model = issubclass(serializer_class, ModelSerializer)
    base = FastReadOnlyModelSerializer if is_model else FastReadOnlySerializer
    metaclass: Any = type(serializer_class)
    # The class comes first: what it overrides stays in front, as if its own base were changed.
    return metaclass(
        serializer_class.__name__,
        (serializer_class, base),
        {
            "__doc__": serializer_class.__doc__,
            "__module__": serializer_class.__module__,
            "__qualname__": serializer_class.__qualname__,
            # Under its name there is the plain class.
            "__reduce__": lambda twin: (new_of_twin, (serializer_class,), vars(twin)),
        },
    )


def class_of_twin(twin: type) -> type | None:
    """Return the class that `twin` was made of by `read_only()`; None for any other class."""
    made_of = twin.__mro__[1]
    return made_of if vars(made_of).get("_read_only_twin") is twin else None


def new_of_twin(serializer_class: type[Serializer[Any]]) -> Any:
    """Return a serializer of the twin that has no state yet, as unpickling wants it."""
    return object.__new__(read_only(serializer_class))


def read_only_field(field: Any) -> Any:
    """Return a declared field, or what stands for it in the read-only twin."""
    if isinstance(field, Serializer):
        return read_only(type(field))(*field._args, **field._kwargs)  # type: ignore[attr-defined]
    if not isinstance(field, COLLECTIONS) or "child" not in field._kwargs:
        return field
    child = read_only_field(field.child)
    if child is field.child:
        return field
    list_class = ListSerializer if type(field) is serializers.ListSerializer else type(field)
    return list_class(*field._args, **{**field._kwargs, "child": child})


COLLECTIONS: Any = (serializers.ListSerializer, fields.ListField, fields.DictField)
