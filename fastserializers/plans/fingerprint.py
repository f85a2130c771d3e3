"""What a serializer class is compared by, to see that its plan is still right.

A fingerprint has the namespaces of the class, of its `Meta` and its declared fields, and those of
the classes that its declared fields nest. Comparing them with their copies takes 0.1 to 0.3 µs for
each class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.compiler.planner import serializer_in
from fastserializers.runtime.overrides import (
    FIELD_DECLARATIONS,
    FIELD_HOOKS,
    MAKING_HOOKS,
    META_OPTIONS,
    READ_HOOKS,
    is_shipped,
)

# The attributes of a class, or of its `Meta`, that its plan is made from.
DECISIVE = FIELD_DECLARATIONS.union(
    FIELD_HOOKS, MAKING_HOOKS, META_OPTIONS, READ_HOOKS, {"_readable_fields", "data"}
)


class Fingerprint(NamedTuple):
    """What decides on the plan of a class."""

    surroundings: tuple[Any, ...]
    """What plans of all classes depend on."""
    namespaces: tuple[Mapping[str, Any], ...]
    copies: tuple[Mapping[str, Any], ...]
    """Equal `namespaces` as long as nothing was changed."""


def fingerprint_of(cls: Any) -> Fingerprint:
    classes = list(nested_classes(cls, {}))
    # What a class keeps in a dict decides on no field; the options of `Meta` are changed in place.
    spaces = [space for nested in classes for space in namespaces_of(nested)]
    options = [vars(base) for nested in classes for base in metas_of(nested)]
    return Fingerprint(
        surroundings(),
        (*spaces, *options),
        (*map(dict, spaces), *(copy_of(dict(each)) for each in options)),
    )


def is_unchanged(fingerprint: Fingerprint) -> bool:
    """Return whether nothing in the namespaces of a fingerprint was changed."""
    if fingerprint.surroundings != surroundings():
        return False
    try:
        if fingerprint.namespaces == fingerprint.copies:
            return True
        return all(map(decides_the_same, fingerprint.namespaces, fingerprint.copies))
    except Exception:
        # An attribute that does not compare, such as an array.
        return False


def decides_the_same(now: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Return whether nothing in a namespace was changed but what a class keeps, as a counter."""
    if type(now) is not MappingProxyType:
        # Declared fields.
        return now == before
    names = DECISIVE & (now.keys() | before.keys())
    return all(name in now and name in before and now[name] == before[name] for name in names)


def surroundings() -> tuple[Any, ...]:
    """Return what `mock.patch`, another package or a test that overrides settings may replace."""
    # Settings decide on formats and coercions.
    holder: Any = vars(settings).get("_wrapped")
    return (
        Serializer.to_representation,
        Serializer.fields,
        ListSerializer.to_representation,
        holder,
    )


def nested_classes(cls: Any, found: dict[int, Any]) -> Iterator[Any]:
    """Return a serializer class and those that its declared fields nest."""
    if id(cls) in found:
        return
    found[id(cls)] = cls
    yield cls
    for field in declared_fields(cls).values():
        child = serializer_in(field)
        if child is not None:
            yield from nested_classes(type(child), found)


def declared_fields(cls: Any) -> dict[str, Any]:
    declared = getattr(cls, "_declared_fields", None)
    return declared if isinstance(declared, dict) else {}


def namespaces_of(cls: Any) -> Iterator[Mapping[str, Any]]:
    for base in cls.__mro__:
        if not is_shipped(base) and base.__module__ not in ("abc", "builtins", "typing"):
            yield vars(base)
    yield declared_fields(cls)


def metas_of(cls: Any) -> Iterator[Any]:
    meta = getattr(cls, "Meta", None)
    bases = meta.__mro__[:-1] if isinstance(meta, type) else (meta,)
    return (base for base in bases if hasattr(base, "__dict__"))


def copy_of(value: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them is the same object."""
    # Not `isinstance()`, which asks a lazy object what it is.
    if issubclass(type(value), dict):
        return {key: copy_of(item) for key, item in value.items()}
    return [copy_of(item) for item in value] if issubclass(type(value), list) else value
