"""The rows of a queryset that is not evaluated yet; afterwards it is."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import chain, islice
from typing import Any

from django.db import connections
from django.db.models import Model

from fastserializers.rows.evaluated import RowList
from fastserializers.rows.execute import execute, fetched_rows, prepare
from fastserializers.rows.prefetching import steps_of_queryset, with_prefetched
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import (
    OWN_COMPILER,
    Queryset,
    has_own,
    reasons_against,
    replaced_part,
)


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
    if not lookups or queryset._prefetch_done:
        return Instances(fetched) if fetched.rows else []
    found = with_prefetched(fetched, lookups, steps) if fetched.rows else []
    queryset._prefetch_done = True
    return found


def why_django_reads(queryset: Queryset) -> str:
    """Return why a queryset is read by Django; the empty string where it is read as rows.

    Compiles its query, and executes nothing. Raises what compiling raises.
    """
    if queryset._result_cache is not None:
        return "it is evaluated already"
    reason = next(reasons_against(queryset), "")
    if reason:
        return reason
    compiler = type(queryset.query.get_compiler(using=queryset.db))
    if not has_own(compiler, OWN_COMPILER):
        return replaced_part(compiler, OWN_COMPILER)
    if prepare(queryset) is not None:
        return ""
    return "it joins a model whose instances only Django makes, or selects what only Django reads"


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
            yield with_prefetched(of_query.with_rows(part), lookups, steps)
    finally:
        # A cursor on the server is closed now, and not when the garbage is collected.
        if hasattr(results, "close"):
            results.close()
