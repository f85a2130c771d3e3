"""Fetches the rows that those of a level are related to, and lets instances know of them."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, cast

from django.db import connections, models
from django.db.models import prefetch_related_objects
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.execute import is_readable, router_has
from fastserializers.rows.instance_factory import Maker, MakeRelated, Row
from fastserializers.rows.lending import lend
from fastserializers.rows.needs import NOTHING, Demand
from fastserializers.rows.related_querysets import related_querysets
from fastserializers.rows.relations import Relation, compares_as_python, relation_of
from fastserializers.rows.row_set import Level, Link, level_of
from fastserializers.rows.unpatched import OWN_LOOKUPS, Queryset, has_own

# The way of fetching of Django 6.1 that is all there was before.
FETCH_ONE = getattr(models, "FETCH_ONE", None)

# What a project has asked to load: `prefetch_related()`.


def load_prefetched(top: Level, lookups: Iterable[Any], demand: Demand = NOTHING) -> None:
    """Load what `prefetch_related_objects()` loads for the rows of a level, by its queries.

    The lookups are plain: see `prefetches.py`. Raises what that raises.
    """
    waiting = normalize_prefetch_lookups([*lookups][::-1])
    while waiting:
        waiting += follow(top, waiting.pop(), demand)


def follow(level: Level, lookup: Any, demand: Demand) -> list[Any]:
    """Load what is on the way of a lookup; return the lookups that the querysets there have."""
    found: list[Any] = []
    for depth, name in enumerate(lookup.prefetch_through.split(LOOKUP_SEP)):
        if not level.present:
            break
        if level.maker is not None and level.maker.prefetched is None:
            level.maker.prefetched = {}
            level.give_caches()
        to_attr = lookup.get_current_to_attr(depth)[0]
        demand = demand.related.get(to_attr, NOTHING)
        following = level.joined.get(to_attr) or loaded(level, to_attr)
        if following is None:
            relation = None if level.maker is None else relation_of(level.model, name)
            if relation is None or not has_key(level, relation):
                load_by_django(level, lookup, depth)
                break
            link = prefetched(level, relation, lookup, depth, demand)
            path = lookup.get_current_prefetch_to(depth)
            found += normalize_prefetch_lookups(link.lookups[::-1], path)
            following = link.level
        level = following
    return found


def loaded(level: Level, name: str) -> Level | None:
    return level.links[name].level if name in level.links else None


def prefetched(level: Level, relation: Relation, lookup: Any, depth: int, demand: Demand) -> Link:
    """Return the link of a step of a lookup, which the instances of a level know of."""
    maker = cast("Maker", level.maker)
    to_attr, as_attribute = lookup.get_current_to_attr(depth)
    given = (lookup.get_current_querysets(depth) or [None])[0]
    keys = keys_of(level, relation)
    link = level.links[to_attr] = fetched(level, relation, given, demand, [keys])
    if as_attribute:
        level.attributes[to_attr] = attribute_of(link)
    else:
        know_related(link, maker, given)
    if maker.is_open and as_attribute:
        # Those that are made already get it as well.
        for row in level.present:
            setattr(level.instance_of(row), to_attr, level.attributes[to_attr](row, None))
    if relation.remote is not None:
        # To tell related instances of their owner, Django evaluates the whole queryset first.
        load_prefetched(link.level, link.lookups, demand)
    know_owner(link)
    return link


def has_key(level: Level, relation: Relation) -> bool:
    """Return whether the rows tell where a relation leads to, and no instance knows already."""
    is_known = any(known.field.cache_name == relation.cache for known in level.known)
    return level.position_of(relation.key) is not None and not is_known


def load_by_django(level: Level, lookup: Any, depth: int) -> None:
    """Load the rest of a lookup on the instances of a level, by Django's own code."""
    rest = copy.copy(lookup)
    for attribute in ("prefetch_through", "prefetch_to"):
        steps = getattr(lookup, attribute).split(LOOKUP_SEP)
        setattr(rest, attribute, LOOKUP_SEP.join(steps[depth:]))
    level.open()
    prefetch_related_objects(level.instances(), rest)


# What a plan reads that nobody has asked to load.


def load_unloaded(level: Level, demand: Demand) -> None:
    """Load what a plan reads of the rows of a level, where Django would query for each row."""
    if level.maker is None:
        return
    for relation, below in demand.relations(level.maker.layout.model):
        following = reached(level, level.maker, relation, below) if level.present else None
        if following is not None:
            load_unloaded(following, below)
    for name, link in [*level.links.items()]:
        if link.relation.name != name and name in demand.related:
            load_unloaded(link.level, demand.related[name])


def reached(level: Level, maker: Maker, relation: Relation, demand: Demand) -> Level | None:
    """Return the level that a relation leads to; None where instances are to be asked."""
    name = relation.name
    if name in level.joined:
        return level.joined[name]
    if name in level.links:
        return level.links[name].level
    if has_owner(level, relation):
        return None
    link = unloaded(level, maker, relation, demand)
    if link is None:
        return None
    level.links[name] = link
    return link.level


def unloaded(level: Level, maker: Maker, relation: Relation, demand: Demand) -> Link | None:
    """Return the link to what Django would fetch row by row; None where that may be different."""
    if not may_load(level, maker, relation):
        return None
    given = relation.queryset_for_anybody(hint_of(level, maker))
    if given is None or not is_plain(given) or given._db not in (None, maker.query.db):
        return None
    if not relation.single and FETCH_ONE is not None:
        given._fetch_mode = maker.query.fetch_mode
    keys = keys_of(level, relation)
    link = fetched(level, relation, given, demand, portions(keys, maker))
    if maker.query.connection.vendor == "sqlite" and not are_of_one_type(keys, link.rows):
        return None
    if link.level.maker is not None and relation.annotates:
        link.level.maker.hide(relation.target)
        for instance in link.level.made.values():
            vars(instance).pop(relation.target, None)
    lend(link)
    know_owner(link)
    return link


