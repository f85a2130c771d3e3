"""Reads the rows of a serializer one after the other, in the memory of one portion of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from django.db.models.query import RawQuerySet
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer

from fastserializers.instances.evaluated import RowList
from fastserializers.instances.queryset import portions
from fastserializers.instances.row_instances import InParts, Instances
from fastserializers.reading.lists import reads_rows
from fastserializers.recorder import recorder_now
from fastserializers.rows.unpatched import OWN_ITERATOR, OWN_QUERYSET, has_own
from fastserializers.runtime.overrides import overrides
from fastserializers.switch import Way, reading_in, way

CHUNK_SIZE = 2000
"""How many rows Django's `iterator()` fetches at a time by default."""

PART_SECONDS = 0.1
"""How long it takes to make a part of a stream."""
FIRST_ROWS = 10
"""How many rows the first part has."""
GROWTH = 10
"""How many times as many rows the next part has at most."""
SHORTEST = 1e-6
"""The shortest time that a clock tells."""


def iterate(serializer: BaseSerializer[Any], *, chunk_size: int = CHUNK_SIZE) -> Iterator[Any]:
    """Return an iterator over the rows of `serializer.data`, which holds one portion at a time.

    `serializer` was made with `many=True`, and may be fast or not. A queryset is not evaluated: it
    is read by its `iterator(chunk_size)`, through a server-side cursor if the database has them,
    and prefetches load the relations of `chunk_size` rows at a time.

    A list class of the project that overrides `to_representation()` or `data` gets all rows at
    once, because it may combine them.

    Raises `TypeError` for a serializer of one object. The iterator raises what `.data` raises.
    """
    if not is_lazy(serializer):
        return iter(serializer.data)
    return rows_of(parts_of_stream(serializer, chunk_size, way.get()))


def rows_of(parts: Generator[list[Any], None, None]) -> Iterator[Any]:
    with closing(parts):
        for part in parts:
            yield from part


class Pace:
    """How many rows a part of a stream has: as many as take 100 ms, and at most `most`.

    A server finds out that a client has left when it sends a part.
    """

    def __init__(self, most: int, clock: Callable[[], float] = perf_counter) -> None:
        self.most = most
        self.clock = clock
        self.rows = min(FIRST_ROWS, most)

    def in_parts(
        self, rows: Sequence[Any], represent: Callable[[Sequence[Any]], list[Any]]
    ) -> Iterator[list[Any]]:
        """Yield what `represent` returns for some of the rows, and for the next ones."""
        start = 0
        while start < len(rows):
            part = rows[start : start + self.rows]
            start += len(part)
            yield self.timed(partial(represent, part))

    def take(self, rows: Iterator[Any]) -> list[Any]:
        """Return the next part of an iterator."""
        return self.timed(lambda: list(islice(rows, self.rows)))

    def timed(self, make: Callable[[], list[Any]]) -> list[Any]:
        """Return the part that `make` returns. The time that it takes decides about the next."""
        started = self.clock()
        part = make()
        fitting = PART_SECONDS * len(part) / max(self.clock() - started, SHORTEST)
        self.rows = max(1, min(int(fitting), self.rows * GROWTH, self.most))
        return part


def sent_portions(
    rows: BaseSerializer[Any] | Iterable[Any], chunk_size: int
) -> Generator[list[Any], None, None]:
    """Return a generator of the rows that a response sends, in parts."""
    pace = Pace(chunk_size)
    if isinstance(rows, BaseSerializer):
        if is_lazy(rows):
            return parts_of_stream(rows, chunk_size, way.get(), pace.in_parts)
        return portions_of(rows.data, chunk_size, pace.take)
    return portions_of(rows, chunk_size, pace.take)


def parts_of_stream(
    serializer: Any, chunk_size: int, wanted: Way, in_parts: InParts | None = None
) -> Generator[list[Any], None, None]:
    """Yield the rows of a list serializer: a portion at a time, or in parts of each portion.

    In parts only for code that does not write between two of them: a write ends what is lent to
    the rows that are not read yet.
    """
    represent = reading_in(wanted)(serializer.to_representation)
    source: Any = serializer.instance
    source = source.all() if isinstance(source, BaseManager) else source
    with reading_in(wanted):
        # What `iterator()` gives may be the project's.
        is_streamed = isinstance(source, QuerySet) and has_own(type(source), OWN_ITERATOR)
        is_rows = is_streamed and reads_rows(serializer, source)
    if isinstance(source, RowList):
        # All rows of a page are fetched, and portions would make all of its instances.
        yield represent(source)
        return
    with closing((portions if is_rows else portions_of)(source, chunk_size)) as each_portion:
        for portion in each_portion:
            if in_parts is None:
                yield represent(portion)
            elif isinstance(portion, Instances):
                # A recorder counts the rows of a list, and the time until it is read.
                portion.in_parts = in_parts if recorder_now() is None else None
                parts = represent(portion)
                # REST framework may have to read them, as a whole.
                yield from [parts] if isinstance(parts, list) else parts
            else:
                yield from in_parts(portion, represent)


def is_lazy(serializer: BaseSerializer[Any]) -> bool:
    """Return whether the rows of a list serializer can be represented a portion at a time.

    Raises `TypeError` for a serializer of one object.
    """
    if not isinstance(serializer, serializers.ListSerializer):
        raise TypeError(
            f"iterate() takes a serializer made with many=True, not {type(serializer).__name__} "
            f"of one object."
        )
    names, own = ("data", "to_representation"), vars(serializer)
    return (
        "_data" not in own
        and not overrides(type(serializer), names)
        and own.keys().isdisjoint(names)
    )


def portions_of(
    source: Iterable[Any], size: int, take: Callable[[Iterator[Any]], list[Any]] | None = None
) -> Generator[list[Any], None, None]:
    """Yield the rows that a serializer gets with `many=True`, at most `size` at a time."""
    rows = iter(unread_rows_of(source, size))
    take = take or (lambda rows: list(islice(rows, size)))
    try:
        while portion := take(rows):
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
