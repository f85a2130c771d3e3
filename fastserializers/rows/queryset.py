"""A queryset that nobody has evaluated, represented row by row; afterwards it is evaluated."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import islice
from typing import Any

from django.db import connections

from fastserializers.compiler.function import CompiledPlan
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.execute import execute, prepare, rows_of
from fastserializers.rows.loading import load_prefetched
from fastserializers.rows.needs import NOTHING, ColumnNeeds, needs_of
from fastserializers.rows.pg_text import EVERY_NAME
from fastserializers.rows.row_set import RowSet, executed_rows, row_set_of
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
