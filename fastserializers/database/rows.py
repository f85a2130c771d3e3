"""A queryset that nobody has evaluated, represented row by row; afterwards it is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from django.core.signals import setting_changed
from django.db import connections
from django.db.models import prefetch_related_objects

from fastserializers.compiler.codegen import CompiledPlan
from fastserializers.conf import value_of
from fastserializers.database.demands import NOTHING, Demand, demand_of
from fastserializers.database.lending import end_lending, end_lending_at_writes
from fastserializers.database.levels import Level, executed_level, level_of_rows
from fastserializers.database.links import load_prefetched, load_unloaded
from fastserializers.database.prefetches import prefetches_plainly
from fastserializers.database.queries import (
    Executed,
    execute,
    instances_of,
    is_readable,
    rows_of,
)
from fastserializers.database.shapes import is_watched, source_of
from fastserializers.database.stock import OWN_ITERATOR, Queryset, has_own
from fastserializers.switch import drf_reads, switch


def may_read_rows(serializer: Any) -> bool:
    """Return whether a project wants the lists of a serializer to be read as rows."""
    return (
        setting()
        and getattr(getattr(serializer, "Meta", None), "rows", True) is not False
        and not (switch.is_touched and drf_reads())
    )


@lru_cache(maxsize=1)
def setting() -> bool:
    wanted: bool = value_of("ROWS")
    return wanted


def forget_setting(**kwargs: Any) -> None:
    setting.cache_clear()


setting_changed.connect(forget_setting, dispatch_uid="fastserializers.forget_rows")


def may_read(queryset: Queryset) -> bool:
    """Return whether a queryset, and what it prefetches, may be read as rows."""
    return is_readable(queryset) and prefetches_plainly(queryset)


def read(queryset: Queryset, expected: CompiledPlan | None = None) -> Level | None:
    """Return the rows of an unevaluated queryset, with what is prefetched to them.

    They are loaded as it suits the `expected` plan, and can be represented by any.

    None where only Django can read it: what it has read by then stays with the queryset. Raises
    what evaluating the queryset raises.
    """
    if queryset._result_cache is not None or not may_read(queryset):
        return None
    demand = NOTHING if expected is None else demand_of(expected)
    level = executed_level(queryset, execute(queryset, demand.names_in_query))
    if level.maker is None:
        queryset._result_cache = level.rows
        return None
    queryset._result_cache = Instances(level)
    if queryset._prefetch_related_lookups and not queryset._prefetch_done:
        load_prefetched(level, queryset._prefetch_related_lookups, demand)
        queryset._prefetch_done = True
    return level


def may_read_portions(queryset: Queryset) -> bool:
    """Return whether what `iterator()` gives may be read before anything is made of it."""
    return has_own(type(queryset), OWN_ITERATOR) and may_read(queryset)


def portions(
    queryset: Queryset, expected: CompiledPlan | None, size: int
) -> Generator[Level | list[Any], None, None]:
    """Yield the rows that `iterator(size)` gives, so many at a time, with what is prefetched.

    They are loaded as for `read()`; they are instances where only Django can make them. Raises
    what `iterator()` raises.
    """
    # Nothing is asked of the database before somebody wants its first row.
    queryset.iterator(size)
    connection = connections[queryset.db]
    demand = NOTHING if expected is None else demand_of(expected)
    executed = execute(
        queryset,
        demand.names_in_query,
        chunked_fetch=not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"),
        chunk_size=size,
    )
    lookups = queryset._prefetch_related_lookups
    is_by_rows = executed.maker is not None
    rows = rows_of(executed) if is_by_rows else instances_of(queryset, executed)
    try:
        while portion := list(islice(rows, size)):
            yield loaded_portion(executed, portion, lookups, demand)
    finally:
        # A cursor of the server's is not to stay open till somebody collects the garbage.
        if hasattr(executed.results, "close"):
            executed.results.close()


def loaded_portion(
    executed: Executed, portion: list[Any], lookups: Any, demand: Demand
) -> Level | list[Any]:
    if executed.maker is None:
        prefetch_related_objects(portion, *lookups)
        return portion
    level = level_of_rows(portion, executed.maker.apart(), executed.known)
    load_prefetched(level, lookups, demand)
    return level


def function_for(level: Level, compiled: CompiledPlan) -> Callable[..., list[Any]]:
    """Return what represents the rows of a level, with what it reads of them loaded.

    `give_back()` is called when they are.
    """
    demand = demand_of(compiled)
    load_unloaded(level, demand)
    if is_watched(level, demand):
        level.stop_watching = end_lending_at_writes(level)
    return compiled.many[source_of(level, demand)]


def give_back(level: Level, *, is_done: bool) -> None:
    """Let instances be without what they had only while their rows were represented."""
    if level.stop_watching is not None:
        level.stop_watching()
    end_lending(level, is_done=is_done)


class Instances(list[Any]):
    """The instances of a level, made when somebody looks at them; a plain list otherwise."""

    def __init__(self, level: Level | None) -> None:
        super().__init__()
        self.level: Level | None = level

    def complete(self) -> None:
        if self.level is not None:
            # A second thread does the same again.
            list.__setitem__(self, slice(None), self.level.instances())
            self.level = None

    def __len__(self) -> int:
        return list.__len__(self) if self.level is None else len(self.level.rows)

    def __getitem__(self, index: Any) -> Any:
        level = self.level
        if level is not None and type(index) is int:
            return level.instance_of(level.rows[index])
        self.complete()
        return list.__getitem__(self, index)

    def __iter__(self) -> Iterator[Any]:
        self.complete()
        return list.__iter__(self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.complete()
        return list, (), None, list.__iter__(self)


def completed(name: str) -> Callable[..., Any]:
    """Return a method of lists that looks at what is in one."""
    method = getattr(list, name)

    def complete_first(self: Instances, *args: Any, **options: Any) -> Any:
        self.complete()
        return method(self, *args, **options)

    complete_first.__name__ = name
    return complete_first


for name in (
    *("__setitem__", "__delitem__", "__contains__", "__reversed__", "__repr__"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("__add__", "__iadd__", "__mul__", "__imul__", "__rmul__"),
    *("append", "extend", "insert", "pop", "remove", "clear", "copy", "reverse", "sort"),
    *("index", "count"),
):
    setattr(Instances, name, completed(name))


def added_to(self: Instances, other: list[Any]) -> list[Any]:
    return [*other, *self]


Instances.__radd__ = added_to  # type: ignore[attr-defined]
