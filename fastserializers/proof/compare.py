"""Compares what REST framework's code and compiled code make of the same source."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

from django.db import connections
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.names import path_of
from fastserializers.switch import Side, reading_by

# Longer texts are cut down to what surrounds the place where they differ.
EXCERPT = 160


class Seen(NamedTuple):
    """A place in the output of one side, as text: nothing is kept alive by it."""

    text: str
    type: str = ""
    """The type of the value or the exception; empty where there is none."""
    raised: bool = False

    def __str__(self) -> str:
        if self.raised:
            return f"raises {self.type}: {self.text}"
        return f"{self.text} ({self.type})" if self.type else self.text


NOTHING = Seen("nothing")


class Difference(NamedTuple):
    """A place where the outputs differ: a path like `[3].author.name`, and what either has."""

    path: str
    """Empty where the whole differs."""
    drf: Seen
    fast: Seen

    def __str__(self) -> str:
        drf, fast = excerpts(str(self.drf), str(self.fast))
        return f"  REST framework: {drf}\n  fast:           {fast}"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a serializer: a value, or the exception that it raised."""

    value: Any = None
    error: Exception | None = None
    queries: int = 0
    seconds: float = 0.0


class Comparison(NamedTuple):
    difference: Difference | None
    """None where both are equal, apart from `unstable` places."""
    drf: Outcome
    unstable: frozenset[str] = frozenset()
    """The places where REST framework's code gives another value each time: the time of day."""


