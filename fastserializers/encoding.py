"""JSON from orjson, as long as it says what `json.dumps` would say."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable
from itertools import chain, islice
from typing import Any

import msgspec
import orjson

Default = Callable[[Any], Any]

# What json.dumps asks the encoder about, or reads through methods a subclass may override.
# Left to orjson, a QueryDict would come out as its lists, a dataclass as an object.
PASSTHROUGH = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def encode(data: Any, default: Default, option: int = 0) -> bytes | None:
    """
    Return `data` as orjson's JSON, or None where orjson refuses a value.

    What `default` raised is raised again, except for TypeError and ValueError: those say that
    a value has no JSON, and the caller's reference encoder words that.
    """
    try:
        return orjson.dumps(data, default, option)
    except orjson.JSONEncodeError as error:
        cause = error.__cause__
    # A lost database or a worker told to stop must not be tried a second time.
    if cause is not None and not isinstance(cause, (TypeError, ValueError)):
        raise cause
    return None


def encode_like_json(data: Any, default: Default, option: int = 0) -> bytes | None:
    """
    Return what `json.dumps` writes with an encoder whose method is `default`, as compact UTF-8,
    or None where only `json.dumps` can tell. Raises as `encode` does.

    Two things differ: the spelling of a float's exponent, and a member of an `enum.Enum`, which
    orjson writes as its value. `json.dumps` asks `default` about it, or writes the text or number
    it is, if that is mixed in. Django's `Choices` are written as by `json.dumps`.
    """
    answers: list[Any] = []

    def represent(value: Any) -> Any:
        kind = type(value)
        for builtin, plain in PLAIN.items():
            if issubclass(kind, builtin):
                return plain(value)
        if hasattr(kind, "__iter__") and not hasattr(kind, "__len__"):
            # Perhaps readable only once: then json.dumps has to be the one that reads it.
            raise TypeError
        answer = default(value)
        answers.append(answer)
        return answer

    output = encode(data, represent, option | PASSTHROUGH)
    # orjson writes null for a float that is not finite, so an output with a null needs a second
    # look. Searched backwards because that takes CPython half the time of a forward search.
    if output is not None and output.rfind(b"null") >= 0 and _may_hold_non_finite(data, answers):
        return None
    return output


def _plain_float(value: float) -> float:
    plain = float.__float__(value)
    if not math.isfinite(plain):
        raise TypeError
    return plain


def _plain_list(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    if type(value).__iter__ not in (list.__iter__, tuple.__iter__):
        raise TypeError
    return list(value)


def _plain_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    if type(value).items not in (dict.items, OrderedDict.items):
        raise TypeError
    return dict(value.items())


# How json.dumps reads an instance of a subclass; TypeError where only json.dumps itself can.
PLAIN: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    dict: _plain_dict,
    list: _plain_list,
    tuple: _plain_list,
    int: int.__int__,
    float: _plain_float,
}

# MessagePack keeps what JSON drops: a double is 0xCB and eight bytes, and one that is not finite
# has an exponent of ones. Other bytes may look the same, which only costs speed. Packing a list
# of a thousand rows takes a third of the time of walking it in Python.
pack = msgspec.msgpack.Encoder(enc_hook=lambda value: None).encode
NON_FINITE_DOUBLE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def _may_hold_non_finite(data: Any, answers: list[Any]) -> bool:
    # In slices, because a list takes about as much memory packed as its output does. The
    # answers are looked at too: msgspec does not ask default, and reads some types its own way.
    rows = iter(data if issubclass(type(data), list) else [data])
    slices = iter(lambda: list(islice(rows, 1000)), [])
    try:
        return any(NON_FINITE_DOUBLE.search(pack(part)) for part in chain([answers], slices))
    except Exception:
        return True
