"""The instances of a row set, each made when code asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.db.models import Model

from fastserializers.compiler.sources.shapes import Joined
from fastserializers.instances.new_instances import (
    Caches,
    Make,
    MakeRelated,
    OnDemand,
    Owner,
    make_by_django,
    make_of,
)
from fastserializers.instances.related_querysets import evaluated_querysets, related_to
from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Row
from fastserializers.rows.models import has_rows, makes_plainly
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_sets import RelatedRows, RowSet
from fastserializers.rows.unpatched import Queryset

InParts = Callable[[Sequence[Any], Callable[[Sequence[Any]], list[Any]]], Iterator[list[Any]]]
"""Takes the rows of a list, and a function that represents some of them; yields its results."""

NO_OWNERS: Mapping[str, MakeRelated] = MappingProxyType({})


class Instances(RowSet["Instances"]):
    """The instances of a row set: one for each of the rows whose instance code has asked for.

    Their fetch mode keeps no peers.
    """

    in_parts: InParts | None = None
    """How a stream has the list represented, in parts; None for a list as a whole."""

    def __init__(
        self, fetched: FetchedRows, owners: Mapping[str, MakeRelated] = NO_OWNERS
    ) -> None:
        super().__init__(fetched)
        self.is_plain = makes_plainly(self.model)
        """Whether Django's code alone makes the instances, and sets columns and no more."""
        self.is_known = self.is_plain or has_rows(self.model)
        """Whether no unknown code makes the instances: else, no column is read of the row."""
        self.is_unread = True
        """Whether no code has had an instance, and the rows were not represented yet."""
        self.made: dict[int, Any] = {}
        """By the identity of the row."""
        self.caches = Caches()
        for part in fetched.layout.joined:
            self.joined[part.name] = joined = JoinedInstances(self, part)
            self.caches.related.loaded[part.name] = joined.related_to
        self.owners.update(owners)
        self.caches.related.loaded.update(owners)

    def __iter__(self) -> Iterator[Model]:
        """Return the instances, made one after the other, and none before it is asked for."""
        for row in self.rows:
            yield self.instance_of(row)

    # How instances are made.

    def instance_of(self, row: Row) -> Any:
        """Return the instance of a row: each time the same."""
        instance = self.made.get(id(row))
        # Of two threads, both get the instance that the first one has made.
        return self.made.setdefault(id(row), self.new(row)) if instance is None else instance

    def new(self, row: Row) -> Any:
        """Return another instance of a row, and of the rows that are joined to it."""
        return self.make(row)

    @cached_property
    def make(self) -> Make:
        """Makes an instance of a row, with the caches as they are now."""
        if self.is_plain:
            return make_of(self.fetched, self.caches)
        return make_by_django(self.fetched, self.caches)

    def make_anew(self) -> None:
        """Make the instances to come with what was prefetched or lent since the first ones."""
        vars(self).pop("make", None)

    @cached_property
    def hint(self) -> Any:
        return make_of(self.fetched, self.caches)(self.present[0])

    def row_of(self, instance: Model) -> Row | None:
        """Return the row of an instance; None for one that was not made of these rows."""
        cache = getattr(getattr(instance, "_state", None), "fields_cache", None)
        row = cache.row if type(cache) is OnDemand else None
        return row if self.made.get(id(row)) is instance else None

    # Relations.

    def may_be_lent(self, relation: Relation, rows: Sequence[Row]) -> bool:
        """Return whether a relation is found by the keys that some of the rows have."""
        return True

    def loaded_behind(self, relation: Relation) -> Instances | None:
        """Return the instances that a loaded relation of these instances leads to, if any."""
        return None

    def new_row_set(self, fetched: FetchedRows) -> Instances:
        return Instances(fetched)

    def prefetch(
        self,
        name: str,
        related: RelatedInstances,
        queryset: Queryset | None,
        *,
        is_attribute: bool,
    ) -> None:
        relation = related.relation
        self.keep(name, related)
        if is_attribute:
            self.caches.attributes[name] = related_to(related)
        elif relation.single:
            self.caches.related.loaded[relation.cache] = related_to(related)
        else:
            self.caches.prefetched.loaded[relation.cache] = evaluated_querysets(related, queryset)

    def know_owners(self, related: RelatedInstances) -> None:
        name = related.relation.remote
        if name is None:
            return
        if related.relation.single:
            self.related_rows.pop(name, None)
        elif self.following(name) is not None:
            # What is there already stays, but where Django expects only one.
            return
        self.owners.add(name)
        related.refuse_other_keys()
        self.caches.related.loaded[name] = lambda row, owner: related.parent.instance_of(
            related.owner_row(row)
        )


RelatedInstances = RelatedRows[Instances]


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


def row_sets_below(row_set: Instances) -> list[Instances]:
    """Return a row set, and all that it leads to."""
    fetched = (related.row_set for related in row_set.related_rows.values())
    following = (*row_set.joined.values(), *fetched)
    return [row_set, *(below for row_set in following for below in row_sets_below(row_set))]
