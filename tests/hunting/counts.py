"""How many examples there were of each thing that may be put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from tests.hunting.descriptions import ByHand, Example, Field, Layer, Method, Shape, Surroundings
from tests.hunting.queries import Content, Expression, Prefetched, Queryset, Step


def parts_of(value: Any) -> Iterator[Any]:
    """Return a description and all that it holds."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        held: Any = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        held = value.values()
    else:
        held = value if isinstance(value, list | tuple) else ()
    for part in held:
        yield from parts_of(part)


def names_of(part: Any) -> Iterator[str | None]:
    """Return what a part of a description is, in words."""
    match part:
        case Field():
            yield from (part.kind, *part.hooks)
            yield "dotted source" if "." in str(part.options.get("source")) else None
        case Method():
            yield part.does
        case ByHand() | Prefetched() | Content():
            yield type(part).__name__
        case Layer():
            yield from ("Layer", part.overrides, part.patch)
        case Shape():
            yield part.overrides
        case Step():
            yield part.method
        case Expression():
            yield part.kind
        case Queryset():
            yield "owned queryset" if part.owner else "queryset"
        case Surroundings():
            yield from (part.receiver, "frozen time" if part.is_frozen else None)
        case Example():
            yield from part.first
            yield f"page: {part.paged}" if part.paged else None
            yield part.listed if isinstance(part.listed, str) else None


def shapes_in(example: Example) -> Counter[str]:
    """Return what an example has, once each."""
    return Counter({name for part in parts_of(example) for name in names_of(part) if name})
