"""How many examples of each shape there were that hand-made attacks had found differences by."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from tests.hunting.changing import CHANGING_OVERRIDES, REQUEST_OVERRIDES
from tests.hunting.descriptions import (
    Called,
    Example,
    Field,
    Layer,
    Many,
    Method,
    Shape,
    Surroundings,
)
from tests.hunting.overriding import OF_ROWS
from tests.hunting.own_fields import OWN_FIELDS
from tests.hunting.queries import Content, Prefetched, Queryset, Step
from tests.hunting.things import LAZY_COLLECTIONS


def parts_of(value: Any) -> Iterator[Any]:
    """Return a description and all that it holds."""
    yield value
    if is_dataclass(value):
        held: Any = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        held = value.values()
    else:
        held = value if isinstance(value, list | tuple) else ()
    for part in held:
        yield from parts_of(part)


def overrides_one_of(overrides, part):
    return isinstance(part, Shape | Layer) and part.overrides in overrides


def is_without_hash(part):
    zone = part if isinstance(part, datetime.tzinfo) else getattr(part, "tzinfo", None)
    return zone is not None and type(zone).__hash__ is None


def is_lazy(part):
    kind = getattr(part, "kind" if isinstance(part, Many) else "listed", None)
    return isinstance(part, Many | Example) and isinstance(kind, str) and kind in LAZY_COLLECTIONS


def has_source(part):
    return isinstance(part, Field) and "." in str(part.options.get("source"))


def has_default(part):
    return isinstance(part, Field) and "default" in part.options


def is_own_field(part):
    return isinstance(part, Field) and bool(part.hooks or part.kind in OWN_FIELDS)


def has_step(*methods):
    return lambda part: isinstance(part, Step) and part.method in methods


SHAPES: dict[str, Callable[[Any], bool]] = {
    "querysets": lambda part: isinstance(part, Queryset),
    "querysets of an instance's": lambda part: isinstance(part, Queryset) and bool(part.owner),
    "relations joined": has_step("select_related", "filtered relation"),
    "relations prefetched": has_step("prefetch_related"),
    "prefetches by a queryset": lambda part: isinstance(part, Prefetched) and bool(part.queryset),
    "prefetches to an attribute": lambda part: isinstance(part, Prefetched) and bool(part.to_attr),
    "columns deferred": has_step("only", "defer"),
    "annotations": has_step("annotate", "extra", "alias"),
    "querysets filtered": has_step("filter", "exclude"),
    "querysets cut, united, reversed or empty": has_step(
        "slice", "unite", "reverse", "none", "distinct"
    ),
    "querysets evaluated, of values, or raw": has_step(
        "evaluate", "count first", "look at the first", "values", "values_list", "raw", "as a list"
    ),
    "methods that follow relations": lambda part: (
        isinstance(part, Method) and part.does in OF_ROWS
    ),
    "rows of other contents": lambda part: isinstance(part, Content),
    "class hierarchies": lambda part: isinstance(part, Shape) and bool(part.layers),
    "classes patched": lambda part: isinstance(part, Layer) and part.patch is not None,
    "fields changed between rows": lambda part: overrides_one_of(CHANGING_OVERRIDES, part),
    "time zones without a hash": is_without_hash,
    "frozen time": lambda part: isinstance(part, Surroundings) and part.is_frozen,
    "options made for a request": lambda part: overrides_one_of(REQUEST_OVERRIDES, part),
    "rows that change what is around them": is_lazy,
    "dotted sources": has_source,
    "callables": lambda part: isinstance(part, Called),
    "defaults": has_default,
    "fields of a project": is_own_field,
}


def shapes_in(example: Example) -> Counter[str]:
    """Return which of the shapes an example has, once each."""
    parts = list(parts_of(example))
    return Counter(name for name, is_one in SHAPES.items() if any(map(is_one, parts)))