def compare(
    serializer_class: type[BaseSerializer[Any]],
    make_source: Callable[[], object],
    *,
    many: bool,
    context: Mapping[str, Any] | None = None,
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Comparison:
    """Return what REST framework's code makes of a source, and how compiled code differs.

    `make_source` is called for each of the two, so that neither reads what the other has loaded,
    compiled code first, and once more by REST framework's code where they differ. `reading` makes
    what is entered while either reads. Raises `TypeError` for anything but a subclass of
    `Serializer`.
    """
    refuse_other(serializer_class)

    def data() -> Any:
        options: dict[str, Any] = {"many": True} if many else {}
        if context is not None:
            # A copy each: some serializers keep things in it.
            options["context"] = {**context}
        source = make_source()
        with reading():
            return serializer_class(source, **options).data

    fast, drf = outcome_by("fast", data), outcome_by("drf", data)
    return comparison_of(drf, fast, lambda: outcome_by("drf", data))


def outcome_by(which: Side, work: Callable[[], object]) -> Outcome:
    """Return what comes of `work` by that code, the queries in this thread, and the time."""
    queries: list[str] = []

    def count(execute: Callable[..., object], sql: str, *arguments: object) -> object:
        queries.append(sql)
        return execute(sql, *arguments)

    value, raised = None, None
    began = perf_counter()
    with reading_by(which), ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            stack.enter_context(connection.execute_wrapper(count))
        try:
            value = work()
        except Exception as error:
            raised = error
    return Outcome(value, raised, len(queries), perf_counter() - began)


def can_be_fast(cls: object) -> bool:
    return isinstance(cls, type) and issubclass(cls, Serializer)


def refuse_other(cls: object) -> None:
    """Raise `TypeError` for anything but a class whose serializers can read fast."""
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    if not can_be_fast(cls):
        raise TypeError(f"Give a subclass of rest_framework.serializers.Serializer, not {cls!r}.")


# The first place where two outputs differ.


def comparison_of(drf: Outcome, fast: Outcome, again: Callable[[], Outcome]) -> Comparison:
    """Return the first difference of two outcomes, apart from places that are not stable.

    `again` reads by REST framework's code once more, and is called if the outcomes differ. A field
    whose outcome then differs from `drf` in one row proves nothing of the fast code in any row:
    rows in random order may be equal by chance.
    """
    found = list(differences_of_outcomes(drf, fast))
    if not found:
        return Comparison(None, drf)
    unstable = frozenset(place_of(each.path) for each in differences_of_outcomes(drf, again()))
    proven = [each for each in found if not is_within(place_of(each.path), unstable)]
    return Comparison(proven[0] if proven else None, drf, unstable)


def place_of(path: str) -> str:
    """Return the path of a field in all rows: `[].author.name`."""
    return re.sub(r"\[\d+\]", "[]", path)


def is_within(path: str, places: Collection[str]) -> bool:
    """Return whether a path is one of these places, or leads through one."""
    ends = (end for end, character in enumerate(path) if character in ".[")
    return path in places or "" in places or any(path[:end] in places for end in ends)


def in_words(places: Collection[str], shown: int = 3) -> str:
    """Return the first of these places, as they are in a row: `now, authors[].age`."""
    of_a_row = (place.removeprefix("[]").removeprefix(".") or "the whole" for place in places)
    places = [*dict.fromkeys(of_a_row)]
    more = f" and {len(places) - shown} more" if len(places) > shown else ""
    return ", ".join(places[:shown]) + more


def differences_of_outcomes(drf: Outcome, fast: Outcome) -> Iterator[Difference]:
    if drf.error is None and fast.error is None:
        yield from differences(drf.value, fast.value)
        return
    seen_by = seen_outcome(drf), seen_outcome(fast)
    if type(drf.error) is not type(fast.error) or seen_by[0] != seen_by[1]:
        yield Difference("", *seen_by)


def differences(drf: object, fast: object, path: str = "") -> Iterator[Difference]:
    """Return all differences in values, types, keys or their order."""
    drf_parts, fast_parts = contents_by_step(drf), contents_by_step(fast)
    if type(drf) is not type(fast):
        yield Difference(path, seen(drf), seen(fast))
        return
    if drf_parts is None or fast_parts is None:
        if not is_same(drf, fast):
            yield Difference(path, seen(drf), seen(fast))
        return
    for key in {**drf_parts, **fast_parts}:
        yield from differences(
            drf_parts.get(key, NOTHING),
            fast_parts.get(key, NOTHING),
            f"{path}{key}".removeprefix("."),
        )
    # A key that one of them lacks has been named above.
    orders = (
        [key for key in drf_parts if key in fast_parts],
        [key for key in fast_parts if key in drf_parts],
    )
    if orders[0] != orders[1]:
        yield Difference(path, *(Seen(", ".join(order), "order") for order in orders))


def contents_by_step(value: object) -> dict[str, object] | None:
    """Return what a value contains, by the step that leads there; None for a value without parts.

    Steps are texts, for to a dict `1` and `True` are one key.
    """
    if isinstance(value, dict):
        return {step_to(key): part for key, part in value.items()}
    if isinstance(value, list | tuple | Iterator) and value is not NOTHING:
        return {f"[{index}]": part for index, part in enumerate(value)}
    return None


def step_to(key: object) -> str:
    if type(key) is str and key.isidentifier():
        return f".{key}"
    text = repr(key) if type(key).__module__ == "builtins" else f"{name_of(type(key))}({key!r})"
    return f"[{text}]"


def is_same(one: object, other: object) -> bool:
    """Return whether two values of one type are equal, by their text: NaN is unequal to itself."""
    # A text that says where in memory a value is differs without a difference.
    return repr(one) == repr(other) or (bool(ADDRESS.search(repr(one))) and bool(one == other))


ADDRESS = re.compile(" at 0x[0-9A-Fa-f]+")


def seen(value: object) -> Seen:
    return value if value is NOTHING else Seen(repr(value), name_of(type(value)))


def seen_outcome(outcome: Outcome) -> Seen:
    if outcome.error is None:
        return seen(outcome.value)
    message = ADDRESS.sub("", str(outcome.error))
    return Seen(message, name_of(type(outcome.error)), raised=True)


def name_of(cls: type) -> str:
    return cls.__qualname__ if cls.__module__ == "builtins" else path_of(cls)


def excerpts(one: str, other: str) -> tuple[str, str]:
    """Return two texts; of long ones, what surrounds the place where they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    different = next((index for index, (a, b) in pairs if a != b), 0)
    start = max(0, different - EXCERPT // 4)
    return excerpt(one, start), excerpt(other, start)


def excerpt(text: str, start: int) -> str:
    if len(text) <= EXCERPT:
        return text
    end = start + EXCERPT
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
