"""Which of DRF's methods a project has overridden: the line between compiled and delegated."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

STOCK_PACKAGES = frozenset({"rest_framework", "fastserializers"})


def overrides(cls: type, names: Iterable[str]) -> bool:
    """Return whether a class outside DRF and this library defines one of `names` for `cls`."""
    names = frozenset(names)
    return any(not names.isdisjoint(vars(base)) for base in foreign_classes(cls.__mro__))


def overrides_behind(cls: type, front: type, names: Iterable[str]) -> bool:
    """Return whether a class that `cls` inherits from after `front` overrides one of `names`."""
    names = frozenset(names)
    behind = cls.__mro__[cls.__mro__.index(front) :]
    return any(not names.isdisjoint(vars(base)) for base in foreign_classes(behind))


def inherit_past(cls: type, front: type, names: Iterable[str]) -> None:
    """Let `cls` inherit those of `names` that are overridden behind `front` not from `front`."""
    for name in names:
        if overrides_behind(cls, front, (name,)):
            definitions = (base for base in cls.__mro__ if name in vars(base))
            if next(definitions) is front:
                setattr(cls, name, vars(next(definitions))[name])


def foreign_classes(classes: Iterable[type]) -> Iterator[type]:
    return (cls for cls in classes if cls is not object and not is_stock(cls))


def is_stock(cls: type) -> bool:
    """Return whether `cls` is a class of DRF's or of this library's own modules.

    The module alone does not tell: a serializer class made by `type()` has that of DRF's
    metaclass.
    """
    if cls.__module__.partition(".")[0] not in STOCK_PACKAGES:
        return False
    return vars(sys.modules[cls.__module__]).get(cls.__name__) is cls
