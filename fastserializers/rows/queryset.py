"""The rows of a queryset that is not evaluated yet; afterwards it is."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import chain, islice
from typing import Any

from django.db import connections
from django.db.models import Model

from fastserializers.rows.evaluated import ListedRows, RowList
from fastserializers.rows.execute import execute, fetched_rows, prepare
from fastserializers.rows.prefetching import load_prefetched
from fastserializers.rows.row_instances import Instances, instances_of
from fastserializers.rows.unpatched import Queryset


def read(queryset: Queryset) -> Instances | None:
    """Return the rows of a readable queryset, with what is prefetched; it is evaluated then.

    None where only Django can read it. Raises what evaluating the queryset raises.
    """
    row_set = fetch(queryset)
    if row_set is not None:
        prefetch(queryset, row_set)
        queryset._result_cache = RowList(ListedRows(row_set))
    return row_set


def fetch(queryset: Queryset) -> Instances | None:
    """Return the rows of a readable queryset without what is prefetched; None as for `read()`."""
    query = prepare(queryset)
    return None if query is None else instances_of(fetched_rows(query))


def prefetch(queryset: Queryset, row_set: Instances) -> None:
    """Load what a queryset prefetches, for its rows, unless it has done so."""
    lookups = queryset._prefetch_related_lookups
    if lookups and not queryset._prefetch_done:
        load_prefetched(row_set, lookups)
        queryset._prefetch_done = True


def portions(queryset: Queryset, size: int) -> Generator[Instances | list[Model], None, None]:
    """Yield the rows that `iterator(size)` gives, so many at a time, with what is prefetched.

    They are instances where only Django can make them. Raises what `iterator()` raises.
    """
    # The database is asked when the first row is.
    instances: Any = queryset.iterator(size)
    query = prepare(queryset)
    if query is None:
        with closing(instances):
            while portion := list(islice(instances, size)):
                yield portion
        return
    connection = connections[queryset.db]
    results, of_query = execute(
        query,
        chunked_fetch=not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"),
        chunk_size=size,
    )
    rows = chain.from_iterable(results)
    try:
        while part := list(islice(rows, size)):
            row_set = instances_of(of_query.with_rows(part))
            load_prefetched(row_set, queryset._prefetch_related_lookups)
            yield row_set
    finally:
        # A cursor on the server is closed now, and not when the garbage is collected.
        if hasattr(results, "close"):
            results.close()
