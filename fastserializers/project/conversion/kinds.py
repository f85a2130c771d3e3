"""What is converted: serializers, and views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.twins import FAST_BASES
from fastserializers.views import FastReadMixin


class Kind(NamedTuple):
    """Which classes an edit is for, and what makes one of them fast."""

    module: str
    """Where a project imports that from."""
    root: type
    """What all classes of the kind inherit from."""
    convertible: type
    mixin: type
    replacements: Mapping[Any, Any]
    """The bases that take the place of others; a class that has none of those gets the mixin."""

    @property
    def names(self) -> dict[str, type]:
        return {cls.__name__: cls for cls in (self.mixin, *self.replacements.values())}

    def fast_bases(self, cls: Any) -> tuple[Any, ...]:
        """Return the bases that make a class fast."""
        bases = tuple(self.replacements.get(base, base) for base in cls.__bases__)
        return bases if bases != cls.__bases__ else (self.mixin, *bases)


SERIALIZERS = Kind("fastserializers", BaseSerializer, Serializer, FastReadOnlyMixin, FAST_BASES)
VIEWS = Kind("fastserializers.views", GenericAPIView, GenericAPIView, FastReadMixin, {})
