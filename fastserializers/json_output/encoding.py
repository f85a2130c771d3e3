"""JSON from orjson, where it is what `json.dumps` would write."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import orjson
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers.json_output.subclasses import Reader, reader_of, text_of_str

# json.dumps asks the encoder about these types, or reads them by methods that a subclass can
# override. orjson would write a QueryDict as its lists and a datetime in its own format.
PASSTHROUGH = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def encode(data: Any, default: Reader, option: int = 0) -> bytes | None:
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


def encode_like_json(data: Any, default: Reader, option: int = 0) -> bytes | None:
    """
    Return what `json.dumps` writes with an encoder whose method is `default`, as compact UTF-8.

    Returns None if `json.dumps` has to write the data itself. Raises what `encode` raises.

    Two things differ from `json.dumps`: the spelling of a float's exponent, and members of an
    `enum.Enum`, which orjson writes as their value. Django's `Choices` do not differ.
    """
    option |= PASSTHROUGH
    data = without_wrappers(data)
    # A list of hyperlinks has many subclasses of str. Asking a function in C about each of them
    # takes a third of the time, and fails at the first value that is no text.
    answers: list[Any] = []
    output = encode(data, text_of_str, option)
    if output is None:
        output = encode(data, Readers(remembering(default, answers)).read, option)
    # orjson writes null for NaN and infinity. `rfind` takes half the time of `in` in CPython.
    if output is None or (output.rfind(b"null") >= 0 and may_hold_non_finite([data, *answers])):
        return None
    return output


def without_wrappers(data: Any) -> Any:
    """Return `data` with plain lists and dicts for DRF's at the top, and one level below."""
    data = WRAPPERS.get(type(data), same)(data)
    if type(data) is dict:
        return {key: WRAPPERS.get(type(value), same)(value) for key, value in data.items()}
    return data


def same(value: Any) -> Any:
    return value


# What a serializer's `.data` returns.
WRAPPERS: dict[type, Reader] = {ReturnList: list, ReturnDict: dict.copy}


def remembering(default: Reader, answers: list[Any]) -> Reader:
    """Return `default`, which also appends what it returns to `answers`."""

    def ask(value: Any) -> Any:
        answer = default(value)
        answers.append(answer)
        return answer

    return ask


class Readers(dict[type, Reader]):
    """The reader of each type that orjson asks about, looked up once for each type."""

    def __init__(self, ask: Reader) -> None:
        self.ask = ask

    def __missing__(self, cls: type) -> Reader:
        reader = self[cls] = reader_of(cls, self.ask)
        return reader

    def read(self, value: Any) -> Any:
        return self[type(value)](value)


# MessagePack keeps the floats that JSON drops: 0xCB and eight bytes, with an exponent of ones if
# the float is not finite. Other bytes can look the same, which only costs time. Packing a list of
# a thousand rows takes a third of the time of walking it in Python.
# `callable` is a function in C that takes any object and returns a plain value.
pack = msgspec.msgpack.Encoder(enc_hook=callable).encode
NON_FINITE_DOUBLE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def may_hold_non_finite(values: list[Any]) -> bool:
    """Return whether NaN or infinity can be among `values` or, however deep, within them."""
    try:
        return NON_FINITE_DOUBLE.search(pack(values)) is not None
    except Exception:
        # msgspec refuses some data that orjson writes: a member of an enum whose value is a list.
        return True
