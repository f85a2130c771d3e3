"""Serializers for Django REST framework that only read, at the price of hand-written code."""

from __future__ import annotations

from fastserializers.serializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
)
from fastserializers.twins import read_only

__all__ = [
    "FastReadOnlyMixin",
    "FastReadOnlyModelSerializer",
    "FastReadOnlySerializer",
    "read_only",
]
