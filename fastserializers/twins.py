"""The fast read-only twin of a DRF serializer class that stays as it is."""

from __future__ import annotations

from threading import Lock
from typing import Any

from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.lifecycle.readings import Reading
from fastserializers.likeness import likeness, stands_for
from fastserializers.serializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    fast_list,
)

FAST_BASES: dict[type[Serializer[Any]], type[Serializer[Any]]] = {
    Serializer: FastReadOnlySerializer,
    ModelSerializer: FastReadOnlyModelSerializer,
}


def read_only(serializer_class: type[Serializer[Any]]) -> type[Serializer[Any]]:
    """Return the fast read-only twin of a DRF serializer class: the same class on another base.

    Declared nested serializers are replaced by their own twins. The twin is made once, and kept
    with the class, which it equals; a class that is fast already is its own. Raises `TypeError`
    for anything but a subclass of `Serializer`.
    """
    if not has_twin(serializer_class):
        raise TypeError(
            f"read_only() takes a subclass of rest_framework.serializers.Serializer, "
            f"not {serializer_class!r}."
        )
    if serializer_class in FAST_BASES:
        return FAST_BASES[serializer_class]
    if issubclass(serializer_class, FastReadOnlyMixin):
        return serializer_class
    known: type[Serializer[Any]] | None = known_twin(serializer_class)
    return known or published(serializer_class, twin_of(serializer_class))


def has_twin(serializer_class: object) -> bool:
    return isinstance(serializer_class, type) and issubclass(serializer_class, Serializer)


def known_twin(serializer_class: Any) -> Any:
    """Return the twin that a class has already; None before `read_only()` has made one."""
    return vars(serializer_class).get("_read_only_twin")


publishing = Lock()
"""Held while a twin is put to its class: never while anything is made, imported or called."""


def published(serializer_class: Any, twin: Any) -> Any:
    """Return the twin of a class: `twin`, if no other thread was faster."""
    with publishing:
        known = known_twin(serializer_class)
        if known is None:
            type.__setattr__(serializer_class, "_read_only_twin", twin)
            known = twin
    return known


def twin_of(serializer_class: Any) -> Any:
    is_model = issubclass(serializer_class, ModelSerializer)
    # The class comes first: what it overrides stays in front, as if its own base were changed.
    twin = likeness(
        serializer_class,
        (serializer_class, FastReadOnlyModelSerializer if is_model else FastReadOnlySerializer),
        # Under its name there is the plain class.
        {"__reduce__": reduced, "_find": staticmethod(read_only)},
    )
    type.__setattr__(twin, "_reading", Reading(twin, FastReadOnlyMixin))
    if isinstance(serializer_class._declared_fields, dict):
        type.__setattr__(twin, "_declared_fields", DeclaredFields(serializer_class))
    return twin


def reduced(serializer: Any) -> Any:
    """Return how a serializer of a twin, or of a subclass of one, is pickled and copied."""
    cls = type(serializer)
    made_of = stands_for(cls)
    if made_of is cls:
        return new_of, (cls,), vars(serializer)
    state_of: Any = getattr(made_of, "__getstate__", vars)
    if state_of is getattr(object, "__getstate__", None):
        state_of = vars
    return new_of_twin, (made_of,), state_of(serializer)


def class_of_twin(twin: type) -> type | None:
    """Return the class that `twin` was made of by `read_only()`; None for any other class."""
    made_of: type = stands_for(twin)
    return None if made_of is twin else made_of


def new_of(cls: type) -> Any:
    """Return an instance that has no state yet, as unpickling wants it."""
    return object.__new__(cls)


def new_of_twin(serializer_class: type[Serializer[Any]]) -> Any:
    return new_of(read_only(serializer_class))


class DeclaredFields:
    """The declared fields of a twin: those of its class now, with twins for serializers."""

    # To whoever looks whether a class computes what it declares: this is the same as a dict.
    is_plain_value = True

    def __init__(self, serializer_class: Any) -> None:
        self.serializer_class = serializer_class
        self.items: list[tuple[str, Any]] | None = None
        self.fields: dict[str, Any] = {}

    def __get__(self, instance: Any, owner: Any = None) -> dict[str, Any]:
        items = list(self.serializer_class._declared_fields.items())
        if items != self.items:
            self.fields = {name: read_only_field(field) for name, field in items}
            self.items = items
        return self.fields


def read_only_field(field: Any) -> Any:
    """Return a declared field, or what stands for it in the read-only twin."""
    if isinstance(field, Serializer):
        return in_class(field, read_only(type(field)), field._kwargs)  # type: ignore[attr-defined]
    if not isinstance(field, COLLECTIONS) or "child" not in field._kwargs:
        return field
    child = read_only_field(field._kwargs["child"])
    if child is field._kwargs["child"]:
        return field
    collection: Any = type(field)
    if isinstance(field, serializers.ListSerializer):
        collection = fast_list(collection)
    return in_class(field, collection, {**field._kwargs, "child": child}, child=child)


COLLECTIONS: Any = (serializers.ListSerializer, fields.ListField, fields.DictField)


def in_class(field: Any, cls: type, arguments: dict[str, Any], **state: Any) -> Any:
    """Return a declared field as one of another class, from which DRF will make the fields.

    Nothing is called: DRF makes a declared field once.
    """
    made: Any = object.__new__(cls)
    made.__dict__.update({**vars(field), "_kwargs": arguments, **state})
    return made
