"""The same, with `ModelIterable` giving this library's instances of rows."""

from __future__ import annotations

from itertools import chain, count
from operator import itemgetter

from django.db.models.query import ModelIterable, QuerySet

from fastserializers.rows import unpatched
from fastserializers.rows.execute import (
    execute,
    instances_of,
    is_readable,
    read_as_django,
    rows_of,
)
from fastserializers.rows.row_set import RowSet
from tests.django_suite.plain_settings import *  # noqa: F403

GIVEN = count()
"""Says how many instances of rows there were."""


def read(iterable):
    queryset = iterable.queryset
    if not isinstance(queryset, QuerySet) or not is_readable(queryset):
        return read_as_django(iterable)
    executed = execute(
        queryset, chunked_fetch=iterable.chunked_fetch, chunk_size=iterable.chunk_size
    )
    if executed.layout is None:
        return instances_of(queryset, executed)
    row_set = RowSet((), executed.layout, executed.query, executed.known)
    instances = map(row_set.new, rows_of(executed))
    return map(itemgetter(0), zip(instances, GIVEN, strict=False))


# As lazy as the generator in its place, and without a frame of its own on the way to a warning.
ModelIterable.__iter__ = lambda iterable: chain.from_iterable(map(read, [iterable]))
# Nobody else has replaced it.
unpatched.OWN_ITERABLE = unpatched.OWN_ITERABLE._replace(found=(ModelIterable.__iter__,))
