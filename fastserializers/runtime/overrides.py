"""Which of DRF's methods a project has overridden: the line between compiled and delegated."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from operator import is_
from types import FunctionType
from typing import Any

from rest_framework import fields, relations, serializers

SHIPPED_PACKAGES = frozenset({"rest_framework", "fastserializers"})


def overrides(cls: type, names: Collection[str]) -> bool:
    """Return whether `cls` has one of `names` from anywhere but DRF and this library."""
    return any(overrides_itself(base, names) for base in cls.__mro__)


def overrides_itself(cls: type, names: Collection[str]) -> bool:
    """Return whether `cls` itself has one of `names`, and not as DRF or this library has it."""
    namespace = vars(cls)
    known = SHIPPED.get(id(cls))
    if known is not None:
        return not all(map(is_, map(namespace.get, names), map(known.get, names)))
    if cls is object:
        return False
    own = [namespace[name] for name in names if name in namespace]
    if not own:
        return False
    return not (is_shipped(cls) and all(map(is_unpatched_code, own)))


def is_shipped(cls: type) -> bool:
    """Return whether `cls` is a class of DRF's or of this library's own modules.

    The module alone does not tell: a serializer class made by `type()` has that of DRF's
    metaclass.
    """
    if id(cls) in SHIPPED:
        return True
    if cls.__module__.partition(".")[0] not in SHIPPED_PACKAGES:
        return False
    return getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls


def is_unpatched_code(attribute: object, packages: Collection[str] = SHIPPED_PACKAGES) -> bool:
    """Return whether an attribute is no function, or one that DRF or this library has written.

    Of other `packages`, one that they have. What wraps a function has its module's name, but not
    its globals.
    """
    code: Any = attribute
    while (inner := wrapped_in(code)) is not None:
        code = inner
    if not isinstance(code, FunctionType):
        return True
    package = str(code.__globals__.get("__name__")).partition(".")[0]
    return package in packages and not hasattr(code, "__wrapped__")


def wrapped_in(attribute: Any) -> Any:
    """Return the function of a property, a cached property, a class method or a static method."""
    for name in ("fget", "func", "__func__"):
        function = getattr(attribute, name, None)
        if function is not None and not isinstance(attribute, FunctionType):
            return function
    return None


CHANGED = object()


def shipped_namespaces() -> Iterator[tuple[int, dict[str, object]]]:
    """Return the namespaces of DRF's classes of fields and serializers as they are now."""
    for module in (fields, relations, serializers):
        for cls in vars(module).values():
            # Not `isinstance()`, which asks the lazy settings what they are.
            if issubclass(type(cls), type) and cls.__module__ == module.__name__:
                yield id(cls), shipped_namespace(cls)


def shipped_namespace(cls: type) -> dict[str, object]:
    return {
        name: value if is_unpatched_code(value) else CHANGED for name, value in vars(cls).items()
    }


# DRF's classes, which live as long as the process, as they were when this library was imported:
# whatever is in the place of their functions later is somebody else's.
SHIPPED = dict(shipped_namespaces())


def keep_as_shipped(cls: type, *names: str) -> None:
    """Know attributes of a class, which lives as long as the process, as they are now."""
    known = SHIPPED.setdefault(id(cls), {})
    namespace = shipped_namespace(cls)
    known.update({name: namespace[name] for name in names or namespace})


def is_as_shipped(cls: type, name: str) -> bool:
    """Return whether an attribute of a class of DRF's is what it was when this was imported."""
    return SHIPPED[id(cls)].get(name) is vars(cls)[name]


# Fields.


def is_custom(field: Any) -> bool:
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

# The methods that decide which fields a serializer has. A class that overrides one of them has a
# plan per serializer, made from the fields that it really has.
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
        "get_unique_together_constraints",
        "_get_model_fields",
    }
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
SET_ON_SERIALIZER = (FIELD_HOOKS - {"fields"}) | FIELD_DECLARATIONS | {"_readable_fields"}
