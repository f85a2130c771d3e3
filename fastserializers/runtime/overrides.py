"""Which of DRF's methods a project has overridden: the line between compiled and delegated."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dis import get_instructions
from types import FunctionType
from typing import Any, Literal

from fastserializers.runtime.drf_types import AnyField

SHIPPED_PACKAGES = frozenset({"rest_framework", "fastserializers"})


def overrides(cls: type, names: Collection[str]) -> bool:
    """Return whether `cls` has one of `names` from anywhere but DRF and this library."""
    wanted = frozenset(names)
    return any(
        overrides_itself(base, names)
        for base in cls.__mro__
        if not wanted.isdisjoint(base.__dict__)
    )


def overrides_itself(cls: type, names: Collection[str]) -> bool:
    """Return whether `cls` itself has one of `names`, and not as DRF or this library has it."""
    namespace = vars(cls)
    own = [namespace[name] for name in names if name in namespace]
    if not own or cls is object:
        return False
    return not (is_shipped(cls) and all(is_code_of(SHIPPED_PACKAGES, each) for each in own))


def is_shipped(cls: type) -> bool:
    """Return whether `cls` is a class of DRF's or of this library's own modules.

    The module alone does not tell: a serializer class made by `type()` has that of DRF's
    metaclass.
    """
    if cls in SHIPPED:
        return True
    if cls.__module__.partition(".")[0] not in SHIPPED_PACKAGES:
        return False
    if getattr(sys.modules.get(cls.__module__), cls.__qualname__, None) is not cls:
        return False
    SHIPPED.add(cls)
    return True


SHIPPED: set[type] = set()
"""The classes that were found to be shipped: each serializer class has a score of such bases."""


def is_code_of(packages: Collection[str], attribute: object) -> bool:
    """Return whether what `attribute` runs is a function or a class that `packages` have written.

    True of a value that runs no code. What wraps a function, or stands in its place in a test, has
    its name and its module's name, but not its globals.
    """
    code: Any = attribute
    if type(code) is not FunctionType:
        for name in ("__func__",) if callable(attribute) else ("fget", "func", "__func__"):
            code = getattr(attribute, name, code)
    if isinstance(code, type):
        module = code.__module__
    elif type(code) is FunctionType and "__wrapped__" not in vars(code):
        module = code.__globals__.get("__name__", "")
    elif callable(code) or hasattr(code, "__get__"):
        module = type(code).__module__
    else:
        return True
    return module.partition(".")[0] in packages


def returns_false(function: object) -> bool:
    """Return whether all that a function does is returning False: calling it changes nothing."""
    if type(function) is not FunctionType:
        return False
    steps = [(each.opname, each.argval) for each in get_instructions(function)]
    return [step for step in steps if step[0] != "RESUME"] in RETURNING_FALSE


# In Python 3.12 and 3.13, and in the other versions.
RETURNING_FALSE = (
    [("RETURN_CONST", False)],
    [("LOAD_CONST", False), ("RETURN_VALUE", None)],
)


# Fields.


def is_custom(field: AnyField) -> bool:
    """Return whether a project's code decides how `field` is read or represented."""
    return overrides(type(field), READ_HOOKS) or not METHODS.isdisjoint(vars(field))


# What every field reads and represents through; an override sends the field to DRF.
READ_HOOKS = (
    "get_attribute",
    "to_representation",
    "source",
    "source_attrs",
    "__getattribute__",
)

# How a field is made may depend on more than its class: it is made anew for each serializer.
MAKING_HOOKS = ("__init__", "__new__", "__deepcopy__", "bind")

# The hooks that can be replaced on one field object.
METHODS = frozenset(
    {
        "get_attribute",
        "to_representation",
        "enforce_timezone",
        "default_timezone",
        "quantize",
        "use_pk_only_optimization",
        "get_url",
    }
)


# Serializers.

# The methods by which DRF makes the fields of a serializer, and what each decides: which fields
# there are and what is read for them, or only which of them are required when a serializer writes.
FIELD_HOOKS: Mapping[str, Literal["reading", "writing"]] = {
    # All fields.
    "fields": "reading",
    "get_fields": "reading",
    # Their names.
    "get_field_names": "reading",
    "get_default_field_names": "reading",
    # The class of a field and its options.
    "build_field": "reading",
    "build_standard_field": "reading",
    "build_relational_field": "reading",
    "build_nested_field": "reading",
    "build_property_field": "reading",
    "build_url_field": "reading",
    "build_unknown_field": "reading",
    # Its options, such as its source.
    "include_extra_kwargs": "reading",
    "get_extra_kwargs": "reading",
    "get_uniqueness_extra_kwargs": "reading",
    # Which fields are required, or have a default, by the constraints of the model.
    "get_unique_together_constraints": "writing",
    "_get_model_fields": "writing",
}

# A class that overrides one of them has a plan per serializer, made from the fields that it really
# has.
READING_FIELD_HOOKS = frozenset(
    name for name, decided in FIELD_HOOKS.items() if decided == "reading"
)

# What DRF makes the fields of: values, unless a class makes properties of them.
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

# What DRF reads of `Meta` to make the fields.
META_OPTIONS = frozenset(
    {"depth", "exclude", "extra_kwargs", "fields", "list_serializer_class", "model"}
    | {"read_only_fields"}
)

# What gives a serializer fields of its own when it is set on the serializer itself.
SET_ON_SERIALIZER = (READING_FIELD_HOOKS - {"fields"}) | FIELD_DECLARATIONS | {"_readable_fields"}
