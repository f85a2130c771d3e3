"""Loads for a row set what a plan reads and the queryset has not loaded: it is lent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from django.db import connections, models, router
from django.db.models import Model
from django.db.models.base import ModelState
from django.db.models.manager import BaseManager

from fastserializers.compiler.sources.shapes import Layout
from fastserializers.instances.loans import Loans
from fastserializers.instances.new_instances import PREFETCHED, OnDemand
from fastserializers.instances.row_instances import Instances, RelatedInstances
from fastserializers.recorder import recorder_now
from fastserializers.rows.layout import Row
from fastserializers.rows.needs import ModelNeeds
from fastserializers.rows.related_rows import fetch_related, in_chunks, keys_of, no_related
from fastserializers.rows.relations import (
    Relation,
    base_queryset,
    compares_as_python,
    is_asked_of_parent,
    start_of,
)
from fastserializers.rows.unpatched import (
    OWN_LOOKUPS,
    OWN_MANAGER,
    ByDjango,
    Queryset,
    has_own,
)

# The way of fetching of Django 6.1 that is all there was before.
FETCH_ONE = getattr(models, "FETCH_ONE", None)
T = TypeVar("T")


def load_unloaded(
    row_set: Instances, needs: ModelNeeds, loans: Loans, *, are_read: bool = True
) -> None:
    """Load what a plan reads of the rows of a row set, where Django would query for each row.

    `are_read` says that fields read the rows: not so behind instances that code has made.
    """
    are_read = are_read and row_set.is_known
    for relation, below in needs.relations:
        following = row_set.following(relation.name)
        if following is None and row_set.present:
            is_hidden = loans.hides(relation)
            if not is_hidden or (are_read and needs.takes_rows(relation, below)):
                needs_below = below.of(relation.model)
                following = lent(row_set, relation, needs_below, loans, is_hidden=is_hidden)
        if following is None and below.of(relation.model).relations:
            following = row_set.loaded_behind(relation)
        if following is not None:
            load_unloaded(following, below.of(following.model), loans, are_read=are_read)
    for name, related in [*row_set.related_rows.items()]:
        if related.relation.name != name and needs.reads(name):
            needs_below = needs.below(name, related.row_set.model)
            load_unloaded(related.row_set, needs_below, loans, are_read=are_read)


def lent(
    row_set: Instances, relation: Relation, needs: ModelNeeds, loans: Loans, *, is_hidden: bool
) -> Instances | None:
    """Load a relation, and return the row set that it leads to; None where Django loads it."""
    rows, recorder = rows_to_load(row_set, relation), recorder_now()
    if not rows:
        return None
    try:
        related = unloaded(row_set, relation, rows, needs.layout)
    except ByDjango as reason:
        if recorder is not None:
            recorder.left(row_set.model, relation, str(reason))
        return None
    needs.layout = related.row_set.fetched.layout
    if recorder is not None:
        recorder.loaded(related, rows)
    loans.lend(related, is_hidden=is_hidden)
    related.row_set.know_owners(related)
    row_set.keep(relation.name, related)
    return related.row_set


def unloaded(
    row_set: Instances, relation: Relation, rows: Sequence[Row], layout: Layout | None
) -> RelatedInstances:
    """Return what Django would fetch for some of the rows, one by one.

    `layout` is what other keys led to, if that is known. Raises `ByDjango`, before any query,
    where the rows of one query may be others.
    """
    query = row_set.fetched.query
    for reason in reasons_against_loading(row_set, relation, rows):
        raise ByDjango(reason)
    keys = keys_of(row_set, relation, rows)
    if not keys and layout is not None:
        return no_related(row_set, relation, layout)
    queryset = queryset_for_each(relation, row_set.hint)
    queryset._db = database_for_each(relation, row_set, queryset)
    if not relation.single and FETCH_ONE is not None:
        queryset._fetch_mode = query.fetch_mode
    chunks = in_chunks(keys, connections[queryset._db])
    related = fetch_related(row_set, relation, queryset, chunks)
    types = {type(key) for key in (*map(related.key_of, rows), *related.rows) if key is not None}
    if query.connection.vendor == "sqlite" and len(types) > 1:
        raise ByDjango("its keys are of several types, which SQLite compares in its own way")
    return related


def reasons_against_loading(
    row_set: Instances, relation: Relation, rows: Sequence[Row]
) -> Iterator[str]:
    """Yield why a query for all keys may find other rows than one for each, as far as is known."""
    query = row_set.fetched.query
    if row_set.fetched.position_of(relation.key) is None:
        yield f"{relation.key} is deferred"
    elif not row_set.may_be_lent(relation, rows):
        yield f"some values of {relation.key} are of another type than the column"
    if not compares_as_python(relation, query.connection):
        yield "the database compares its keys in another way than Python"
    if relation.single and query.fetch_mode is not FETCH_ONE:
        yield "its fetch mode is not FETCH_ONE"


def queryset_for_each(relation: Relation, instance: Model) -> Queryset:
    """Return the queryset that a relation starts from, whichever instance is asked.

    Raises `ByDjango` where it differs, or finds other rows for many keys than for one.
    """
    given = queryset_for_anybody(relation, instance)
    if given is None:
        raise ByDjango("its manager looks at the instance")
    if not finds_each_key_alone(given, relation):
        raise ByDjango("its queryset may find other rows for many keys than for one")
    return given


def database_for_each(relation: Relation, row_set: Instances, given: Queryset) -> str:
    """Return the alias of the database that is asked for a relation, whichever the instance is.

    Raises `ByDjango` where a router looks at the instance, or may refuse to relate the rows.
    """
    query = row_set.fetched.query
    owner: Any = AnyInstance(row_set.model, query.db)
    alias = given._db or asked_for_anybody(
        lambda: router.db_for_read(relation.model, instance=owner), owner
    )
    if alias is None:
        raise ByDjango("a database router looks at the instance")
    if connections[alias].vendor != query.connection.vendor:
        raise ByDjango("it is in a database of another kind")
    if relation.single or relation.remote is None:
        return alias
    # A related manager sets the owner of each row, and Django asks the routers whether it may.
    related: Any = AnyInstance(relation.model, alias)
    if not asked_for_anybody(lambda: router.allow_relation(owner, related), owner, related):
        raise ByDjango("a database router may refuse to relate the instances")
    return alias


def finds_each_key_alone(queryset: Queryset, relation: Relation) -> bool:
    """Return whether the rows of one key do not depend on which others are asked for."""
    query = queryset.query
    return (
        has_own(type(queryset), OWN_LOOKUPS)
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
    knows_owner = relation.single and relation.cache in row_set.owners
    if knows_owner or is_of_parent:
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
        # Not so where code has cleared it, or where the instance is of two row sets.
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
        anybody = Anybody()
        return asked_for_anybody(
            lambda: base_queryset(relation, type(instance), instance=anybody), anybody
        )
    manager, anybody = getattr(instance, relation.name), Anybody()
    return asked_for_anybody(lambda: start_of(manager_of(anybody, manager)), anybody)


class Noticed(Exception):
    """The rows may depend on the owner."""


class Anybody:
    """Stands for the owner of related rows, and notices when code looks at it."""

    def notice(self, *arguments: Any) -> Any:
        object.__setattr__(self, "is_noticed", True)
        raise Noticed

    __getattribute__ = __setattr__ = __bool__ = __eq__ = __hash__ = __str__ = __repr__ = notice


class AnyInstance(Anybody):
    """Stands for any instance that was read from a database: code may ask for its model, too."""

    def __init__(self, model: type[Model], db: str | None) -> None:
        state = ModelState()
        state.db, state.adding = db, False
        known = {"__class__": model, "_meta": model._meta, "_state": state}
        object.__setattr__(self, "known", known)

    def __getattribute__(self, name: str) -> Any:
        known = object.__getattribute__(self, "known")
        return known[name] if name in known else Anybody.notice(self)


def asked_for_anybody(ask: Callable[[], T], *anybodies: Anybody) -> T | None:
    """Return what `ask` returns; None if it looks at one of the instances, or fails."""
    try:
        given = ask()
    except Exception:
        return None
    noticed = (object.__getattribute__(anybody, "__dict__") for anybody in anybodies)
    return None if any("is_noticed" in each for each in noticed) else given


def manager_of(anybody: Anybody, manager: Any) -> Any:
    """Return a related manager like another one, of which only its model is known."""
    like: Any = object.__new__(type(manager))
    for name, value in vars(manager).items():
        like.__dict__[name] = value if name in OF_ALL_MANAGERS else anybody
    return like


OF_ALL_MANAGERS = {*vars(BaseManager()), "model"}
