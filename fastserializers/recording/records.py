"""Records of readings, in numbers, and the calls that would save queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from fastserializers.recorder import Kind
from fastserializers.recording.origins import ModelRelation


@dataclass(eq=False)
class Record:
    """All that was read by one serializer class, by one code, for one reason."""

    kind: Kind
    serializer: str = ""
    """The dotted name of the serializer's class; of the class of the items for a list."""
    model: Any = None
    reader: str = ""
    """The name of a `ReadBy`."""
    why: str = ""
    """Why nothing faster has read it; empty if there is no reason."""
    within: str = ""
    """The dotted name of the serializer whose code has used this one; empty for none."""
    began: float = field(default_factory=perf_counter)
    times: int = 1
    """How many objects, lists or pages there were."""
    count: int = 0
    """How many objects they had together."""
    milliseconds: float = 0.0
    queries: int = 0
    """How many queries were made, those of the paginator included."""
    made: Counter[ModelRelation] = field(default_factory=Counter)
    """Queries that were made for a relation."""
    saved: Counter[ModelRelation] = field(default_factory=Counter)
    """Queries that REST framework would have made as well."""
    left: dict[ModelRelation, str] = field(default_factory=dict)
    """Why Django loads a relation for each row."""

    @property
    def identity(self) -> Hashable:
        return self.serializer, self.kind, self.reader, self.why, self.within

    def add(self, other: Record) -> None:
        """Add what was read in the same way."""
        self.began = min(self.began, other.began)
        self.times += other.times
        self.count += other.count
        self.milliseconds += other.milliseconds
        self.queries += other.queries
        self.made.update(other.made)
        self.saved.update(other.saved)
        self.left.update(other.left)

    @property
    def advice(self) -> tuple[str, ...]:
        """The calls that would save queries, such as `select_related("author")`.

        Only of relations whose path from the model is known.
        """
        columns: dict[str, None] = {}
        joined: dict[str, None] = {}
        prefetched: dict[str, None] = {}
        paths: dict[Any, tuple[str, bool]] = {self.model: ("", True)}
        for relation, queries in self.made.items():
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
            elif queries > self.times:
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
