"""Reads the rows of a serializer one after the other, in the memory of one portion of them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from django.db.models.query import RawQuerySet
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer

from fastserializers.reading.lists import reads_rows
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.queryset import portions
from fastserializers.rows.unpatched import OWN_ITERATOR, OWN_QUERYSET, has_own
from fastserializers.runtime.overrides import overrides
from fastserializers.switch import Way, reading_in, way

CHUNK_SIZE = 2000
"""How many rows Django's `iterator()` fetches at a time by default."""


def iterate(serializer: BaseSerializer[Any], *, chunk_size: int = CHUNK_SIZE) -> Iterator[Any]:
    """Return an iterator over the rows of `serializer.data`, which holds one portion at a time.

    `serializer` was made with `many=True`, and may be fast or not. A queryset is not evaluated: it
    is read by its `iterator(chunk_size)`, through a server-side cursor if the database has them,
    and prefetches load the relations of `chunk_size` rows at a time.

    A list class of the project that overrides `to_representation()` or `data` gets all rows at
    once, because it may combine them.

    Raises `TypeError` for a serializer of one object. The iterator raises what `.data` raises.
    """
    if not isinstance(serializer, serializers.ListSerializer):
        raise TypeError(
            f"iterate() takes a serializer made with many=True, not {type(serializer).__name__} "
            f"of one object."
        )
    if not represents_row_by_row(serializer) or "_data" in vars(serializer):
        return iter(serializer.data)
    return rows_of(serializer, chunk_size, way.get())


def rows_of(serializer: Any, chunk_size: int, wanted: Way) -> Iterator[Any]:
    represent = reading_in(wanted)(serializer.to_representation)
    source: Any = serializer.instance
    source = source.all() if isinstance(source, BaseManager) else source
    with reading_in(wanted):
        # What `iterator()` gives may be the project's.
        is_streamed = isinstance(source, QuerySet) and has_own(type(source), OWN_ITERATOR)
        is_rows = is_streamed and reads_rows(serializer, source)
    if is_rows:
        with closing(portions(source, chunk_size)) as row_sets:
            for row_set in row_sets:
                yield from represent(row_set)
        return
    if isinstance(source, RowList):
        # All rows of a page are fetched, and portions would make all of its instances.
        yield from represent(source)
        return
    with closing(portions_of(source, chunk_size)) as parts:
        for portion in parts:
            yield from represent(portion)


def represents_row_by_row(serializer: BaseSerializer[Any]) -> bool:
    names = ("data", "to_representation")
    return not overrides(type(serializer), names) and vars(serializer).keys().isdisjoint(names)


def portions_of(source: Iterable[Any], size: int) -> Generator[list[Any], None, None]:
    """Yield the rows that a serializer gets with `many=True`, at most `size` at a time."""
    rows = iter(unread_rows_of(source, size))
    try:
        while portion := list(islice(rows, size)):
            yield portion
    finally:
        # A server-side cursor would stay open until garbage is collected.
        if hasattr(rows, "close"):
            rows.close()


def unread_rows_of(source: Any, chunk_size: int) -> Any:
    """Return what gives the rows: the `iterator()` of a queryset that is not evaluated yet."""
    if getattr(source, "_result_cache", None) is not None:
        return source
    if isinstance(source, QuerySet) and has_own(type(source), OWN_QUERYSET):
        return source.iterator(chunk_size)
    is_raw = isinstance(source, RawQuerySet) and not vars(source)["_prefetch_related_lookups"]
    return source.iterator() if is_raw else source
