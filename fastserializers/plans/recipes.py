"""How the fields of a class are made one by one, by the steps of DRF's `get_fields()`."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from rest_framework.fields import Field
from rest_framework.serializers import ModelSerializer
from rest_framework.settings import api_settings
from rest_framework.utils import model_meta

from fastserializers.compiler.function import CompiledPlan
from fastserializers.runtime.lazy_fields import FieldRecipe

AnyField = Field[Any, Any, Any, Any]


def recipe_of(serializer: Any, fields: Any, compiled: CompiledPlan) -> FieldRecipe | None:
    """Return the recipe for the `fields` that REST framework makes for serializers of a class.

    None where `get_fields()` makes fields that have no name of their own in the class.
    """
    cls = type(serializer)
    names = tuple(fields)
    make: Callable[[Any, str], AnyField] | None = declared_field
    if issubclass(cls, ModelSerializer):
        make = model_fields(serializer, names)
    if make is None:
        return None
    return FieldRecipe(names, make, {field.name: field for field in compiled.plan.fields})


def declared_field(serializer: Any, name: str) -> AnyField:
    field: AnyField = copy.deepcopy(serializer._declared_fields[name])
    return field


def model_fields(prototype: Any, names: tuple[str, ...]) -> Callable[[Any, str], AnyField] | None:
    """Return what makes one field as `ModelSerializer.get_fields()` does."""
    cls = type(prototype)
    model, depth = cls.Meta.model, getattr(cls.Meta, "depth", 0)
    info = model_meta.get_field_info(model)
    declared = cls._declared_fields
    extra_kwargs, hidden = prototype.get_uniqueness_extra_kwargs(
        prototype.get_field_names(declared, info), declared, prototype.get_extra_kwargs()
    )
    if hidden or shares_required(extra_kwargs):
        # Hidden fields with the defaults of a unique-together constraint, or fields that depend on
        # those made before.
        return None

    def make(serializer: Any, name: str) -> AnyField:
        if name in serializer._declared_fields:
            return declared_field(serializer, name)
        if serializer.url_field_name is None:
            serializer.url_field_name = api_settings.URL_FIELD_NAME
        extra = copy.deepcopy(extra_kwargs.get(name, {}))
        source = extra.get("source", "*")
        field_class, options = serializer.build_field(
            name if source == "*" else source, info, model, depth
        )
        field: AnyField = field_class(**serializer.include_extra_kwargs(options, extra))
        return field

    return make


def shares_required(extra_kwargs: Mapping[str, Any]) -> bool:
    """Return whether fields share one dict of options, such as `{"required": False}`.

    `include_extra_kwargs()` takes `required` out of that dict where it makes a read-only field.
    """
    having = [id(options) for options in extra_kwargs.values() if "required" in options]
    return len({*having}) < len(having)
