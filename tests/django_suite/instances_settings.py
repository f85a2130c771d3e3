"""The same, with `ModelIterable` giving this library's instances of rows."""

from itertools import chain, count
from operator import itemgetter

from django.db.models.query import ModelIterable, QuerySet

from fastserializers.instances.queryset import instances_of
from fastserializers.rows import unpatched
from fastserializers.rows.execute import execute, prepare
from fastserializers.rows.models import is_readable
from fastserializers.rows.prefetching import sets_owners_plainly
from fastserializers.rows.unpatched import ByDjango
from tests.django_suite.plain_settings import *  # noqa: F403

read_as_django = ModelIterable.__iter__
GIVEN = count()
"""Says how many instances of rows there were."""


def read(iterable):
    queryset = iterable.queryset
    if not (isinstance(queryset, QuerySet) and is_readable(queryset)):
        return read_as_django(iterable)
    try:
        query = prepare(queryset)
        if not sets_owners_plainly(queryset, query.layout):
            return read_as_django(iterable)
    except ByDjango:
        return read_as_django(iterable)
    results, of_query = execute(
        query, chunked_fetch=iterable.chunked_fetch, chunk_size=iterable.chunk_size
    )
    instances = map(instances_of(queryset, of_query).new, chain.from_iterable(results))
    return map(itemgetter(0), zip(instances, GIVEN, strict=False))


# As lazy as the generator in its place, and without a frame of its own on the way to a warning.
ModelIterable.__iter__ = lambda iterable: chain.from_iterable(map(read, [iterable]))
# Nobody else has replaced it.
unpatched.OWN_ITERABLE = unpatched.OWN_ITERABLE._replace(values=(ModelIterable.__iter__,))
