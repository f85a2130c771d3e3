"""JSON from orjson, as long as it says what `json.dumps` would say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec
import orjson
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers.enums import hold_odd_members, odd_classes_exist
from fastserializers.kinds import plain_text, reader_of

Default = Callable[[Any], Any]
# Each value that `default` was asked about, with its answer.
Answers = list[tuple[Any, Any]]

# What json.dumps asks the encoder about, or reads through methods a subclass may override.
# Left to orjson, a QueryDict would come out as its lists, a dataclass as an object.
PASSTHROUGH = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)

# What orjson writes, and does not ask about.
WRITTEN = {str, int, float, bool, type(None), dict, list, tuple}
# Subclasses of str that are asked about one by one before it is looked for a faster way.
FEW = 8
# Bytes of JSON.
LITTLE = 1000
# How json reads what a serializer has returned, known beforehand.
RETURNED: dict[type, Default] = {ReturnList: list, ReturnDict: dict.copy}
# Items of a list.
SLICE = 1000


def encode(data: Any, default: Default | None, option: int = 0) -> bytes | None:
    """
    Return `data` as orjson's JSON, or None where orjson refuses a value.

    What `default` raised is raised again, except for TypeError and ValueError: those say that
    a value has no JSON, and the caller's reference encoder words that.
    """
    try:
        return orjson.dumps(data, default, option)
    except orjson.JSONEncodeError as error:
        cause = error.__cause__
    try:
        # A lost database or a worker told to stop must not be tried a second time.
        if cause is not None and not isinstance(cause, (TypeError, ValueError)):
            raise cause
    finally:
        # Its traceback may hold this frame, and that the data.
        del cause
    return None


def encode_like_json(
    data: Any, default: Default, answers: Answers, option: int = 0
) -> bytes | None:
    """
    Return what `json.dumps` writes with an encoder whose method is `default`, as compact UTF-8,
    or None where only `json.dumps` can tell. Raises as `encode` does.

    Each answer of `default` is entered in `answers`, for an encoder that `replay` makes.

    Two things differ: the spelling of a float's exponent, and a member of an `enum.Enum` that
    `default` has no answer for, which orjson writes as its value.
    """
    read = RETURNED.get(type(data))
    plain = data if read is None else read(data)
    output = _encode(plain, remember(default, answers), answers, option | PASSTHROUGH)
    if output is None:
        return None
    written = [plain, *(answer for _, answer in answers)] if answers else [plain]
    # orjson writes null for a float that is not finite, so an output with a null needs a second
    # look. Searched backwards because that takes CPython half the time of a forward search.
    if output.rfind(b"null") >= 0 and _may_hold_non_finite(written):
        return None
    # It takes less to look through a little data than through the classes of the process.
    if (len(output) < LITTLE or odd_classes_exist()) and hold_odd_members(written):
        return None
    return output


def _encode(data: Any, ask: Default, answers: Answers, option: int) -> bytes | None:
    try:
        return encode(data, _represent(ask, answers), option)
    except ManyTexts:
        pass
    return _encode_texts(data, option) or encode(data, _represent(ask), option)


def _encode_texts(data: Any, option: int) -> bytes | None:
    """
    Return `data` as JSON if all that orjson asks about, below its top, are subclasses of str.

    Asking a function that is written in C takes a third of what it takes to ask one of Python's.
    """
    try:
        top = _read(data)
        if type(top) is dict:
            top = {key: _read(value) for key, value in top.items()}
    except TypeError:
        return None
    return encode(top, plain_text, option)


def _read(value: Any) -> Any:
    kind = type(value)
    return value if kind in WRITTEN else reader_of(kind, _same)(value)


def _same(value: Any) -> Any:
    return value


def replay(make_encoder: Callable[..., Any], answers: Answers) -> Any:
    """Return what makes the same encoder, but one whose `default` gives `answers` once more."""

    def make_replaying_encoder(**options: Any) -> Any:
        encoder = make_encoder(**options)
        encoder.default = remember(encoder.default, answers)
        return encoder

    return make_replaying_encoder


def remember(default: Default, answers: Answers) -> Default:
    """
    Return `default`, which enters its answers in `answers` and gives those that are in there
    already once more, so that none is asked for twice: a question may have side effects.
    """
    known = _by_identity(answers) if answers else {}

    def ask(value: Any) -> Any:
        if known.get(id(value)):
            return known[id(value)].pop()
        answer = default(value)
        answers.append((value, answer))
        return answer

    return ask


def _by_identity(answers: Answers) -> dict[int, list[Any]]:
    known: dict[int, list[Any]] = {}
    for value, answer in reversed(answers):
        known.setdefault(id(value), []).append(answer)
    return known


class ManyTexts(Exception):
    """Data holds many subclasses of str."""


def _represent(ask: Default, answers: Answers | None = None) -> Default:
    """
    Return what orjson asks about values that are of none of the types it writes.

    With `answers` it raises ManyTexts, as long as there are none.
    """
    readers: dict[type, Default] = {}

    def represent(value: Any) -> Any:
        kind = type(value)
        reader = readers.get(kind)
        if reader is None:
            reader = reader_of(kind, ask)
            if reader is plain_text and answers is not None:
                reader = _few_texts(answers)
            readers[kind] = reader
        return reader(value)

    return represent


def _few_texts(answers: Answers) -> Default:
    left = FEW

    def few_texts(value: Any) -> Any:
        nonlocal left
        left -= 1
        # Where others are asked about too, asking faster about texts alone is no way.
        if left < 0 and not answers:
            raise ManyTexts
        return plain_text(value)

    return few_texts


# MessagePack keeps what JSON drops: a double is 0xCB and eight bytes, and one that is not finite
# has an exponent of ones. Other bytes may look the same, which only costs speed. Packing a list
# of a thousand rows takes a third of the time of walking it in Python.
# `callable` stands for any function in C that takes anything and returns a plain value.
pack = msgspec.msgpack.Encoder(enc_hook=callable).encode
NON_FINITE_DOUBLE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def _may_hold_non_finite(written: list[Any]) -> bool:
    # What was answered is looked at too: msgspec does not ask, and reads some types its own way.
    try:
        return any(NON_FINITE_DOUBLE.search(pack(part)) for part in _parts(written))
    except Exception:
        return True


def _parts(written: list[Any]) -> Iterable[Any]:
    return chain.from_iterable(map(_slices, written)) if any(map(_is_long, written)) else written


def _is_long(value: Any) -> bool:
    return issubclass(type(value), list) and list.__len__(value) > SLICE


def _slices(value: Any) -> Iterator[Any]:
    # Because a list takes about as much memory packed as its output does.
    if not _is_long(value):
        return iter([value])
    starts = range(0, list.__len__(value), SLICE)
    return (list.__getitem__(value, slice(start, start + SLICE)) for start in starts)
