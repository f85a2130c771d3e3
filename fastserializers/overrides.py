"""Which of DRF's methods a project has overridden: the line between compiled and delegated."""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import Any

STOCK_PACKAGES = frozenset({"rest_framework", "fastserializers"})


def overrides(cls: type, names: Collection[str]) -> bool:
    """Return whether `cls` has one of `names` from anywhere but DRF and this library."""
    return any(overrides_itself(base, names) for base in cls.__mro__)


def overrides_behind(cls: type, front: type, names: Collection[str]) -> bool:
    """Return whether a class that `cls` inherits from after `front` overrides one of `names`."""
    behind = cls.__mro__[cls.__mro__.index(front) :]
    return any(overrides_itself(base, names) for base in behind)


def overrides_itself(cls: type, names: Collection[str]) -> bool:
    namespace = vars(cls)
    own = [namespace[name] for name in names if name in namespace]
    if not own or cls is object:
        return False
    return not (is_stock(cls) and all(map(is_stock_code, own)))


def is_stock(cls: type) -> bool:
    """Return whether `cls` is a class of DRF's or of this library's own modules.

    The module alone does not tell: a serializer class made by `type()` has that of DRF's
    metaclass.
    """
    if cls.__module__.partition(".")[0] not in STOCK_PACKAGES:
        return False
    return getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls


def is_stock_code(attribute: Any) -> bool:
    """Return whether an attribute of a class of DRF's is what DRF has put there."""
    code = getattr(attribute, "fget", None) or getattr(attribute, "func", None) or attribute
    module = getattr(code, "__module__", None) or "rest_framework"
    return module.partition(".")[0] in STOCK_PACKAGES


# Fields.


def is_custom(field: Any, *hooks: str) -> bool:
    """Return whether a project's code decides how `field` is made, read or represented."""
    return overrides(type(field), (*READ_HOOKS, *hooks)) or not METHODS.isdisjoint(vars(field))


def nearest(cls: type) -> type:
    """Return the first class of DRF's own that `cls` is or inherits from."""
    return next(base for base in cls.__mro__ if is_stock(base) or base is object)


# What every field reads and represents through; an override sends the field to DRF.
READ_HOOKS = (
    "get_attribute",
    "to_representation",
    "source",
    "source_attrs",
    "__getattribute__",
    # How a field is made may depend on more than its class: it is made anew for each serializer.
    "__init__",
    "__new__",
    "__deepcopy__",
    "bind",
)

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
