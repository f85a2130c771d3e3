"""JSON from orjson, where it is what `json.dumps` would write."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
import orjson

ReadValue = Callable[[Any], object]

# json.dumps asks the encoder about these types, or reads them by methods that a subclass can
# override. orjson would write a QueryDict as its lists and a datetime in its own format.
PASSTHROUGH = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def encode(data: object, default: ReadValue, option: int = 0) -> bytes | None:
    """
    Return `data` as orjson's JSON, or None if orjson refuses a value.

    Raises what `default` raised, except TypeError and ValueError. Those mean that a value has no
    JSON, and the caller's reference encoder then words the error.
    """
    try:
        return orjson.dumps(data, default, option)
    except orjson.JSONEncodeError as error:
        cause = error.__cause__
    try:
        # A query that failed, or SystemExit in a worker: the data must not be read a second time.
        if cause is not None and not isinstance(cause, (TypeError, ValueError)):
            raise cause
    finally:
        # The traceback refers to this frame and to the data. Break the reference cycle.
        del cause
    return None


def encode_like_json(data: object, default: ReadValue, option: int = 0) -> bytes | None:
    """
    Return what `json.dumps` writes with an encoder whose method is `default`, as compact UTF-8.

    Returns None if `json.dumps` has to write the data itself. Raises what `encode` raises.

    Two things differ from `json.dumps`: the spelling of a float's exponent, and members of an
    `enum.Enum`, which orjson writes as their value. Django's `Choices` do not differ.
    """
    readers = Readers(default)
    output = encode(data, readers.read, option | PASSTHROUGH)
    # orjson writes null for NaN and infinity. `rfind` takes half the time of `in` in CPython.
    has_null = output is not None and output.rfind(b"null") >= 0
    return None if has_null and may_hold_non_finite([data, *readers.answers]) else output


class Readers(dict[type, ReadValue]):
    """The reader of each type that orjson asks about, looked up once for each type."""

    def __init__(self, default: ReadValue) -> None:
        self.default = default
        self.answers: list[object] = []
        """The objects that `default` has returned so far."""

    def __missing__(self, cls: type) -> ReadValue:
        reader = self[cls] = reader_of(cls, self.ask)
        return reader

    def read(self, value: object) -> object:
        return self[type(value)](value)

    def ask(self, value: object) -> object:
        answer = self.default(value)
        self.answers.append(answer)
        return answer


# MessagePack keeps the floats that JSON drops: 0xCB and eight bytes, with an exponent of ones if
# the float is not finite. Other bytes can look the same, which only costs time. Packing a list of
# a thousand rows takes a third of the time of walking it in Python.
# `callable` is a function in C that takes any object and returns a plain value.
pack = msgspec.msgpack.Encoder(enc_hook=callable).encode
NON_FINITE_DOUBLE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def may_hold_non_finite(values: list[object]) -> bool:
    """Return whether NaN or infinity can be among `values` or, however deep, within them."""
    try:
        return NON_FINITE_DOUBLE.search(pack(values)) is not None
    except Exception:
        # msgspec refuses some data that orjson writes: a member of an enum whose value is a list.
        return True


# How `json` reads instances of the subclasses of builtins.


def reader_of(cls: type, default: ReadValue) -> ReadValue:
    """
    Return the function that turns an instance of `cls` into what orjson has to write for it.

    That is `default` for a type that `json` does not know. The function raises TypeError for an
    instance that only `json.dumps` can read.
    """
    for builtin, read, methods in READERS:
        if issubclass(cls, builtin):
            own = (
                getattr(cls, name, None) is not getattr(builtin, name, None) for name in methods
            )
            return refuse_value if any(own) else read
    # A generator or an open file can be read only once: json.dumps has to be the one to do that.
    is_read_once = hasattr(cls, "__iter__") and not hasattr(cls, "__len__")
    return refuse_value if is_read_once else default


def refuse_value(value: Any) -> Any:
    raise TypeError


def dict_of_items(value: dict[Any, Any]) -> dict[Any, Any]:
    # `dict(value)` ignores the order that an `OrderedDict` has by `move_to_end()`, and takes the
    # keys from `__iter__()` and `keys()` of a subclass.
    return dict(value.items())


def finite_float(value: float) -> float:
    plain = float.__float__(value)
    if not math.isfinite(plain):
        raise TypeError
    return plain


# json.dumps calls these of a subclass. It asks for the truth of a value where it indents.
OF_DICTS = ("items", "__bool__", "__len__")
OF_LISTS = ("__iter__", "__bool__", "__len__")

# A builtin, what turns an instance of a subclass into what json.dumps reads of the instance, and
# the methods that json.dumps calls for it. It ignores the methods of texts and numbers.
READERS: tuple[tuple[type, ReadValue, tuple[str, ...]], ...] = (
    (str, str.__str__, ()),
    (OrderedDict, dict_of_items, OF_DICTS),
    (dict, dict_of_items, OF_DICTS),
    (list, list, OF_LISTS),
    (tuple, list, OF_LISTS),
    (int, int.__int__, ()),
    (float, finite_float, ()),
)
