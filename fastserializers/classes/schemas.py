"""How drf-spectacular describes fast serializers."""

from __future__ import annotations

from copy import copy, deepcopy
from functools import cache
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework.fields import HiddenField

from fastserializers.classes.read_only import FastReadOnlyMixin, made_plain, named_like


class FastSerializerExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """
    Describes a fast serializer as DRF's with all of its fields read-only, and what `read_only()`
    made of a class as that class: both have one name, and may both be in one document.
    """

    target_class = FastReadOnlyMixin
    match_subclasses = True
    # A project's own extension for one of its serializers comes first.
    priority = -1

    def get_identity(self, auto_schema: Any, direction: Any) -> Any:
        return made_of(made_plain(type(self.target)), self.target)

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        target = type(self.target)
        plain = made_plain(target)
        cls = declared_read_only(target) if plain is target else plain
        return auto_schema._map_serializer(
            made_of(cls, self.target), direction, bypass_extensions=True
        )


def made_of(cls: Any, serializer: Any) -> Any:
    """Return the serializer of class `cls` that has the arguments and the place of another."""
    made = cls(*serializer._args, **serializer._kwargs)
    made.parent, made.field_name = serializer.parent, serializer.field_name
    made.partial = serializer.partial
    return made


@cache
def declared_read_only(cls: Any) -> Any:
    """Return `cls` as if each of its fields were declared read-only."""

    def get_fields(self: Any) -> Any:
        return {
            name: as_read_only(field) if name in self._declared_fields else field
            for name, field in super(described, self).get_fields().items()
            if not field.write_only
        }

    def include_extra_kwargs(self: Any, kwargs: Any, extra_kwargs: Any) -> Any:
        # What DRF does for a name in Meta.read_only_fields.
        extra_kwargs = {**extra_kwargs, "read_only": True}
        return super(described, self).include_extra_kwargs(kwargs, extra_kwargs)

    own = {"get_fields": get_fields, "include_extra_kwargs": include_extra_kwargs}
    described = named_like(cls, (cls,), own)
    return described


def as_read_only(field: Any) -> Any:
    if field.read_only or isinstance(field, HiddenField):
        return field
    copied = copy(field)
    copied._kwargs = {
        **{name: field._kwargs[name] for name in field._kwargs.keys() - {"required", "queryset"}},
        "read_only": True,
    }
    return deepcopy(copied)
