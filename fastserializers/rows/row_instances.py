"""The instances of fetched rows, each made when code asks for it, and what they are related to.

A row set is the rows of one query, or those that were joined to the rows of another row set; here
it is an `Instances`, which leads to others along relations.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Model

from fastserializers.compiler.sources.shapes import Joined
from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Row
from fastserializers.rows.models import has_rows, makes_plainly
from fastserializers.rows.new_instances import (
    Caches,
    Make,
    OnDemand,
    Owner,
    make_by_django,
    make_of,
)
from fastserializers.rows.relations import Relation, compares_as_python
from fastserializers.rows.unpatched import Lookup

ReadKey = Callable[[Row], Hashable]
InParts = Callable[[Sequence[Any], Callable[[Sequence[Any]], list[Any]]], Iterator[list[Any]]]
"""Takes the rows of a list, and a function that represents some of them; yields its results."""


class Instances:
    """The instances of fetched rows: one for each of those that code has asked for.

    Their fetch mode keeps no peers.
    """

    has_values = False
    """Whether the rows have Django's values, and not those of the database."""
    in_parts: InParts | None = None
    """How a stream has the list represented, in parts; None for a list as a whole."""

    def __init__(self, fetched: FetchedRows) -> None:
        self.fetched = fetched
        self.model = fetched.layout.model
        self.converted = fetched.query.converted
        """Functions that make the value of what stands in a row, by its position."""
        self.rows = fetched.rows
        """The rows of the list, in its order: a page may have fewer than its query gave."""
        self.is_unread = True
        """Whether no code has had an instance, and the rows were not represented yet."""
        self.made: dict[int, Any] = {}
        """By the identity of the row."""
        self.caches = Caches()
        self.owners: set[str] = set()
        """The names of relations to the instances that the rows were fetched for."""
        self.tells: RelatedRows | None = None
        """Has the instances that code of the project's is told of, for each instance it makes."""
        self.links: dict[str, RelatedRows] = {}
        """The rows that were fetched for these, by the name of the relation to them."""
        self.joined = {part.name: JoinedInstances(self, part) for part in fetched.layout.joined}
        for name, joined in self.joined.items():
            self.caches.related.loaded[name] = joined.related_to

    def __iter__(self) -> Iterator[Model]:
        """Return the instances, made one after the other, and none before it is asked for."""
        for row in self.rows:
            yield self.instance_of(row)

    @cached_property
    def is_plain(self) -> bool:
        """Whether Django's code alone makes the instances, and sets columns and no more."""
        return makes_plainly(self.model)

    @cached_property
    def is_known(self) -> bool:
        """Whether no unknown code makes the instances: else, no column is read of the row."""
        return self.is_plain or has_rows(self.model)

    @property
    def present(self) -> Sequence[Row]:
        """The rows that are there: joined ones may not be."""
        return self.rows

    # How instances are made.

    def instance_of(self, row: Row) -> Any:
        """Return the instance of a row: each time the same."""
        instance = self.made.get(id(row))
        # Of two threads, both get the instance that the first one has made.
        return self.made.setdefault(id(row), self.new(row)) if instance is None else instance

    def instances(self) -> list[Model]:
        return list(map(self.instance_of, self.present))

    def new(self, row: Row) -> Any:
        """Return another instance of a row, and of the rows that are joined to it."""
        return self.make(row)

    @cached_property
    def make(self) -> Make:
        """Makes an instance of a row, with the caches as they are now."""
        if self.is_plain:
            return make_of(self.fetched, self.caches)
        make = make_by_django(self.fetched, self.caches)
        return make if self.tells is None else telling(make, self.tells)

    def make_anew(self) -> None:
        """Make the instances to come with what was prefetched or lent since the first ones."""
        vars(self).pop("make", None)

    @cached_property
    def hint(self) -> Any:
        """The instance that routers and managers are told of. No other code gets it."""
        return make_of(self.fetched, self.caches)(self.present[0])

    def row_of(self, instance: Model) -> Row | None:
        """Return the row of an instance; None for one that was not made of these rows."""
        cache = getattr(getattr(instance, "_state", None), "fields_cache", None)
        row = cache.row if type(cache) is OnDemand else None
        return row if row is not None and self.made.get(id(row)) is instance else None

    # Relations.

    def may_be_lent(self, relation: Relation, rows: Sequence[Row]) -> bool:
        """Return whether a relation is found by the keys that some of the rows have."""
        return True

    def loaded_behind(self, relation: Relation) -> Instances | None:
        """Return the instances that a loaded relation of these instances leads to, if any."""
        return None

    def following(self, name: str) -> Instances | None:
        """Return the rows that are joined, or were fetched, under a name; None for neither."""
        if name in self.joined:
            return self.joined[name]
        return self.links[name].row_set if name in self.links else None

    def give_prefetched(self) -> None:
        """Give the instances that are made already what was prefetched or lent since."""
        self.make_anew()
        for row in self.present:
            instance = self.made.get(id(row))
            if instance is not None:
                self.caches.give_prefetched(instance, row)

    def know_owners(self, link: RelatedRows) -> None:
        """Give instances the owners that their rows were fetched for, as Django does."""
        name = link.relation.remote
        if name is None:
            return
        if link.relation.single:
            self.links.pop(name, None)
        elif self.following(name) is not None:
            # What is there already stays, but where Django expects only one.
            return
        self.owners.add(name)
        link.refuse_other_keys()
        if self.is_known or link.relation.single:
            self.caches.related.loaded[name] = lambda row, owner: link.owner_of(row)
        else:
            self.tells = link


