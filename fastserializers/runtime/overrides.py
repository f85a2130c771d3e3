"""Whether a class or an attribute is REST framework's own, or a project's."""

from __future__ import annotations

import sys
from collections.abc import Collection
from types import FunctionType
from typing import Any

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
