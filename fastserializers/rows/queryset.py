"""The rows of a queryset that is not evaluated yet; afterwards it is."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from typing import Any

from django.db import connections
from django.db.models import Model

from fastserializers.rows.evaluated import RowList
from fastserializers.rows.execute import FetchedRows, execute, fetched_rows, prepare
from fastserializers.rows.prefetching import steps_of_queryset, with_prefetched
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import Queryset, reasons_against


def read(queryset: Queryset) -> Instances | list[Model] | None:
    """Return what `fetch()` returns; the queryset is evaluated then."""
    found = fetch(queryset)
    queryset._result_cache = RowList(found) if isinstance(found, Instances) else found
    return found


def fetch(queryset: Queryset) -> Instances | list[Model] | None:
    """Return the rows of a readable queryset, with what is prefetched.

    A list if there are no rows, or where Django has prefetched for instances. None where only
    Django can read the queryset. Raises what evaluating it raises.
    """
    steps = steps_of_queryset(queryset)
    query = None if steps is None else prepare(queryset)
    if query is None or steps is None:
        return None
    lookups, fetched = queryset._prefetch_related_lookups, fetched_rows(query)
    make = partial(instances_of, queryset, fetched)
    if not lookups or queryset._prefetch_done:
        return make() if fetched.rows else []
    found = with_prefetched(make, lookups, steps) if fetched.rows else []
    queryset._prefetch_done = True
    return found


def instances_of(queryset: Queryset, fetched: FetchedRows) -> Instances:
    """Return the row set of rows that were fetched for a queryset."""
    row_set = Instances(fetched)
    row_set.know_objects(queryset._known_related_objects)
    return row_set


def why_django_reads(queryset: Queryset) -> str:
    """Return why a queryset is read by Django; the empty string where `read()` may read rows."""
    if queryset._result_cache is not None:
        return "it is evaluated already"
    return next(reasons_against(queryset), "")


def portions(queryset: Queryset, size: int) -> Generator[Instances | list[Model], None, None]:
    """Yield the rows that `iterator(size)` gives, so many at a time, with what is prefetched.

    They are instances where only Django can make them. Raises what `iterator()` raises.
    """
    # The database is asked when the first row is.
    instances: Any = queryset.iterator(size)
    steps, lookups = steps_of_queryset(queryset), queryset._prefetch_related_lookups
    query = None if steps is None else prepare(queryset)
    if query is None or steps is None:
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
            make = partial(instances_of, queryset, of_query.with_rows(part))
            yield with_prefetched(make, lookups, steps)
    finally:
        # A cursor on the server is closed now, and not when the garbage is collected.
        if hasattr(results, "close"):
            results.close()
