"""The rows that a relation leads to, fetched by one query for all rows of a row set."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import UUIDField

from fastserializers.compiler.sources.shapes import Layout
from fastserializers.rows.execute import FetchedRows, fetched_rows, prepare, together
from fastserializers.rows.layout import Row
from fastserializers.rows.relations import Relation, key_field
from fastserializers.rows.row_sets import ReadKey, RelatedRows, RowSet, RowSetT
from fastserializers.rows.unpatched import (
    ByDjango,
    Lookup,
    Queryset,
    is_fetchable,
)


def fetch_related(
    parent: RowSetT,
    relation: Relation,
    start: Queryset | None,
    chunks: list[list[Hashable]],
) -> RelatedRows[RowSetT]:
    """Return the rows that a relation leads to, by the query by which Django prefetches them.

    It filters `start`, or else the queryset of the manager: one query for each chunk of keys.
    Raises `ByDjango`, before anything is fetched, if the querysets are not plain.
    """
    lookups: list[str | Lookup] = []
    parts = []
    for keys in chunks:
        queryset = relation.queryset(relation, parent.hint, keys, start)
        lookups = list(map(copy.copy, queryset._prefetch_related_lookups))
        queryset._prefetch_related_lookups = ()
        if queryset._known_related_objects or not is_fetchable(queryset):
            raise ByDjango("only Django reads the queryset of its manager")
        query = prepare(queryset)
        if relation.target not in query.layout.positions:
            raise ByDjango(f"{relation.target} is deferred")
        parts.append(fetched_rows(query))
    queries = sum(map(bool, chunks))
    return by_keys(parent, relation, together(parts), lookups, queries)


def by_keys(
    parent: RowSetT,
    relation: Relation,
    fetched: FetchedRows,
    lookups: list[str | Lookup],
    queries: int = 0,
) -> RelatedRows[RowSetT]:
    """Return the rows that a relation leads to, by the keys that tell whose they are."""
    row_set: RowSetT = parent.new_row_set(fetched)
    is_by_key = is_comparable(parent, fetched, relation)
    if is_by_key:
        key_of: ReadKey = itemgetter(parent.fetched.layout.positions[relation.key])
        target_of: ReadKey = itemgetter(fetched.layout.positions[relation.target])
    else:
        key_of, target_of = converting(
            relation,
            parent.fetched.query.connection,
            parent.fetched.reader_of(relation.key),
            fetched.reader_of(relation.target),
        )
    rows = (first_by if relation.single else all_by)(row_set.rows, target_of)
    return RelatedRows(
        parent, relation, row_set, lookups, is_by_key, key_of, target_of, rows, queries
    )


def no_related(parent: RowSetT, relation: Relation, layout: Layout) -> RelatedRows[RowSetT]:
    """Return no related rows, without a query: optional foreign keys may all be null.

    The layout is that of rows that other keys led to, so the same function reads them.
    """
    return by_keys(parent, relation, FetchedRows((), layout, parent.fetched.query), [])


def keys_of(row_set: RowSet[Any], relation: Relation, rows: Sequence[Row]) -> list[Hashable]:
    """Return the keys by which a relation leads from some of the rows, each once."""
    keys = map(row_set.fetched.reader_of(relation.key), rows)
    return [key for key in dict.fromkeys(keys) if key is not None]


def in_chunks(keys: list[Hashable], connection: BaseDatabaseWrapper) -> list[list[Hashable]]:
    """Return the keys in as many chunks as the database's limit of parameters takes."""
    most = connection.features.max_query_params
    if not most or len(keys) <= most - OTHER_PARAMETERS:
        return [keys]
    size = most - OTHER_PARAMETERS
    return [keys[start : start + size] for start in range(0, len(keys), size)]


# For the parameters that the query of a manager has beside the keys.
OTHER_PARAMETERS = 99


# How keys are compared: as the database has given them, or as Django converts them.


def is_comparable(parent: RowSet[Any], fetched: FetchedRows, relation: Relation) -> bool:
    """Return whether two keys are equal where the database gave equal values, and only there.

    Where Django converts a text, such as SQLite's of a UUID, it may be written in several ways.
    """
    if parent.has_values and relation.annotates and type(key_field(relation)) is UUIDField:
        # The annotation has the key as the database gives it, which may be a text.
        return False
    key = parent.fetched.conversion_of(relation.key)
    return key is None and fetched.conversion_of(relation.target) is None


def converting(
    relation: Relation, connection: BaseDatabaseWrapper, key_of: ReadKey, target_of: ReadKey
) -> tuple[ReadKey, ReadKey]:
    """Return functions that read the key of a row and of a related row, to compare the two.

    `key_of` and `target_of` read the columns.
    """
    if not relation.annotates:
        return key_of, target_of
    field = relation.field
    key, target = field.foreign_related_fields[0], field.local_related_fields[0]
    return (
        then(key_of, lambda value: key.get_db_prep_value(value, connection)),
        then(target_of, lambda value: target.get_db_prep_value(value, connection)),
    )


def then(read: ReadKey, convert: Callable[[Any], Hashable]) -> ReadKey:
    return lambda row: convert(read(row))


def first_by(rows: Sequence[Row], key_of: ReadKey) -> dict[Hashable, Row]:
    return {key_of(row): row for row in reversed(rows)}


def all_by(rows: Iterable[Row], key_of: ReadKey) -> dict[Hashable, list[Row]]:
    groups: dict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key_of(row)].append(row)
    return groups
