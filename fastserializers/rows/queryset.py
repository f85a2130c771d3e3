"""A queryset that nobody has evaluated, represented row by row; afterwards it is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import Any

from django.db import connections

from fastserializers.compiler.function import CompiledPlan
from fastserializers.compiler.reads.source import Source
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.execute import execute, prepare, rows_of
from fastserializers.rows.lending import end_lending, end_lending_at_writes
from fastserializers.rows.loading import load_prefetched, load_unloaded
from fastserializers.rows.needs import NOTHING, ColumnNeeds, needs_of
from fastserializers.rows.pg_text import EVERY_NAME
from fastserializers.rows.row_set import RowSet, executed_rows, row_set_of
from fastserializers.rows.row_shapes import instances_escape, source_of
from fastserializers.rows.unpatched import Queryset


def read(queryset: Queryset, expected: CompiledPlan | None = None) -> RowSet | None:
    """Return the rows of a readable queryset, with what is prefetched; it is evaluated then.

    They are loaded as it suits the `expected` plan, and can be represented by any.

    None where only Django can read it. Raises what evaluating the queryset raises.
    """
    row_set = fetch(queryset, NOTHING if expected is None else needs_of(expected))
    if row_set is not None:
        queryset._result_cache = RowList(row_set)
    return row_set


def fetch(queryset: Queryset, needs: ColumnNeeds | None = None) -> RowSet | None:
    """Return the rows of a readable queryset, with what is prefetched; None as for `read()`.

    They are loaded as suits what is needed, or as suits most plans where nobody knows. The
    queryset has done its prefetches then.
    """
    query = prepare(queryset)
    if query is None:
        return None
    needs = EVERY_TEXT if needs is None else needs
    row_set = executed_rows(query, needs.names_in_query)
    lookups = queryset._prefetch_related_lookups
    if lookups and not queryset._prefetch_done:
        load_prefetched(row_set, lookups, needs)
        queryset._prefetch_done = True
    return row_set


def fetch_again(row_set: RowSet, lookups: Iterable[Any]) -> RowSet:
    """Return the rows of a row set once more, with what is prefetched to them and nothing else."""
    again = RowSet(row_set.rows, row_set.layout, row_set.query, row_set.known)
    load_prefetched(again, lookups, EVERY_TEXT)
    return again


class EveryRelation(dict[str, ColumnNeeds]):
    """The same is read of the rows that any relation leads to."""

    def get(self, name: str, default: Any = None) -> Any:
        return EVERY_TEXT


# What is read where the plan is not known yet: a text of whatever can be loaded as text.
EVERY_TEXT = ColumnNeeds()
EVERY_TEXT.names_in_query = EVERY_NAME
EVERY_TEXT.related = EveryRelation()


def portions(
    queryset: Queryset, expected: CompiledPlan | None, size: int
) -> Generator[RowSet | list[Any], None, None]:
    """Yield the rows that `iterator(size)` gives, so many at a time, with what is prefetched.

    They are loaded as for `read()`; they are instances where only Django can make them. Raises
    what `iterator()` raises.
    """
    # Nothing is asked of the database before somebody wants its first row.
    instances = queryset.iterator(size)
    query = prepare(queryset)
    if query is None:
        with closing(instances):
            while portion := list(islice(instances, size)):
                yield portion
        return
    connection = connections[queryset.db]
    needs = NOTHING if expected is None else needs_of(expected)
    executed = execute(
        query,
        needs.names_in_query,
        chunked_fetch=not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"),
        chunk_size=size,
    )
    rows = rows_of(executed)
    try:
        while portion := list(islice(rows, size)):
            row_set = row_set_of(portion, executed.layout, executed.query, executed.known)
            load_prefetched(row_set, queryset._prefetch_related_lookups, needs)
            yield row_set
    finally:
        # A cursor of the server's is not to stay open till somebody collects the garbage.
        if hasattr(executed.results, "close"):
            executed.results.close()


@contextmanager
def lending(row_set: RowSet) -> Iterator[None]:
    """Lend instances what nobody has loaded, only while their rows are represented."""
    is_done = False
    try:
        yield
        is_done = True
    finally:
        if row_set.stop_watching is not None:
            row_set.stop_watching()
        end_lending(row_set, is_done=is_done)


def function_for(row_set: RowSet, compiled: CompiledPlan) -> Callable[..., list[Any]]:
    """Return what represents the rows of a row set, with what it reads of them loaded.

    Called, as what it returns is, within `lending()`.
    """
    return compiled.many[loaded_source(row_set, compiled)]


def loaded_source(row_set: RowSet, compiled: CompiledPlan, *, is_seen: bool = False) -> Source:
    """Return the source of the rows of a row set, with what a plan reads of them loaded.

    `is_seen` says that code of the project's has instances before the plan reads any.
    """
    needs = needs_of(compiled)
    load_unloaded(row_set, needs)
    # REST framework's fields read instances.
    escaping = is_seen or not compiled.is_earned or instances_escape(row_set, needs)
    if escaping and row_set.stop_watching is None:
        row_set.stop_watching = end_lending_at_writes(row_set)
    return source_of(row_set, needs, instances_escape=escaping)


class RowsOfInstances:
    """The rows of a row set, for a project's code that represents its instances one by one.

    What is read of the rows, and nobody has loaded, is loaded as the first plan wants it: that
    code may change the fields between two rows. It is used within `lending()`.
    """

    def __init__(self, row_set: RowSet) -> None:
        self.row_set = row_set
        self.functions: dict[CompiledPlan, Callable[..., Any]] = {}

    def represented(
        self, compiled: CompiledPlan, instance: Any, serializer: Any, zone: Any
    ) -> Any:
        """Return what a plan makes of an instance: of its row, where it is one of the rows."""
        row = self.row_set.row_of(instance)
        if row is None:
            return compiled.one[type(instance)](instance, serializer, zone)
        if compiled not in self.functions:
            source = self.source_for(compiled)
            # A project's code has had the instance.
            self.functions[compiled] = compiled.one[source.after or source]
        return self.functions[compiled](row, serializer, zone, self.row_set)

    def source_for(self, compiled: CompiledPlan) -> Source:
        if not self.functions:
            return loaded_source(self.row_set, compiled, is_seen=True)
        return source_of(self.row_set, needs_of(compiled), instances_escape=True)
