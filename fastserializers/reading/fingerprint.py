"""Fingerprints: they tell whether a serializer class is as it was when its plan was made.

A fingerprint has the namespaces of the class, of its bases and of its `Meta`, and those of the
classes that its declared fields nest, each once. Comparing them with their copies takes 0.1 to
0.3 µs for each class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import compress, count
from operator import ne
from typing import Any

from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers.compiler.fields.registry import MAKING_HOOKS, READ_HOOKS
from fastserializers.compiler.planner import serializer_in
from fastserializers.conf import settings_of_fields
from fastserializers.reading.hooks import FIELD_DECLARATIONS, FIELD_HOOKS, META_OPTIONS
from fastserializers.runtime.drf_types import SerializerClass
from fastserializers.runtime.overrides import is_shipped

# The attributes of a class, or of its `Meta`, that its plan is made from.
DECISIVE = FIELD_DECLARATIONS.union(
    FIELD_HOOKS,
    MAKING_HOOKS,
    META_OPTIONS,
    READ_HOOKS,
    {"_readable_fields", "data"},
)


@dataclass(eq=False, slots=True)
class Fingerprint:
    """All that decides on the plan of a class."""

    surroundings: list[object]
    """Equal `surroundings()` as long as nothing was changed."""
    namespaces: list[Mapping[str, object]]
    copies: list[dict[str, object]]
    """Equal `namespaces` as long as nothing was changed."""


def fingerprint_of(cls: SerializerClass) -> Fingerprint:
    namespaces = namespaces_of(cls)
    return Fingerprint(copy_of(surroundings()), namespaces, [*map(copy_of_namespace, namespaces)])


def is_unchanged(fingerprint: Fingerprint) -> bool:
    """Return whether nothing was changed that decides on a plan."""
    if fingerprint.surroundings != surroundings():
        return False
    namespaces, copies = fingerprint.namespaces, fingerprint.copies
    try:
        if namespaces != copies:
            changed = [*compress(count(), map(ne, namespaces, copies))]
            if any(decisive(namespaces[each]) != decisive(copies[each]) for each in changed):
                return False
            # An attribute that decides nothing, such as a counter: the next comparison is equal.
            for each in changed:
                copies[each] = copy_of_namespace(namespaces[each])
    except Exception:
        # An attribute that does not compare, such as an array.
        return False
    return True


def has_other_surroundings(fingerprint: Fingerprint) -> bool:
    """Return whether settings or REST framework have changed, and the class has not."""
    here = surroundings()
    return fingerprint.surroundings != here and is_unchanged(
        replace(fingerprint, surroundings=here)
    )


def changes_since(fingerprint: Fingerprint) -> list[object]:
    """Return what decides on a plan in each namespace that is not as it was."""
    pairs = zip(fingerprint.namespaces, fingerprint.copies, strict=True)
    return [copy_of(decisive(now)) for now, before in pairs if now != before]


def decisive(namespace: Mapping[str, object]) -> dict[str, object]:
    return {name: namespace[name] for name in DECISIVE & namespace.keys()}


# Their dicts stay the same for as long as a process runs.
SERIALIZER, LIST = vars(Serializer), vars(ListSerializer)


def surroundings() -> list[object]:
    """Return what all plans depend on.

    Settings decide on formats and coercions, and tests override them. Other packages wrap REST
    framework's methods, and add classes of fields to its mapping.
    """
    return [
        settings_of_fields(),
        SERIALIZER["to_representation"],
        LIST["to_representation"],
        ModelSerializer.serializer_field_mapping,
    ]


def namespaces_of(cls: SerializerClass) -> list[Mapping[str, object]]:
    """Return the namespaces of a serializer class, of its bases and `Meta`, and of what it nests.

    Each once.
    """
    owners: list[Any] = []
    for nested in nested_classes(cls, {}):
        owners += nested, getattr(nested, "Meta", None)
    bases = (base for owner in owners for base in getattr(owner, "__mro__", (owner,)))
    return [vars(base) for base in {id(base): base for base in bases}.values() if may_decide(base)]


def nested_classes(
    cls: SerializerClass, found: dict[int, SerializerClass]
) -> Iterator[SerializerClass]:
    """Return a serializer class and those that its declared fields nest."""
    if id(cls) in found:
        return
    found[id(cls)] = cls
    yield cls
    for field in getattr(cls, "_declared_fields", {}).values():
        child = serializer_in(field)
        if child is not None:
            yield from nested_classes(type(child), found)


def may_decide(base: Any) -> bool:
    if not isinstance(base, type):
        return hasattr(base, "__dict__")
    return base.__module__ not in ("abc", "builtins", "typing") and not is_shipped(base)


def copy_of_namespace(namespace: Mapping[str, object]) -> dict[str, object]:
    """Return a copy that stays as it is when what decides on a plan is changed in place."""
    copied = dict(namespace)
    for name in DECISIVE & copied.keys():
        copied[name] = copy_of(copied[name])
    return copied


def copy_of(value: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them is the same object."""
    # Not `isinstance()`, which asks a lazy object what it is.
    if issubclass(type(value), dict):
        return {key: copy_of(item) for key, item in value.items()}
    return [copy_of(item) for item in value] if issubclass(type(value), list) else value
