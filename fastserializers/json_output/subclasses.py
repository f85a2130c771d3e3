"""How `json` reads instances of the subclasses of builtins."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

Reader = Callable[[Any], Any]


def reader_of(cls: type, default: Reader) -> Reader:
    """
    Return the function that turns an instance of `cls` into what orjson has to write for it.

    That is `default` for a type that `json` does not know. The function raises TypeError for an
    instance that only `json.dumps` can read.
    """
    for builtin, read, method in READERS:
        if issubclass(cls, builtin):
            if method and getattr(cls, method) is not getattr(builtin, method):
                return refuse
            return read
    # A generator or an open file can be read only once: json.dumps has to be the one to do that.
    is_read_once = hasattr(cls, "__iter__") and not hasattr(cls, "__len__")
    return refuse if is_read_once else default


def refuse(value: Any) -> Any:
    raise TypeError


def dict_of_ordered(value: OrderedDict[Any, Any]) -> dict[Any, Any]:
    # `dict(value)` ignores the order that `move_to_end()` has set.
    return dict(value.items())


def finite_float(value: float) -> float:
    plain = float.__float__(value)
    if not math.isfinite(plain):
        raise TypeError
    return plain


# A builtin, what turns an instance of a subclass into what json.dumps reads of the instance, and
# the method that json.dumps calls for it. It ignores the methods of texts and numbers.
READERS: tuple[tuple[type, Reader, str | None], ...] = (
    (str, str.__str__, None),
    (OrderedDict, dict_of_ordered, "items"),
    (dict, dict.copy, "items"),
    (list, list, "__iter__"),
    (tuple, list, "__iter__"),
    (int, int.__int__, None),
    (float, finite_float, None),
)
