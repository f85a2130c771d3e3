"""Which methods and attributes of a class decide about the fields of its serializers."""

from __future__ import annotations

import inspect
from typing import Any

from fastserializers.packages.known import is_known
from fastserializers.runtime.overrides import SHIPPED_PACKAGES, is_code_of, overrides

# The methods by which REST framework makes the fields of a serializer. A class that overrides one
# of them has a plan for each serializer, made from the fields that the serializer has.
FIELD_HOOKS = frozenset(
    {
        "fields",
        "get_fields",
        "get_field_names",
        "get_default_field_names",
        "build_field",
        "build_standard_field",
        "build_relational_field",
        "build_nested_field",
        "build_property_field",
        "build_url_field",
        "build_unknown_field",
        "include_extra_kwargs",
        "get_extra_kwargs",
        "get_uniqueness_extra_kwargs",
    }
)

# The attributes that DRF makes the fields from: plain values, unless a class has properties.
FIELD_DECLARATIONS = frozenset(
    {
        "Meta",
        "_declared_fields",
        "serializer_choice_field",
        "serializer_field_mapping",
        "serializer_related_field",
        "serializer_related_to_field",
        "serializer_url_field",
        "url_field_name",
    }
)

# The options of `Meta` that DRF makes the fields from.
META_OPTIONS = frozenset(
    {"depth", "exclude", "extra_kwargs", "fields", "list_serializer_class", "model"}
    | {"read_only_fields"}
)

# Names that give a serializer own fields if they are set on the serializer itself.
SET_ON_SERIALIZER = (FIELD_HOOKS - {"fields"}) | FIELD_DECLARATIONS


def passes_rows(serializer_class: type) -> bool:
    """Return whether each own `to_representation()` of a class gives `super()` what it is given.

    It may be given a row of the database in the place of an instance.
    """
    functions = (vars(base).get("to_representation") for base in serializer_class.__mro__)
    own = [
        each for each in functions if each is not None and not is_code_of(SHIPPED_PACKAGES, each)
    ]
    return bool(own) and all(is_known(each, serializer_class) for each in own)


def gives_instances(serializer_class: type) -> bool:
    """Return whether a class's own `to_representation()` is given each instance of a list."""
    return overrides(serializer_class, {"to_representation"}) and not passes_rows(serializer_class)


def decides_fields(serializer_class: type) -> bool:
    """Return whether project code takes part in REST framework's `get_fields()`."""
    return (
        overrides(serializer_class, FIELD_HOOKS - {"fields", "get_fields"})
        or computes(serializer_class, FIELD_DECLARATIONS)
        or computes(getattr(serializer_class, "Meta", object), META_OPTIONS)
    )


def computes(cls: Any, names: frozenset[str]) -> bool:
    """Return whether one of `names` is no plain value of `cls`."""
    return any(hasattr(inspect.getattr_static(cls, name, None), "__get__") for name in names)
