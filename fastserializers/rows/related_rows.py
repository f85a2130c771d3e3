"""The rows that a relation leads to, fetched by one query for all rows of a row set."""

from __future__ import annotations

import copy
from typing import Any

from fastserializers.rows.execute import fetched_rows, is_readable, prepare, together
from fastserializers.rows.needs import ColumnNeeds
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_instances import Instances, RelatedRows, instances_of
from fastserializers.rows.unpatched import Queryset


def fetched(
    row_set: Instances,
    relation: Relation,
    given: Queryset | None,
    needs: ColumnNeeds,
    chunks: list[list[Any]],
) -> RelatedRows | None:
    """Return the rows that a relation leads to, by the query by which Django prefetches them.

    One query for each chunk of keys. None, before anything is fetched, where only Django can make
    instances of the rows.
    """
    lookups: list[Any] = []
    parts = []
    for keys in chunks:
        queryset = relation.queryset(relation, row_set.hint, keys, given)
        lookups = [copy.copy(lookup) for lookup in queryset._prefetch_related_lookups]
        queryset._prefetch_related_lookups = ()
        query = prepare(queryset) if is_readable(queryset) else None
        if query is None:
            return None
        parts.append(fetched_rows(query, needs))
    return RelatedRows(row_set, relation, instances_of(together(parts)), lookups)


def keys_of(row_set: Instances, relation: Relation) -> list[Any]:
    keys = map(row_set.reader_of(relation.key), row_set.present)
    return [key for key in dict.fromkeys(keys) if key is not None]


def in_chunks(keys: list[Any], connection: Any) -> list[list[Any]]:
    """Return the keys in as many chunks as the database's limit of parameters takes."""
    most = connection.features.max_query_params
    if not most or len(keys) <= most - OTHER_PARAMETERS:
        return [keys]
    size = most - OTHER_PARAMETERS
    return [keys[start : start + size] for start in range(0, len(keys), size)]


# For the parameters that the query of a manager has beside the keys.
OTHER_PARAMETERS = 99


def selects_target(query: Any, relation: Relation) -> bool:
    """Return whether a query has the column by which Django tells whose its instances are."""
    mask = query.get_select_mask()
    if not mask or relation.annotates:
        return True
    # Of generic relations, Django looks at a second column.
    return relation.converts is None and any(
        getattr(field, "attname", None) == relation.target for field in mask
    )
