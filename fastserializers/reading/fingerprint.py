"""Fingerprints: they tell whether a serializer class is as it was when its plan was made.

A fingerprint has the namespaces of the class, of its bases and of its `Meta`, and those of the
classes that its declared fields nest, each once. Comparing them with their copies takes 0.1 to
0.3 µs for each class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.conf import settings
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers.compiler.fields.registry import MAKING_HOOKS, READ_HOOKS
from fastserializers.compiler.planner import serializer_in
from fastserializers.reading.hooks import (
    FIELD_DECLARATIONS,
    FIELD_HOOKS,
    META_OPTIONS,
    WRITING_HOOKS,
)
from fastserializers.runtime.drf_types import SerializerClass
from fastserializers.runtime.overrides import is_shipped

# The attributes of a class, or of its `Meta`, that its plan is made from.
DECISIVE = FIELD_DECLARATIONS.union(
    FIELD_HOOKS,
    WRITING_HOOKS,
    MAKING_HOOKS,
    META_OPTIONS,
    READ_HOOKS,
    {"_readable_fields", "data"},
)


@dataclass(eq=False, slots=True)
class Fingerprint:
    """All that decides on the plan of a class."""

    surroundings: tuple[object, ...]
    """The settings, and the attributes of REST framework, that all plans depend on."""
    namespaces: list[Mapping[str, object]]
    copies: list[dict[str, object]]
    """Equal `namespaces` as long as nothing was changed."""


def fingerprint_of(cls: SerializerClass) -> Fingerprint:
    namespaces = list(namespaces_of(cls))
    return Fingerprint(
        copy_of_surroundings(surroundings()),
        namespaces,
        [copy_of_namespace(each) for each in namespaces],
    )


def is_unchanged(fingerprint: Fingerprint) -> bool:
    """Return whether nothing was changed that decides on a plan."""
    try:
        return fingerprint.surroundings == surroundings() and (
            fingerprint.namespaces == fingerprint.copies or adopt_harmless_changes(fingerprint)
        )
    except Exception:
        # An attribute that does not compare, such as an array.
        return False


def adopt_harmless_changes(fingerprint: Fingerprint) -> bool:
    """Copy attributes that were changed and decide nothing, such as a counter.

    The next comparison finds nothing changed then. Returns False if what was changed decides.
    """
    for index, before in enumerate(fingerprint.copies):
        now = fingerprint.namespaces[index]
        if now != before:
            if decisive(now) != decisive(before):
                return False
            fingerprint.copies[index] = copy_of_namespace(now)
    return True


def decisive(namespace: Mapping[str, object]) -> dict[str, object]:
    return {name: namespace[name] for name in DECISIVE & namespace.keys()}


# Their dicts stay the same for as long as a process runs.
SERIALIZER, LIST, SETTINGS = vars(Serializer), vars(ListSerializer), vars(settings)
MODEL_SERIALIZER = vars(ModelSerializer)

# REST framework's defaults for the attributes that it makes the fields of models from.
of_models = itemgetter(*sorted(FIELD_DECLARATIONS - {"Meta", "_declared_fields"}))


def surroundings() -> tuple[object, ...]:
    """Return what `mock.patch`, another package or a test that overrides settings may replace."""
    return (
        SERIALIZER["to_representation"],
        SERIALIZER["fields"],
        SERIALIZER["get_fields"],
        MODEL_SERIALIZER["get_fields"],
        LIST["to_representation"],
        # Settings decide on formats and coercions.
        SETTINGS.get("_wrapped"),
        of_models(MODEL_SERIALIZER),
    )


def copy_of_surroundings(found: tuple[Any, ...]) -> tuple[object, ...]:
    """Return a copy that stays as it is when the mapping of fields is changed in place."""
    *others, declared = found
    return (*others, tuple(map(copy_of, declared)))


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


def namespaces_of(cls: SerializerClass) -> Iterator[Mapping[str, object]]:
    """Return the namespaces of a serializer class, and of what it nests, each once."""
    classes = list(nested_classes(cls, {}))
    bases = {id(base): base for nested in classes for base in nested.__mro__}
    metas = {id(base): base for nested in classes for base in metas_of(nested)}
    yield from (vars(base) for base in bases.values() if may_decide(base))
    yield from map(vars, metas.values())


def may_decide(base: type) -> bool:
    return base.__module__ not in ("abc", "builtins", "typing") and not is_shipped(base)


def metas_of(cls: SerializerClass) -> Iterator[Any]:
    meta = getattr(cls, "Meta", None)
    bases = meta.__mro__[:-1] if isinstance(meta, type) else (meta,)
    return (base for base in bases if hasattr(base, "__dict__"))


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
