"""What a serializer class is made of, to see whether it has been changed since."""

from __future__ import annotations

from typing import Any

from django.apps import apps

from fastserializers.compiler.plan import serializer_in
from fastserializers.overrides import is_stock

# What the library itself sets on a class after it has looked at it.
OWN_ATTRIBUTES = frozenset({"_definition", "_first_plan", "_kept_plan", "_read_only_twin"})


def definition_of(cls: Any) -> list[dict[str, Any]]:
    """Return copies of all that decides on the plan of a serializer class."""
    mapping = getattr(cls, "serializer_field_mapping", None)
    options = getattr(getattr(getattr(cls, "Meta", None), "model", None), "_meta", None)
    return [
        dict(mapping) if isinstance(mapping, dict) else {},
        {"model": options.get_fields() if options and apps.models_ready else ()},
        *(namespace_of(base) for nested in declared_classes(cls, {}) for base in nested.__mro__),
    ]


def namespace_of(cls: type) -> dict[str, Any]:
    if cls is object or is_stock(cls):
        return {}
    # A copy: another thread may be setting one of the library's own attributes.
    namespace = vars(cls).copy()
    return {name: value for name, value in namespace.items() if name not in OWN_ATTRIBUTES}


def declared_classes(cls: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Add to `found` a serializer class and those that its declared fields nest; return it."""
    if cls not in found:
        found[cls] = None
        for field in getattr(cls, "_declared_fields", {}).values():
            child = serializer_in(field)
            if child is not None:
                declared_classes(type(child), found)
    return found
