"""The source of objects that are found by their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

from rest_framework.relations import PKOnlyObject

from fastserializers.compiler.reads.instances import has_loaded_state, instances
from fastserializers.compiler.reads.objects import (
    claims_another_class,
    lazy_objects,
    mappings,
    objects,
    only_delegated,
)
from fastserializers.compiler.reads.source import Source


def source_of_type(cls: type) -> Source:
    """Return the first source that takes objects of type `cls`."""
    return next(source(cls) for takes, source in SOURCES if takes(cls))


SOURCES: list[tuple[Callable[[type], bool], Callable[[Any], Source]]] = [
    (lambda cls: cls in (NoneType, PKOnlyObject), only_delegated),
    (has_loaded_state, instances),
    (claims_another_class, lazy_objects),
    (lambda cls: issubclass(cls, Mapping), mappings),
    (lambda cls: True, objects),
]
"""Each source that objects may be of, behind what says whether it takes those of a type."""
