"""The rows of a serializer one after the other, in the memory that a portion of them takes."""

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

from fastserializers.conf import value_of
from fastserializers.plans.strategy import decide
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.queryset import portions
from fastserializers.rows.unpatched import OWN_ITERATOR, OWN_QUERYSET, has_own
from fastserializers.runtime.overrides import overrides

CHUNK_SIZE = 2000
"""How many rows Django's `iterator()` fetches at a time where nothing else is said."""


def iterate(serializer: BaseSerializer[Any], *, chunk_size: int = CHUNK_SIZE) -> Iterator[Any]:
    """Return an iterator over what `serializer.data` has, which never holds more than a portion.

    `serializer` was made with `many=True`, fast or not. A queryset is read by its
    `iterator(chunk_size)`: by a cursor of the server's where the database has them, with what is
    to be prefetched fetched for `chunk_size` rows at a time. It is not evaluated.

    A list class of the project's that overrides `to_representation()` or `data` is asked for all
    of its rows at once: it may make something of them together.

    Raises `TypeError` for a serializer of one object, and while it is read what `.data` raises.
    """
    if not isinstance(serializer, serializers.ListSerializer):
        raise TypeError(
            f"iterate() takes a serializer made with many=True, not {type(serializer).__name__} "
            f"of one object."
        )
    if not represents_row_by_row(serializer) or "_data" in vars(serializer):
        return iter(serializer.data)
    return rows_of(serializer, chunk_size)


def rows_of(serializer: Any, chunk_size: int) -> Iterator[Any]:
    source: Any = serializer.instance
    source = source.all() if isinstance(source, BaseManager) else source
    reading = decide(serializer, source)
    if reading.rows and may_stream(source):
        with closing(portions(source, chunk_size)) as row_sets:
            for row_set in row_sets:
                yield from serializer.to_representation(row_set)
        return
    if isinstance(source, RowList):
        # Its rows are there, and all of its instances would be made for the first portion.
        yield from serializer.to_representation(source)
        return
    with closing(portions_of(source, chunk_size)) as parts:
        for portion in parts:
            yield from serializer.to_representation(portion)


def may_stream(source: object) -> bool:
    """Return whether `iterator()` of a queryset may give its rows.

    Not where a portion is to be proved, which is read twice.
    """
    is_djangos = isinstance(source, QuerySet) and has_own(type(source), OWN_ITERATOR)
    return is_djangos and not value_of("VERIFY")


def represents_row_by_row(serializer: BaseSerializer[Any]) -> bool:
    names = ("data", "to_representation")
    return not overrides(type(serializer), names) and vars(serializer).keys().isdisjoint(names)


def portions_of(source: Iterable[Any], size: int) -> Generator[list[Any], None, None]:
    """Yield the rows of whatever a serializer takes for many, at most `size` at a time."""
    rows = iter(unread_rows_of(source, size))
    try:
        while portion := list(islice(rows, size)):
            yield portion
    finally:
        # A cursor of the server's is not to stay open until garbage is collected.
        if hasattr(rows, "close"):
            rows.close()


def is_unread_queryset(source: object) -> bool:
    """Return whether a queryset is not evaluated yet, and Django's own code evaluates it."""
    return (
        isinstance(source, QuerySet)
        and source._result_cache is None
        and has_own(type(source), OWN_QUERYSET)
    )


def unread_rows_of(source: Any, chunk_size: int) -> Any:
    if is_unread_queryset(source):
        return source.iterator(chunk_size)
    if isinstance(source, RawQuerySet):
        raw: Any = source
        if raw._result_cache is None and not raw._prefetch_related_lookups:
            return raw.iterator()
    return source