def telling(make: Make, link: RelatedRows) -> Make:
    """Return `make` for related instances that are told their owner as `ModelIterable` does it.

    The model may set attributes in its own way, or have set the owner itself.
    """
    field = link.relation.field

    def make_telling(row: Row) -> Model:
        instance = make(row)
        if not field.is_cached(instance):
            setattr(instance, field.name, link.owner_of(row))
        return instance

    return make_telling


class JoinedInstances(Instances):
    """The instances of rows that are joined to those of another row set."""

    def __init__(self, parent: Instances, part: Joined) -> None:
        fetched = parent.fetched
        super().__init__(FetchedRows(fetched.rows, part.layout, fetched.query))
        self.parent = parent
        self.part = part
        self.key_of = self.fetched.reader_at(part.key)
        if part.remote is not None:
            self.owners.add(part.remote)

    @property
    def present(self) -> Sequence[Row]:
        return [row for row in self.parent.present if self.key_of(row) is not None]

    def new(self, row: Row) -> Any:
        owner = self.parent.instance_of(row)
        # Project code may have taken it away.
        return None if owner is None else owner._state.fields_cache.get(self.part.name)

    def related_to(self, row: Row, owner: Owner) -> Any:
        """Return a new instance for its owner; None where there is no related row."""
        if self.key_of(row) is None:
            return None
        related, remote = self.make(row), self.part.remote
        if remote is not None and (instance := owner()) is not None:
            related._state.fields_cache[remote] = instance
        return related


@dataclass(eq=False)
class RelatedRows:
    """The rows that one relation leads to from the rows of a row set, by key."""

    parent: Instances
    relation: Relation
    row_set: Instances
    lookups: list[str | Lookup]
    """The prefetches that the queryset of the related rows has."""
    is_by_key: bool
    """Whether what a row has as its key finds the related ones; else, only `of()` does."""
    key_of: ReadKey
    target_of: ReadKey
    """Reads the key of a related row."""
    rows: Mapping[Hashable, Row | list[Row]]
    """The related row, or the list of them, by key."""
    queries: int = 0
    """How many queries have fetched the rows."""

    def of(self, row: Row) -> Any:
        """Return the related row or None, or the list of related rows, of one row."""
        found = self.rows.get(self.key_of(row))
        return [] if found is None and not self.relation.single else found

    def related_to(self, row: Row, owner: Owner | None = None) -> Any:
        """Return the related instance or None, or the list of instances, of one row."""
        related, instance_of = self.of(row), self.row_set.instance_of
        if not self.relation.single:
            return list(map(instance_of, related))
        return None if related is None else instance_of(related)

    def owner_of(self, related: Row) -> Any:
        """Return the instance that a related row was fetched for: the last one of several."""
        return self.parent.instance_of(self.last_by_key[self.target_of(related)])

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


def row_sets_below(row_set: Instances) -> list[Instances]:
    """Return a row set, and all that it leads to."""
    following = [*row_set.joined.values(), *(link.row_set for link in row_set.links.values())]
    return [row_set, *(below for row_set in following for below in row_sets_below(row_set))]
