"""How `json` reads instances of the subclasses of builtins."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

Reader = Callable[[Any], Any]


def reader_of(kind: type, otherwise: Reader) -> Reader:
    """
    Return what json reads an instance of `kind` with, so that orjson writes the same.

    That is `otherwise` for a type that json does not know, and raises TypeError where it takes
    `json.dumps` to read it.
    """
    for builtin, read, method in READERS:
        if issubclass(kind, builtin):
            if method and getattr(kind, method) is not getattr(builtin, method):
                return _refuse
            return read
    # Perhaps readable only once: then json.dumps has to be the one that reads it.
    once = hasattr(kind, "__iter__") and not hasattr(kind, "__len__")
    return _refuse if once else otherwise


def _refuse(value: Any) -> Any:
    raise TypeError


def _read_ordered(value: OrderedDict[Any, Any]) -> dict[Any, Any]:
    return dict(value.items())


def _read_float(value: float) -> float:
    plain = float.__float__(value)
    if not math.isfinite(plain):
        raise TypeError
    return plain


# The text of a str or of an instance of a subclass; TypeError for any other. Written in C.
text_of_str: Reader = str.__str__

# A builtin, how json.dumps reads an instance of a subclass, and the method by which it does. It
# takes text and numbers as they are, whatever a subclass overrides.
READERS: tuple[tuple[type, Reader, str | None], ...] = (
    (str, text_of_str, None),
    (OrderedDict, _read_ordered, "items"),
    (dict, dict.copy, "items"),
    (list, list, "__iter__"),
    (tuple, list, "__iter__"),
    (int, int.__int__, None),
    (float, _read_float, None),
)
