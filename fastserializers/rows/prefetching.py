"""Loads for the rows of a query what a project has asked to load: `prefetch_related()`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from django.db.models import Model, Prefetch, prefetch_related_objects
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Row
from fastserializers.rows.models import makes_plainly
from fastserializers.rows.new_instances import MakeRelated, Owner
from fastserializers.rows.related_querysets import related_querysets
from fastserializers.rows.related_rows import fetch_related, keys_of
from fastserializers.rows.relations import Relation, relation_of
from fastserializers.rows.row_instances import Instances, RelatedRows
from fastserializers.rows.unpatched import Lookup, Queryset, is_readable

Lookups: TypeAlias = "Iterable[str | Lookup]"


def with_prefetched(fetched: FetchedRows, lookups: Lookups) -> Instances | list[Model]:
    """Return the row set of fetched rows, with what `prefetch_related_objects()` loads.

    Raises what that function raises. Returns Django's instances where a lookup turns out to look
    at instances.
    """
    row_set = Instances(fetched)
    if not lookups or follows_all(row_set, lookups):
        return row_set
    instances = Instances(fetched).instances()
    prefetch_related_objects(instances, *lookups)
    return instances


def can_follow(queryset: Queryset) -> bool:
    """Return whether all lookups lead from rows to rows, as far as that is known before a query.

    Otherwise Django reads the queryset: nothing is fetched twice.
    """
    return not queryset._prefetch_related_lookups or ways_of(queryset) is not None


Ways: TypeAlias = "dict[str, tuple[type[Model], str | None]]"
"""The model that a path of lookups leads to, and the relation that leads back from there."""


def ways_of(queryset: Queryset) -> Ways | None:
    """Return all paths of the lookups of a queryset; None where one looks at instances."""
    ways: Ways = {}
    for lookup in normalize_prefetch_lookups(queryset._prefetch_related_lookups):
        if lookup.queryset is not None and lookup.prefetch_to in ways:
            return None
        model, owner = queryset.query.model, None
        for depth, name in enumerate(lookup.prefetch_through.split(LOOKUP_SEP)):
            path = lookup.get_current_prefetch_to(depth)
            if path not in ways:
                relation = relation_of(model, name) if model is not None else None
                if relation is None or relation.cache == owner:
                    return None
                further = ways_through(relation, lookup, depth)
                if further is None:
                    return None
                ways[path] = relation.model, relation.remote
                ways.update((f"{path}{LOOKUP_SEP}{below}", way) for below, way in further.items())
            model, owner = ways[path]
    return ways


def ways_through(relation: Relation, lookup: Lookup, depth: int) -> Ways | None:
    """Return the paths of the queryset of a step; None where the step looks at instances."""
    given = given_queryset(lookup, depth)
    if not makes_plainly(relation.model) or is_kept_alone(relation, lookup, depth):
        return None
    if given is None:
        return {}
    is_plain = is_readable(given) and is_plain_queryset(given, relation)
    return ways_of(given) if is_plain else None


def follows_all(top: Instances, lookups: Lookups) -> bool:
    """Load all lookups for the rows of a row set; return False where one looks at instances."""
    waiting = normalize_prefetch_lookups([*lookups][::-1])
    done: set[str] = set()
    while waiting:
        lookup = waiting.pop()
        if not is_done(lookup, done) and not follow(top, lookup, waiting, done):
            return False
    return True


def is_done(lookup: Lookup, done: set[str]) -> bool:
    """Return whether a lookup has been loaded, so that Django passes over it."""
    return lookup.queryset is None and lookup.prefetch_to in done


def follow(top: Instances, lookup: Lookup, waiting: list[Lookup], done: set[str]) -> bool:
    """Load what is on the way of a lookup, with the lookups that the querysets there have.

    Returns False where Django has to look at instances.
    """
    if lookup.prefetch_to in done:
        # Django refuses it: it has another queryset.
        return False
    row_set = top
    names = lookup.prefetch_through.split(LOOKUP_SEP)
    for depth, name in enumerate(names):
        if not row_set.present:
            break
        if not row_set.caches.is_prefetched:
            row_set.caches.begin_prefetches()
            row_set.give_prefetched()
        to_attr, as_attribute = lookup.get_current_to_attr(depth)
        if as_attribute and to_attr not in row_set.links and may_have(row_set, to_attr):
            return False
        if to_attr in row_set.owners and depth + 1 < len(names):
            # The instances know their owners by that name already, whatever was joined.
            return False
        following = row_set.following(to_attr)
        path = lookup.get_current_prefetch_to(depth)
        if following is None:
            relation = relation_of(row_set.model, name)
            if relation is None or not is_plain_step(row_set, relation, lookup, depth):
                return False
            link = prefetched(row_set, relation, lookup, depth)
            if link is None:
                return False
            done.add(path)
            waiting += normalize_prefetch_lookups(link.lookups[::-1], path)
            # To tell related instances of their owner, Django evaluates the whole queryset first.
            are_rows = relation.remote is None or follows_all(link.row_set, link.lookups)
            link.row_set.know_owners(link)
            if as_attribute:
                for instance, row in row_set.made_by_now():
                    setattr(instance, to_attr, link.related_to(row))
            if not are_rows:
                return False
            following = link.row_set
        row_set = following
    return True


def prefetched(
    row_set: Instances, relation: Relation, lookup: Lookup, depth: int
) -> RelatedRows | None:
    """Return the link of a step of a lookup, which the instances of a row set know of.

    None where only Django can make the related instances.
    """
    to_attr, as_attribute = lookup.get_current_to_attr(depth)
    given = given_queryset(lookup, depth)
    keys = keys_of(row_set, relation, row_set.present)
    link = fetch_related(row_set, relation, given, [keys])
    if link is None:
        return None
    row_set.links[to_attr] = link
    if as_attribute:
        row_set.caches.set_attribute(to_attr, link.related_to)
    elif relation.single:
        row_set.caches.related.load(relation.cache, link.related_to)
    else:
        row_set.caches.prefetched.load(relation.cache, evaluated_querysets(link, given))
    return link


def evaluated_querysets(link: RelatedRows, given: Queryset | None) -> MakeRelated:
    """Return a function that makes the queryset of an instance, which has its rows already."""
    queryset_of = related_querysets(link.relation, given)

    def make(row: Row, owner: Owner) -> Queryset:
        queryset = queryset_of(owner())
        queryset._result_cache = link.related_to(row)
        queryset._prefetch_done = True
        return queryset

    return make


# Which steps of a lookup are loaded so.


def may_have(row_set: Instances, attribute: str) -> bool:
    """Return whether instances may have an attribute of that name before it is set."""
    return (
        attribute.startswith("_")
        or hasattr(row_set.model, attribute)
        or row_set.fetched.position_of(attribute) is not None
    )


def is_kept_alone(relation: Relation, lookup: Lookup, depth: int) -> bool:
    """Return whether a step keeps one instance as an attribute, or is no lookup of Django's."""
    _, as_attribute = lookup.get_current_to_attr(depth)
    return type(lookup) is not Prefetch or (bool(as_attribute) and relation.single)


def is_plain_step(row_set: Instances, relation: Relation, lookup: Lookup, depth: int) -> bool:
    """Return whether no instance of the rows has what a step of a lookup fetches for them all."""
    given = given_queryset(lookup, depth)
    return (
        not is_kept_alone(relation, lookup, depth)
        and row_set.fetched.position_of(relation.key) is not None
        and not row_set.has_owners(relation)
        and not (relation.single and relation.cache in row_set.joined)
        and (given is None or is_plain_queryset(given, relation))
    )


def is_plain_queryset(given: Queryset, relation: Relation) -> bool:
    query: Any = given.query
    return (
        query.model._meta.concrete_model is relation.model._meta.concrete_model
        and not query.is_sliced
        and not query.combinator
    )


def given_queryset(lookup: Lookup, depth: int) -> Queryset | None:
    querysets = lookup.get_current_querysets(depth)
    return querysets[0] if querysets else None
