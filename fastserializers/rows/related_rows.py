"""What a relation leads to from the rows of a row set, found by key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from fastserializers.rows.on_demand import Row
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_set import RowSet


class RelatedRows:
    """What one relation leads to from the rows of a row set."""

    def __init__(
        self, parent: RowSet, relation: Relation, row_set: RowSet, lookups: list[Any]
    ) -> None:
        self.parent = parent
        self.relation = relation
        self.row_set = row_set
        self.lookups = lookups
        """What the queryset wanted to be prefetched to the related rows."""
        self.is_by_key = is_comparable(parent, row_set, relation)
        """Whether what a row has as its key finds the related ones; else, only `of()` does."""
        self.key_of, self.target_of = key_readers(parent, row_set, relation)
        if self.is_by_key:
            self.key_of = itemgetter(parent.position_of(relation.key))
            self.target_of = itemgetter(row_set.position_of(relation.target))
        group = first_by if relation.single else all_by
        self.rows: dict[Any, Any] = group(row_set.rows, self.target_of)
        """The related row, or the list of them, by key."""

    def of(self, row: Row) -> Any:
        """Return the related row or None, or the list of related rows, of one row."""
        found = self.rows.get(self.key_of(row))
        return [] if found is None and not self.relation.single else found

    def related_to(self, row: Row, owner: Any = None) -> Any:
        """Return the related instance or None, or the list of instances, of one row."""
        related, instance_of = self.of(row), self.row_set.instance_of
        if not self.relation.single:
            return list(map(instance_of, related))
        return None if related is None else instance_of(related)

    def owner_of(self, related: Row) -> Any:
        """Return the instance that a related row was fetched for: the last one of several."""
        return self.parent.instance_of(self.last_by_key[self.target_of(related)])

    @cached_property
    def last_by_key(self) -> dict[Any, Row]:
        return {self.key_of(row): row for row in self.parent.present}


# Keys.


def is_comparable(parent: RowSet, row_set: RowSet, relation: Relation) -> bool:
    """Return whether keys are equal where the database has given the same for them, and only then.

    Where Django converts a text, such as SQLite's of a UUID, it may be written in several ways.
    """
    is_written_once = parent.query.connection.vendor == "postgresql"
    return (
        relation.converts is None
        and (is_written_once or parent.conversion_of(relation.key) is None)
        and parent.is_raw(relation.key)
        and row_set.is_raw(relation.target)
        and parent.conversion_of(relation.key) is row_set.conversion_of(relation.target)
    )


def key_readers(
    parent: RowSet, row_set: RowSet, relation: Relation
) -> tuple[Callable[[Row], Any], Callable[[Row], Any]]:
    """Return what reads the key of a row, and that of a related row, to compare the two."""
    key_of, target_of = parent.reader_of(relation.key), row_set.reader_of(relation.target)
    if relation.converts is not None:
        return key_of, chained(target_of, relation.converts)
    if not relation.annotates:
        return key_of, target_of
    connection, field = parent.query.connection, relation.field
    key, target = field.foreign_related_fields[0], field.local_related_fields[0]
    return (
        chained(key_of, lambda value: key.get_db_prep_value(value, connection)),
        chained(target_of, lambda value: target.get_db_prep_value(value, connection)),
    )


def chained(read: Callable[[Row], Any], convert: Callable[[Any], Any]) -> Callable[[Row], Any]:
    return lambda row: convert(read(row))


def first_by(rows: Sequence[Row], key_of: Callable[[Row], Any]) -> dict[Any, Row]:
    return {key_of(row): row for row in reversed(rows)}


def all_by(rows: Iterable[Row], key_of: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key_of(row)].append(row)
    return groups
