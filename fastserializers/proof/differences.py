"""The places where two outputs differ, in values, types, keys or their order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from rest_framework.serializers import Serializer

from fastserializers.names import path_of
from fastserializers.proof.orders import UnorderedRelation, unordered_relation_behind

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
    relation: UnorderedRelation | None = None
    """Of two lists with the same rows in another order: the relation that allows both orders."""

    def __str__(self) -> str:
        drf, fast = excerpts(str(self.drf), str(self.fast))
        return f"  REST framework: {drf}\n  fast:           {fast}"


def differences(
    drf: object, fast: object, path: str = "", field: Any = None
) -> Iterator[Difference]:
    """Return all differences in values, types, keys or their order.

    Lists of the same rows in another order are one difference if `field`, the field or serializer
    that has made both, reads a to-many relation without a total order.
    """
    drf_parts, fast_parts = contents_by_step(drf), contents_by_step(fast)
    if type(drf) is not type(fast):
        yield Difference(path, seen(drf), seen(fast))
        return
    if drf_parts is None or fast_parts is None:
        if not is_same(drf, fast):
            yield Difference(path, seen(drf), seen(fast))
        return
    if isinstance(drf, list) and has_same_rows(drf, fast):
        relation = unordered_relation_behind(field)
        if relation is not None:
            yield Difference(path, seen(drf), seen(fast), relation)
            return
    for key in {**drf_parts, **fast_parts}:
        yield from differences(
            drf_parts.get(key, NOTHING),
            fast_parts.get(key, NOTHING),
            f"{path}{key}".removeprefix("."),
            field_of_part(field, drf, key),
        )
    # A key that one of them lacks has been named above.
    orders = (
        [key for key in drf_parts if key in fast_parts],
        [key for key in fast_parts if key in drf_parts],
    )
    if orders[0] != orders[1]:
        by_drf, by_fast = (Seen(", ".join(order), "order") for order in orders)
        yield Difference(path, by_drf, by_fast)


def field_of_part(field: Any, value: Any, step: str) -> Any:
    """Return the field or serializer that made a part of a value, or None if it is not known.

    A key that is no field was added by the serializer's own `to_representation()`.
    """
    made_by = getattr(value, "serializer", field)
    if not isinstance(value, dict):
        return getattr(made_by, "child", None)
    is_known = isinstance(made_by, Serializer)
    return made_by.fields.get(step.removeprefix("."), made_by) if is_known else None


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


def has_same_rows(one: Any, other: Any) -> bool:
    """Return whether two lists have the same items, but not in the same order."""
    texts = [*map(unordered_text, one)], [*map(unordered_text, other)]
    return texts[0] != texts[1] and sorted(texts[0]) == sorted(texts[1])


def unordered_text(value: Any) -> str:
    """Return a text that is the same for values that differ in the order of lists alone."""
    if isinstance(value, dict):
        return f"{type(value)} {[(key, unordered_text(part)) for key, part in value.items()]}"
    if isinstance(value, list):
        return f"{type(value)} {sorted(map(unordered_text, value))}"
    return f"{type(value)} {value!r}"


def is_same(one: object, other: object) -> bool:
    """Return whether two values of one type are equal, by their text: NaN is unequal to itself."""
    # A text that says where in memory a value is differs without a difference.
    return repr(one) == repr(other) or (bool(ADDRESS.search(repr(one))) and bool(one == other))


ADDRESS = re.compile(" at 0x[0-9A-Fa-f]+")


def seen(value: object) -> Seen:
    return value if value is NOTHING else Seen(repr(value), name_of(type(value)))


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


# Places, each for all rows.


def field_path(path: str) -> str:
    """Return the path of a field in all rows: `[].author.name`."""
    return re.sub(r"\[\d+\]", "[]", path)


def is_within(path: str, places: Collection[str]) -> bool:
    """Return whether a path is one of these places, or leads through one."""
    ends = (end for end, character in enumerate(path) if character in ".[")
    return path in places or "" in places or any(path[:end] in places for end in ends)


def places_in_words(places: Collection[str], shown: int = 3) -> str:
    """Return the first of these places, as they are in a row: `now, authors[].age`."""
    of_a_row = (place.removeprefix("[]").removeprefix(".") or "the whole" for place in places)
    places = [*dict.fromkeys(of_a_row)]
    more = f" and {len(places) - shown} more" if len(places) > shown else ""
    return ", ".join(places[:shown]) + more
