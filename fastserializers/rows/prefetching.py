"""Loads for a row set what a project has asked to load: `prefetch_related()`."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from itertools import groupby, takewhile
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.layout import Row
from fastserializers.rows.new_instances import MakeRelated, Owner
from fastserializers.rows.related_querysets import related_querysets
from fastserializers.rows.related_rows import fetch_related, keys_of
from fastserializers.rows.relations import Relation, relation_of
from fastserializers.rows.row_instances import Instances, RelatedRows, row_sets_below
from fastserializers.rows.unpatched import Lookup, Queryset


def load_prefetched(top: Instances, lookups: Iterable[str | Lookup]) -> None:
    """Load what `prefetch_related_objects()` loads for the rows of a row set, by its queries.

    From the first lookup on that has to look at instances, that function itself loads what is
    left. Raises what it raises.
    """
    waiting = normalize_prefetch_lookups([*lookups][::-1])
    done: set[str] = set()
    while waiting:
        lookup = waiting.pop()
        if not is_done(lookup, done) and not follow(top, lookup, waiting, done):
            load_by_django(top, [lookup, *waiting[::-1]], done)
            return


def is_done(lookup: Lookup, done: set[str]) -> bool:
    """Return whether a lookup has been loaded. Raises Django's error if it has a queryset then."""
    if lookup.prefetch_to not in done:
        return False
    if lookup.queryset is not None:
        raise ValueError(
            f"'{lookup.prefetch_to}' lookup was already seen with a different queryset. "
            "You may need to adjust the ordering of your lookups."
        )
    return True


def follow(top: Instances, lookup: Lookup, waiting: list[Lookup], done: set[str]) -> bool:
    """Load what is on the way of a lookup, with the lookups that the querysets there have.

    Returns False where Django has to look at instances.
    """
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
        if as_attribute and path not in done and reads_relation_itself(row_set, to_attr):
            return False
        if following is None:
            relation = relation_of(row_set.model, name)
            if relation is None or not is_plain_step(row_set, relation, lookup, depth):
                return False
            link = prefetched(row_set, relation, lookup, depth)
            if link is None:
                return False
            done.add(path)
            waiting += normalize_prefetch_lookups(link.lookups[::-1], path)
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
    row_set.link(to_attr, link)
    if as_attribute:
        row_set.caches.set_attribute(to_attr, link.related_to)
    elif relation.single:
        row_set.caches.related.load(relation.cache, link.related_to)
    else:
        row_set.caches.prefetched.load(relation.cache, evaluated_querysets(link, given))
    if relation.remote is not None:
        # To tell related instances of their owner, Django evaluates the whole queryset first.
        load_prefetched(link.row_set, link.lookups)
    link.row_set.know_owners(link)
    if as_attribute:
        for instance, row in row_set.made_by_now():
            setattr(instance, to_attr, link.related_to(row))
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


def reads_relation_itself(row_set: Instances, attribute: str) -> bool:
    """Return whether Django reads the relation of each instance, whose object it has kept as an
    attribute: a queryset that was evaluated before has its lookups followed once more.
    """
    link = row_set.links.get(attribute)
    return (
        link is not None
        and link.relation.single
        and not row_set.has_owners(link.relation)
        and row_set.following(link.relation.name) is None
    )


def is_plain_step(row_set: Instances, relation: Relation, lookup: Lookup, depth: int) -> bool:
    """Return whether no instance of the rows has what a step of a lookup fetches for them all."""
    given = given_queryset(lookup, depth)
    return (
        type(lookup) is Prefetch
        and row_set.fetched.position_of(relation.key) is not None
        and not row_set.has_owners(relation)
        and not (relation.single and relation.cache in row_set.joined)
        and not relation.field.remote_field.parent_link
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


# By Django.


def load_by_django(top: Instances, lookups: list[Lookup], done: set[str]) -> None:
    """Load lookups on instances, by Django's own code, which are read from then on."""
    for row_set in row_sets_below(top):
        row_set.read_instances()
    # One that is refused is refused once the lookups before it are loaded.
    loadable = list(
        takewhile(lambda each: each.queryset is None or each.prefetch_to not in done, lookups)
    )
    left = [lookup for lookup in loadable if not is_done(lookup, done)]
    for (row_set, depth), group in groupby(left, lambda lookup: end_of(top, lookup)):
        # Django may not find what leads there where it looks for it, and would fetch it again.
        prefetch_related_objects(row_set.instances(), *(rest_of(each, depth) for each in group))
    for refused in lookups[len(loadable) :]:
        is_done(refused, done)


def end_of(top: Instances, lookup: Lookup) -> tuple[Instances, int]:
    """Return where the rows on the way of a lookup end, and after how many of its steps."""
    row_set, last = top, lookup.prefetch_through.count(LOOKUP_SEP)
    for depth in range(last):
        name, _ = lookup.get_current_to_attr(depth)
        following = row_set.following(name)
        if name in row_set.owners or following is None:
            return row_set, depth
        row_set = following
    return row_set, last


def rest_of(lookup: Lookup, depth: int) -> Lookup:
    """Return what is left of a lookup after so many steps."""
    rest = copy.copy(lookup)
    for name in ("prefetch_through", "prefetch_to"):
        steps = getattr(lookup, name).split(LOOKUP_SEP)
        setattr(rest, name, LOOKUP_SEP.join(steps[depth:]))
    return rest