def has_owner(level: Level, relation: Relation) -> bool:
    """Return whether a relation leads back to the rows that these were fetched for."""
    return relation.single and relation.cache in level.owners


def may_load(level: Level, maker: Maker, relation: Relation) -> bool:
    """Return whether Django would ask the same database the same for every row."""
    parents = maker.layout.model._meta.parents.values()
    return (
        has_key(level, relation)
        and not relation.owns
        and compares_as_python(relation, level.model, maker.query.connection)
        # Django looks at what the joined parents of a multi-table child have loaded.
        and not any(parent and parent.name in level.joined for parent in parents)
        and not (relation.single and maker.query.fetch_mode is not FETCH_ONE)
        and not router_has("db_for_read")
    )


def are_of_one_type(keys: Iterable[Any], others: Iterable[Any]) -> bool:
    """Return whether keys are equal where SQLite says so: its columns hold values of any type."""
    return len({*map(type, keys), *map(type, others)}) <= 1


def is_plain(queryset: Queryset) -> bool:
    """Return whether the rows of one key do not depend on which others are asked for."""
    query = queryset.query
    return (
        is_readable(queryset)
        and has_own(type(queryset), OWN_LOOKUPS)
        and not queryset._prefetch_related_lookups
        and len(query.alias_map) <= 1
        and not query.is_sliced
        and not query.combinator
        and not query.distinct
        and not query.group_by
        and not query.annotations
        and not query.extra
        and not query.select_for_update
    )


# By one query for all rows of a level.


def fetched(
    level: Level,
    relation: Relation,
    given: Queryset | None,
    demand: Demand,
    portions: list[list[Any]],
) -> Link:
    """Return what a relation leads to, fetched by the query by which Django prefetches it."""
    maker = cast("Maker", level.maker)
    hint = hint_of(level, maker)
    lookups: list[Any] = []
    levels = []
    names = demand.names_in_query
    declared = {relation.target: relation.field.target_field} if relation.annotates else {}
    for keys in portions:
        queryset = relation.queryset(relation, hint, keys, given)
        lookups = [copy.copy(lookup) for lookup in queryset._prefetch_related_lookups]
        queryset._prefetch_related_lookups = ()
        levels.append(with_column(level_of(queryset, names, declared), relation.target))
    related, *others = levels
    related.rows = [*related.rows, *(row for other in others for row in other.rows)]
    return Link(level, relation, related, lookups)


def with_column(level: Level, column: str) -> Level:
    """Return a level that has a column: instances, which fetch it, where the rows are without."""
    is_there = level.maker is None or level.position_of(column) is not None
    return level if is_there else Level(level.instances(), None)


def hint_of(level: Level, maker: Maker) -> Any:
    """Return what tells routers of a level: not an instance that anybody else may get."""
    return (
        level.instance_of(level.present[0])
        if level.making
        else maker.apart().make(level.present[0])
    )


def keys_of(level: Level, relation: Relation) -> list[Any]:
    keys = map(level.reader_of(relation.key), level.present)
    return [key for key in dict.fromkeys(keys) if key is not None]


def portions(keys: list[Any], maker: Maker) -> list[list[Any]]:
    """Return the keys in as many parts as the parameters of the database's queries want."""
    most = connections[maker.query.db].features.max_query_params
    if not most or len(keys) <= most - OTHER_PARAMETERS:
        return [keys]
    size = most - OTHER_PARAMETERS
    return [keys[start : start + size] for start in range(0, len(keys), size)]


# For what the query of a manager has beside the keys.
OTHER_PARAMETERS = 99


# What instances know of it.


def know_related(link: Link, maker: Maker, given: Queryset | None) -> None:
    """Let the instances of a level have what a link leads to, as Django leaves it on them."""
    relation = link.relation
    if relation.single:
        maker.related[relation.cache] = lambda row, owner: link.instance_for(row)
    elif maker.prefetched is not None:
        maker.prefetched[relation.cache] = queryset_maker(link, given)


def know_owner(link: Link) -> None:
    """Let related instances have the one that they were fetched for, as Django does."""
    name, level = link.relation.remote, link.level
    if name is None:
        return
    if link.relation.single:
        level.links.pop(name, None)
    elif name in level.joined or name in level.links:
        # What is there already stays, but where Django expects only one.
        return
    level.owners[name] = link.parent
    if level.maker is not None:
        level.maker.related[name] = lambda row, owner: link.owner_of(row)
        return
    link.parent.open()
    for instance in level.rows:
        if link.relation.single or name not in instance._state.fields_cache:
            instance._state.fields_cache[name] = link.owner_of(instance)


def queryset_maker(link: Link, given: Queryset | None) -> MakeRelated:
    queryset_of = related_querysets(link.relation, given)

    def make(row: Row, owner: Any) -> Queryset:
        queryset = queryset_of(owner())
        queryset._result_cache = link.instances_for(row)
        queryset._prefetch_done = True
        return queryset

    return make


def attribute_of(link: Link) -> MakeRelated:
    if link.relation.single:
        return lambda row, owner: link.instance_for(row)
    return lambda row, owner: link.instances_for(row)
