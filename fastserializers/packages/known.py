"""Whether a function or a descriptor is one that a module of this folder knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fastserializers.names import path_of
from fastserializers.packages import model_utils
from fastserializers.packages.table import KNOWN


def is_known(function: Any, subject: Any) -> bool:
    """Return whether a function is known, and does for a subject what its module says."""
    condition = KNOWN.get(path_of(function))
    return condition is not None and is_as_written(function) and condition(subject)


def is_known_init(init: Any, django: object, model: type) -> bool:
    """Return whether an `__init__()` in a model's classes is known; `django` is Django's own."""
    behind = model_utils.behind_tracker(init)
    while behind is not None:
        init, behind = behind, model_utils.behind_tracker(behind)
    return init is django or is_known(init, model)


def known_receiver(receiver: Any) -> Callable[[Any, type], bool] | None:
    """Return what tells whether a receiver does something for a model; None if it is not known."""
    return known_acts(getattr(receiver, "__func__", receiver))


@lru_cache(maxsize=1024)
def known_acts(function: Any) -> Callable[[Any, type], bool] | None:
    acts = KNOWN.get(path_of(function))
    return acts if acts is not None and is_as_written(function) else None


def as_djangos(descriptor: Any) -> Any:
    """Return the descriptor of Django's that reads loaded values as this one; or else this one."""
    cls: Any = type(descriptor)
    reads_as = known_descriptor(cls)
    found = reads_as and reads_as(descriptor)
    return descriptor if found is None else as_djangos(found)


def known_descriptor(cls: Any) -> Callable[[Any], Any] | None:
    reads_as = KNOWN.get(path_of(cls))
    is_known = reads_as and is_as_written(cls.__get__) and is_as_written(cls.__set__)
    return reads_as if is_known else None


def is_as_written(function: Any) -> bool:
    """Return whether a function is code of the package that it names, and wraps no other's.

    What wraps a function has its name and its module's name, but not its globals.
    """
    function = getattr(function, "__func__", function)
    package = function.__module__.partition(".")[0]
    while function is not None:
        module: str = getattr(function, "__globals__", {}).get("__name__", "")
        if module.partition(".")[0] != package:
            return False
        function = getattr(function, "__wrapped__", None)
    return True
