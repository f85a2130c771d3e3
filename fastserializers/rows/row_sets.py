"""The rows of one query, and those that relations lead to from them, as one tree.

A row set is the rows of one query, or those that were joined to the rows of another row set. Its
subclass makes their instances, and leads to others of its kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Row
from fastserializers.rows.relations import Relation, compares_as_python
from fastserializers.rows.unpatched import Lookup, Queryset

ReadKey = Callable[[Row], Hashable]
RowSetT = TypeVar("RowSetT", bound="RowSet[Any]")


class RowSet(ABC, Generic[RowSetT]):
    """Fetched rows, those that are joined to them, and those that were fetched for them."""

    has_values = False
    """Whether the rows have Django's values, and not those of the database."""

    def __init__(self, fetched: FetchedRows) -> None:
        self.fetched = fetched
        self.model = fetched.layout.model
        self.converted = fetched.query
        """Functions that make the value of what stands in a row, by its position."""
        self.rows = fetched.rows
        """The rows of the list, in its order: a page may have fewer than its query gave."""
        self.joined: dict[str, RowSetT] = {}
        """The rows that are joined to these, by the name of the relation to them."""
        self.related_rows: dict[str, RelatedRows[RowSetT]] = {}
        """The rows that were fetched for these, by the name of the relation to them."""
        self.owners: set[str] = set()
        """The names of relations to the instances that the rows were fetched for."""

    @property
    def present(self) -> Sequence[Row]:
        """The rows that are there: joined ones may not be."""
        return self.rows

    def following(self, name: str) -> RowSetT | None:
        """Return the rows that are joined, or were fetched, under a name; None for neither."""
        if name in self.joined:
            return self.joined[name]
        return self.related_rows[name].row_set if name in self.related_rows else None

    def keep(self, name: str, related: RelatedRows[RowSetT]) -> None:
        """Keep rows that were fetched for these, under a name."""
        self.related_rows[name] = related

    def narrow(self, rows: Sequence[Row]) -> None:
        """Leave out all but the rows of a page."""
        self.rows = rows

    # What the instances of the rows know of the others.

    @property
    @abstractmethod
    def hint(self) -> Any:
        """The instance that routers and managers are told of. No other code gets it."""

    @abstractmethod
    def new_row_set(self, fetched: FetchedRows) -> RowSetT:
        """Return a row set of the rows that a relation leads to."""

    @abstractmethod
    def prefetch(
        self,
        name: str,
        related: RelatedRows[RowSetT],
        queryset: Queryset | None,
        *,
        is_attribute: bool,
    ) -> None:
        """Keep related rows under a name, and have instances as `prefetch_related()` leaves them.

        `queryset` is that of a `Prefetch`, and `is_attribute` says that it has a `to_attr`.
        """

    @abstractmethod
    def know_owners(self, related: RelatedRows[RowSetT]) -> None:
        """Give instances the owners that their rows were fetched for, as Django does."""


@dataclass(eq=False)
class RelatedRows(Generic[RowSetT]):
    """The rows that one relation leads to from the rows of a row set, by key."""

    parent: RowSetT
    relation: Relation
    row_set: RowSetT
    lookups: list[str | Lookup]
    """The prefetches that the queryset of the related rows has."""
    is_by_key: bool
    """Whether what a row has as its key finds the related ones; else, only `of()` does."""
    key_of: ReadKey
    target_of: ReadKey
    """Reads the key of a related row."""
    rows: Mapping[Hashable, Row | list[Row]]
    """The related row, or the list of them, by key."""
    queries: int
    """How many queries have fetched the rows."""

    def of(self, row: Row) -> Any:
        """Return the related row or None, or the list of related rows, of one row."""
        behind = self.rows.get(self.key_of(row))
        return [] if behind is None and not self.relation.single else behind

    def owner_row(self, row: Row) -> Row:
        """Return the row that a related row was fetched for: the last one of several."""
        return self.last_by_key[self.target_of(row)]

    @cached_property
    def last_by_key(self) -> dict[Hashable, Row]:
        return {self.key_of(row): row for row in self.parent.present}

    def refuse_other_keys(self) -> None:
        """Raise Django's error for related rows whose key only the database calls an owner's.

        Most collations of MySQL and MariaDB call `ZENDA` and `zenda` equal.
        """
        relation, parent = self.relation, self.parent
        if not compares_as_python(relation, parent.fetched.query.connection):
            for key in map(self.target_of, self.row_set.rows):
                if key not in self.last_by_key:
                    raise KeyError((key,))
