"""By which keys rows are related: as the database has given them, or as Django converts them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.on_demand import Row
from fastserializers.rows.relations import Relation

ReadKey = Callable[[Row], Any]


def is_comparable(parent: FetchedRows, related: FetchedRows, relation: Relation) -> bool:
    """Return whether keys are equal where the database has given the same for them, and only then.

    Where Django converts a text, such as SQLite's of a UUID, it may be written in several ways.
    """
    is_written_once = parent.query.connection.vendor == "postgresql"
    return (
        relation.converts is None
        and (is_written_once or parent.conversion_of(relation.key) is None)
        and parent.is_raw(relation.key)
        and related.is_raw(relation.target)
        and parent.conversion_of(relation.key) is related.conversion_of(relation.target)
    )


def converting(
    relation: Relation, connection: Any, key_of: ReadKey, target_of: ReadKey
) -> tuple[ReadKey, ReadKey]:
    """Return functions that read the key of a row and of a related row, to compare the two.

    `key_of` and `target_of` read the columns.
    """
    if relation.converts is not None:
        return key_of, then(target_of, relation.converts)
    if not relation.annotates:
        return key_of, target_of
    field = relation.field
    key, target = field.foreign_related_fields[0], field.local_related_fields[0]
    return (
        then(key_of, lambda value: key.get_db_prep_value(value, connection)),
        then(target_of, lambda value: target.get_db_prep_value(value, connection)),
    )


def then(read: ReadKey, convert: Callable[[Any], Any]) -> ReadKey:
    return lambda row: convert(read(row))


def first_by(rows: Sequence[Row], key_of: ReadKey) -> dict[Any, Row]:
    return {key_of(row): row for row in reversed(rows)}


def all_by(rows: Iterable[Row], key_of: ReadKey) -> dict[Any, list[Row]]:
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key_of(row)].append(row)
    return groups
