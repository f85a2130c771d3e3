"""The serializer classes to inherit from, and `read_only()` for a class that stays as it is."""

from __future__ import annotations

from fastserializers.classes.mixins import FastSerializerMixin
from fastserializers.classes.read_only import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)

__all__ = [
    "FastReadOnlyMixin",
    "FastReadOnlyModelSerializer",
    "FastReadOnlySerializer",
    "FastSerializerMixin",
    "read_only",
]
