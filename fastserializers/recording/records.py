"""Records of readings, in numbers, and the calls that would save queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastserializers.recorder import Kind
from fastserializers.recording.origins import ModelRelation


@dataclass(eq=False)
class Record:
    """All that was read by one serializer class, by one code, for one reason."""

    serializer: str
    """The dotted name of the serializer's class; of the class of the items for a list."""
    kind: Kind
    reader: str
    """The name of a `ReadBy`."""
    why: str
    """Why nothing faster has read it; empty if there is no reason."""
    within: str
    """The dotted name of the serializer whose code has used this one; empty for none."""
    began: float
    times: int = 0
    """How many objects, lists or pages there were."""
    count: int = 0
    """How many objects they had together."""
    milliseconds: float = 0.0
    queries: int = 0
    """How many queries were made, those of the paginator included."""
    made: Counter[str] = field(default_factory=Counter)
    """Queries that were made for a relation, by its name, such as `Book.author`."""
    saved: Counter[str] = field(default_factory=Counter)
    """Queries that REST framework would have made as well, by the name of the relation."""
    left: dict[str, str] = field(default_factory=dict)
    """Why Django loads a relation for each row, by the name of the relation."""
    advice: tuple[str, ...] = ()
    """The calls that would save queries, such as `select_related("author")`."""


def advice(model: Any, made: Mapping[ModelRelation, int]) -> tuple[str, ...]:
    """Return the calls that would save queries for a queryset of a model.

    Only of relations whose path from that model is known.
    """
    columns: dict[str, None] = {}
    joined: dict[str, None] = {}
    prefetched: dict[str, None] = {}
    paths: dict[Any, tuple[str, bool]] = {model: ("", True)}
    for relation, queries in made.items():
        if relation.owner not in paths:
            continue
        before, is_joinable = paths[relation.owner]
        path, is_joined = f"{before}{relation.name}", is_joinable and relation.is_single
        if relation.is_column:
            columns[path] = None
            continue
        paths.setdefault(relation.model, (f"{path}__", is_joined))
        if is_joined:
            joined[path] = None
        elif queries > 1:
            prefetched[path] = None
    calls = {"select_related": joined, "prefetch_related": prefetched}
    advised = [call(name, paths) for name, paths in calls.items() if paths]
    return (*advised, *([f"only(..., {arguments(columns)})"] if columns else []))


def call(name: str, paths: Iterable[str]) -> str:
    """Return a call with the longest paths: `a__b` loads `a` as well."""
    longest = [path for path in paths if not any(other.startswith(f"{path}__") for other in paths)]
    return f"{name}({arguments(longest)})"


def arguments(paths: Iterable[str]) -> str:
    return ", ".join(f'"{path}"' for path in paths)
