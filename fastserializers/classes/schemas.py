"""How drf-spectacular describes fast serializers."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework.serializers import ModelSerializer

from fastserializers.classes.read_only import FastReadOnlyMixin, made_plain
from fastserializers.runtime.drf_types import SerializerClass


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
        serializer = self.get_identity(auto_schema, direction)
        if isinstance(serializer, FastReadOnlyMixin):
            make_fields_read_only(serializer)
        return auto_schema._map_serializer(serializer, direction, bypass_extensions=True)


def made_of(cls: SerializerClass, serializer: Any) -> Any:
    """Return the serializer of class `cls` that has the arguments and the place of another."""
    made = cls(*serializer._args, **serializer._kwargs)
    made.parent, made.field_name = serializer.parent, serializer.field_name
    made.partial = serializer.partial
    return made


def make_fields_read_only(serializer: Any) -> None:
    """Give a serializer the fields that it would have if each were declared read-only."""
    if isinstance(serializer, ModelSerializer):
        include = serializer.include_extra_kwargs
        # What DRF does for a name in Meta.read_only_fields.
        vars(serializer)["include_extra_kwargs"] = lambda kwargs, extra_kwargs: include(
            kwargs, {**extra_kwargs, "read_only": True}
        )
    fields = serializer.fields
    for name, field in [*fields.items()]:
        if field.write_only:
            del fields[name]
        elif name in serializer._declared_fields and not field.read_only:
            fields[name] = as_read_only(field)


def as_read_only(field: Any) -> Any:
    copied = copy(field)
    copied._kwargs = {
        **{name: field._kwargs[name] for name in field._kwargs.keys() - {"required", "queryset"}},
        "read_only": True,
    }
    return deepcopy(copied)
