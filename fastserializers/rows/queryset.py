"""A queryset that nobody has evaluated, represented row by row; afterwards it is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from django.core.signals import setting_changed
from django.db import connections
from django.db.models import prefetch_related_objects

from fastserializers.compiler.function import CompiledPlan
from fastserializers.conf import value_of
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.execute import (
    Executed,
    execute,
    instances_of,
    is_readable,
    rows_of,
)
from fastserializers.rows.instance_factory import Maker
from fastserializers.rows.lending import end_lending, end_lending_at_writes
from fastserializers.rows.needs import NOTHING, Demand, demand_of
from fastserializers.rows.pg_text import EVERY_NAME
from fastserializers.rows.prefetches import prefetches_plainly
from fastserializers.rows.related_rows import load_prefetched, load_unloaded
from fastserializers.rows.row_set import Level, executed_level, level_of_rows
from fastserializers.rows.row_shapes import is_watched, source_of
from fastserializers.rows.unpatched import OWN_ITERATOR, Queryset, has_own


def may_read_rows(serializer: Any) -> bool:
    """Return whether a project wants the lists of a serializer to be read as rows."""
    return setting() and getattr(getattr(serializer, "Meta", None), "rows", True) is not False


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
    level = fetch(queryset, NOTHING if expected is None else demand_of(expected))
    if level.maker is None:
        queryset._result_cache = level.rows
        return None
    queryset._result_cache = RowList(level)
    return level


def fetch(queryset: Queryset, demand: Demand | None = None) -> Level:
    """Return the rows of a readable queryset, with what is prefetched to them.

    They are loaded as it suits what is demanded; as it suits most plans, where nobody knows. The
    queryset has done its prefetches then. Instances have no maker: only Django can make them, and
    prefetches to them.
    """
    demand = EVERY_TEXT if demand is None else demand
    names = demand.names_in_query
    level = executed_level(queryset, execute(queryset, names), names)
    lookups = queryset._prefetch_related_lookups
    if level.maker is not None and lookups and not queryset._prefetch_done:
        load_prefetched(level, lookups, demand)
        queryset._prefetch_done = True
    return level


def fetch_again(level: Level, lookups: Iterable[Any]) -> Level:
    """Return the rows of a level once more, with what is prefetched to them and nothing else."""
    again = Level(level.rows, cast("Maker", level.maker).apart(), level.known)
    load_prefetched(again, lookups, EVERY_TEXT)
    return again


class EveryRelation(dict[str, Demand]):
    """The same is read of the rows that any relation leads to."""

    def get(self, name: str, default: Any = None) -> Any:
        return EVERY_TEXT


# What is read where the plan is not known yet: a text of whatever can be loaded as text.
EVERY_TEXT = Demand()
EVERY_TEXT.names_in_query = EVERY_NAME
EVERY_TEXT.related = EveryRelation()


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


def load_for(level: Level, compiled: CompiledPlan) -> None:
    """Load what a plan reads of rows and nobody has loaded, for code that is given instances.

    `give_back()` is called when they are represented.
    """
    load_unloaded(level, demand_of(compiled))
    level.stop_watching = end_lending_at_writes(level)


def give_back(level: Level, *, is_done: bool) -> None:
    """Let instances be without what they had only while their rows were represented."""
    if level.stop_watching is not None:
        level.stop_watching()
    end_lending(level, is_done=is_done)
