"""Loads for a row set what a plan reads and the queryset has not loaded: it is lent."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from django.db import models
from django.db.models import Model
from django.db.models.manager import BaseManager

from fastserializers.rows.layout import Row
from fastserializers.rows.loans import Loans
from fastserializers.rows.needs import ModelNeeds
from fastserializers.rows.new_instances import PREFETCHED, OnDemand
from fastserializers.rows.recorded import note_lent
from fastserializers.rows.related_querysets import router_has
from fastserializers.rows.related_rows import fetch_related, in_chunks, keys_of, no_related
from fastserializers.rows.relations import (
    Relation,
    base_queryset,
    compares_as_python,
    is_asked_of_parent,
    start_of,
)
from fastserializers.rows.row_instances import Instances, RelatedRows
from fastserializers.rows.unpatched import (
    OWN_LOOKUPS,
    OWN_MANAGER,
    Queryset,
    has_own,
    is_fetchable,
)

# The way of fetching of Django 6.1 that is all there was before.
FETCH_ONE = getattr(models, "FETCH_ONE", None)


def load_unloaded(row_set: Instances, needs: ModelNeeds, loans: Loans) -> None:
    """Load what a plan reads of the rows of a row set, where Django would query for each row."""
    for relation, below in needs.relations:
        following = row_set.following(relation.name)
        if following is None and row_set.present:
            is_hidden = loans.hides(relation)
            if not is_hidden or (row_set.gives_rows and needs.takes_rows(relation, below)):
                needs_below = below.of(relation.model)
                following = lent(row_set, relation, needs_below, loans, is_hidden=is_hidden)
        if following is None and below.of(relation.model).relations:
            following = row_set.loaded_behind(relation)
        if following is not None:
            load_unloaded(following, below.of(following.model), loans)
    for name, link in [*row_set.links.items()]:
        if link.relation.name != name and needs.reads(name):
            load_unloaded(link.row_set, needs.below(name, link.row_set.model), loans)


def lent(
    row_set: Instances, relation: Relation, needs: ModelNeeds, loans: Loans, *, is_hidden: bool
) -> Instances | None:
    """Load a relation, and return the row set that it leads to; None where Django loads it."""
    rows = rows_to_load(row_set, relation)
    if not rows or not asks_all_alike(row_set, relation):
        return None
    if not row_set.may_be_lent(relation, rows):
        return None
    keys = keys_of(row_set, relation, rows)
    if keys or needs.layout is None:
        link = unloaded(row_set, relation, rows, keys)
    else:
        link = no_related(row_set, relation, needs.layout)
    if link is None:
        return None
    needs.layout = link.row_set.fetched.layout
    note_lent(link, rows)
    loans.lend(link, rows, is_hidden=is_hidden)
    link.row_set.know_owners(link)
    row_set.links[relation.name] = link
    return link.row_set


def unloaded(
    row_set: Instances, relation: Relation, rows: Sequence[Row], keys: list[Hashable]
) -> RelatedRows | None:
    """Return the link to what Django would fetch for some of the rows, one by one.

    None where that may be different.
    """
    query = row_set.fetched.query
    given = queryset_for_each(relation, row_set.hint, query.db)
    if given is None:
        return None
    if not relation.single and FETCH_ONE is not None:
        given._fetch_mode = query.fetch_mode
    connection = query.connection
    link = fetch_related(row_set, relation, given, in_chunks(keys, connection), is_fetchable)
    if link is None:
        return None
    types = {type(key) for key in (*map(link.key_of, rows), *link.rows) if key is not None}
    if connection.vendor == "sqlite" and len(types) > 1:
        # Its columns hold values of any type, which it compares in its own way.
        return None
    return link


def asks_all_alike(row_set: Instances, relation: Relation) -> bool:
    """Return whether Django would ask the same database the same for every row."""
    rows = row_set.fetched
    # A related manager sets the owner of each row, and Django asks the routers whether it may.
    sets_owner = not relation.single and relation.remote is not None
    return (
        rows.position_of(relation.key) is not None
        and compares_as_python(relation, rows.query.connection)
        and not (relation.single and rows.query.fetch_mode is not FETCH_ONE)
        and not router_has("db_for_read")
        and not (sets_owner and router_has("allow_relation"))
    )


def queryset_for_each(relation: Relation, instance: Model, db: str | None) -> Queryset | None:
    """Return the queryset that a relation starts from, whichever instance is asked.

    None where it differs, asks another database, or finds other rows for many keys than for one.
    """
    given = queryset_for_anybody(relation, instance)
    if given is None or given._db not in (None, db) or not finds_each_key_alone(given, relation):
        return None
    return given


def finds_each_key_alone(queryset: Queryset, relation: Relation) -> bool:
    """Return whether the rows of one key do not depend on which others are asked for."""
    query = queryset.query
    return (
        is_fetchable(queryset)
        and has_own(type(queryset), OWN_LOOKUPS)
        and not queryset._prefetch_related_lookups
        and len(query.alias_map) <= 1
        and not query.distinct
        and not query.annotations
        and not query.extra
    )


# Where Django finds what a relation leads to.


def rows_to_load(row_set: Instances, relation: Relation) -> Sequence[Row]:
    """Return the rows for whose instance Django asks the database for a relation.

    A descriptor looks into the cache of its instance. Then it asks the database.
    """
    is_of_parent = relation.parent and row_set.following(relation.parent) is not None
    if row_set.has_owners(relation) or is_of_parent:
        return ()
    rows = row_set.present
    return [row for row in rows if is_to_load(row_set, row, relation)] if row_set.made else rows


def is_to_load(row_set: Instances, row: Row, relation: Relation) -> bool:
    """Return whether the instance of a row has nothing of a relation."""
    instance = row_set.made.get(id(row))
    if instance is None:
        return True
    if not relation.single:
        prefetched = instance.__dict__.get(PREFETCHED)
        return prefetched is None or has_no_value(prefetched, relation.cache)
    cache = instance._state.fields_cache
    return (
        not is_asked_of_parent(instance, relation)
        and has_no_value(cache, relation.cache)
        # Not so where code has cleared it.
        and cache.pending is row_set.caches.related
    )


def has_no_value(cache: Any, name: str) -> bool:
    """Return whether a cache that was given to an instance has no value."""
    return type(cache) is OnDemand and name not in cache


# Whether Django would ask the same for each instance.


def queryset_for_anybody(relation: Relation, instance: Model) -> Queryset | None:
    """Return the queryset that a relation starts from; None if it may depend on the instance."""
    if relation.single:
        manager: Any = relation.model._base_manager
        if has_own(type(manager), OWN_MANAGER) and type(manager).all is BaseManager.all:
            return base_queryset(relation, type(instance), instance=instance)
        return asked_for_anybody(
            lambda anybody: base_queryset(relation, type(instance), instance=anybody)
        )
    manager = getattr(instance, relation.name)
    return asked_for_anybody(lambda anybody: start_of(manager_of(anybody, manager)))


class Noticed(Exception):
    """The rows may depend on the owner."""


class Anybody:
    """Stands for the owner of related rows, and notices when code looks at it."""

    def notice(self, *arguments: Any) -> Any:
        object.__setattr__(self, "is_noticed", True)
        raise Noticed

    __getattribute__ = __setattr__ = __bool__ = __eq__ = __hash__ = __str__ = __repr__ = notice


def asked_for_anybody(ask: Callable[[Anybody], Queryset]) -> Queryset | None:
    """Return what `ask` returns for an owner; None if it looks at the owner, or fails."""
    anybody = Anybody()
    try:
        given = ask(anybody)
    except Exception:
        return None
    return None if "is_noticed" in object.__getattribute__(anybody, "__dict__") else given


def manager_of(anybody: Anybody, manager: Any) -> Any:
    """Return a related manager like another one, of which only its model is known."""
    like: Any = object.__new__(type(manager))
    for name, value in vars(manager).items():
        like.__dict__[name] = value if name in OF_ALL_MANAGERS else anybody
    return like


OF_ALL_MANAGERS = {*vars(BaseManager()), "model"}
