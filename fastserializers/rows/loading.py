"""Fetches the rows that those of a row set are related to, and lets instances know of them."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from itertools import groupby, takewhile
from typing import Any

from django.db import models
from django.db.models import Prefetch, prefetch_related_objects
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.compiler.reads.shapes import Making
from fastserializers.rows.anybody import queryset_for_anybody
from fastserializers.rows.execute import is_readable, prepare, router_has
from fastserializers.rows.loans import Loans
from fastserializers.rows.needs import NOTHING, ColumnNeeds
from fastserializers.rows.on_demand import MakeRelated, Row
from fastserializers.rows.related_querysets import related_querysets
from fastserializers.rows.related_rows import RelatedRows
from fastserializers.rows.relations import Relation, compares_as_python, relation_of
from fastserializers.rows.row_set import RowSet, executed_rows, row_sets_below
from fastserializers.rows.unpatched import OWN_LOOKUPS, Queryset, has_own

# The way of fetching of Django 6.1 that is all there was before.
FETCH_ONE = getattr(models, "FETCH_ONE", None)

# What a project has asked to load: `prefetch_related()`.


def load_prefetched(top: RowSet, lookups: Iterable[Any], needs: ColumnNeeds = NOTHING) -> None:
    """Load what `prefetch_related_objects()` loads for the rows of a row set, by its queries.

    From the first lookup on that has to look at instances, that function itself loads what is
    left. Raises what it raises.
    """
    waiting = normalize_prefetch_lookups([*lookups][::-1])
    done: set[str] = set()
    while waiting:
        lookup = waiting.pop()
        if not is_done(lookup, done) and not follow(top, lookup, needs, waiting, done):
            load_by_django(top, [lookup, *waiting[::-1]], done)
            return


def is_done(lookup: Any, done: set[str]) -> bool:
    """Return whether a lookup has been loaded. Raises Django's error if it has a queryset then."""
    if lookup.prefetch_to not in done:
        return False
    if lookup.queryset is not None:
        raise ValueError(
            f"'{lookup.prefetch_to}' lookup was already seen with a different queryset. "
            "You may need to adjust the ordering of your lookups."
        )
    return True


def load_by_django(top: RowSet, lookups: list[Any], done: set[str]) -> None:
    """Load lookups on instances, by Django's own code, which are read from then on."""
    for row_set in row_sets_below(top):
        row_set.making = max(row_set.making, Making.WITH_SIGNAL)
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


def end_of(top: RowSet, lookup: Any) -> tuple[RowSet, int]:
    """Return where the rows on the way of a lookup end, and after how many of its steps."""
    row_set, last = top, lookup.prefetch_through.count(LOOKUP_SEP)
    for depth in range(last):
        name, _ = lookup.get_current_to_attr(depth)
        following = row_set.following(name)
        if name in row_set.owners or following is None:
            return row_set, depth
        row_set = following
    return row_set, last


def rest_of(lookup: Any, depth: int) -> Any:
    """Return what is left of a lookup after so many steps."""
    rest = copy.copy(lookup)
    for name in ("prefetch_through", "prefetch_to"):
        steps = getattr(lookup, name).split(LOOKUP_SEP)
        setattr(rest, name, LOOKUP_SEP.join(steps[depth:]))
    return rest


def follow(
    top: RowSet, lookup: Any, needs: ColumnNeeds, waiting: list[Any], done: set[str]
) -> bool:
    """Load what is on the way of a lookup, with the lookups that the querysets there have.

    Returns False where Django has to look at instances.
    """
    row_set = top
    names = lookup.prefetch_through.split(LOOKUP_SEP)
    for depth, name in enumerate(names):
        if not row_set.present:
            break
        if not row_set.is_prefetched:
            row_set.is_prefetched = True
            row_set.give_caches()
        to_attr, as_attribute = lookup.get_current_to_attr(depth)
        needs = needs.related.get(to_attr, NOTHING)
        if as_attribute and to_attr not in row_set.links and may_have(row_set, to_attr):
            return False
        if to_attr in row_set.owners and depth + 1 < len(names):
            # Instances lead back to whom they belong to, whatever was joined.
            return False
        following = row_set.following(to_attr)
        if following is None:
            relation = relation_of(row_set.model, name)
            if relation is None or not is_plain_step(row_set, relation, lookup, depth):
                return False
            link = prefetched(row_set, relation, lookup, depth, needs)
            if link is None:
                return False
            path = lookup.get_current_prefetch_to(depth)
            done.add(path)
            waiting += normalize_prefetch_lookups(link.lookups[::-1], path)
            following = link.row_set
        row_set = following
    return True


def may_have(row_set: RowSet, attribute: str) -> bool:
    """Return whether instances may have an attribute before anything is put there."""
    return (
        attribute.startswith("_")
        or hasattr(row_set.model, attribute)
        or row_set.position_of(attribute) is not None
    )


def is_plain_step(row_set: RowSet, relation: Relation, lookup: Any, depth: int) -> bool:
    """Return whether no instance of the rows has what a step of a lookup fetches for them all."""
    given = given_queryset(lookup, depth)
    return (
        type(lookup) is Prefetch
        and has_key(row_set, relation)
        and not (relation.single and relation.cache in {*row_set.owners, *row_set.joined})
        and not relation.field.remote_field.parent_link
        and (given is None or is_plain_queryset(given, relation))
    )


def is_plain_queryset(given: Queryset, relation: Relation) -> bool:
    query = given.query
    return (
        query.model._meta.concrete_model is relation.model._meta.concrete_model
        and not query.is_sliced
        and not query.combinator
        and selects_target(query, relation)
    )


def selects_target(query: Any, relation: Relation) -> bool:
    """Return whether a query has the column by which Django tells whose its instances are."""
    mask = query.get_select_mask()
    if not mask or relation.annotates:
        return True
    # Of generic relations, Django looks at a second column.
    return relation.converts is None and any(
        getattr(field, "attname", None) == relation.target for field in mask
    )


def given_queryset(lookup: Any, depth: int) -> Queryset | None:
    return (lookup.get_current_querysets(depth) or [None])[0]


def prefetched(
    row_set: RowSet, relation: Relation, lookup: Any, depth: int, needs: ColumnNeeds
) -> RelatedRows | None:
    """Return the link of a step of a lookup, which the instances of a row set know of.

    None where only Django can make the related instances.
    """
    to_attr, as_attribute = lookup.get_current_to_attr(depth)
    given = given_queryset(lookup, depth)
    keys = keys_of(row_set, relation)
    link = fetched(row_set, relation, given, needs, [keys])
    if link is None:
        return None
    row_set.links[to_attr] = link
    if as_attribute:
        row_set.attributes[to_attr] = link.related_to
    else:
        know_related(link, given)
    if relation.remote is not None:
        # To tell related instances of their owner, Django evaluates the whole queryset first.
        load_prefetched(link.row_set, link.lookups, needs)
    know_owner(link)
    if as_attribute:
        for instance, row in row_set.made_by_now():
            setattr(instance, to_attr, link.related_to(row))
    return link


def has_key(row_set: RowSet, relation: Relation) -> bool:
    """Return whether the rows tell where a relation leads to, and no instance knows already."""
    is_known = any(known.field.cache_name == relation.cache for known in row_set.known)
    return row_set.position_of(relation.key) is not None and not is_known


# What a plan reads that nobody has asked to load.


def load_unloaded(row_set: RowSet, needs: ColumnNeeds, loans: Loans) -> None:
    """Load what a plan reads of the rows of a row set, where Django would query for each row."""
    for relation, below in needs.of(row_set.model).relations:
        # Django finds it on the parent's instance, which a field reads as well.
        is_read_of_parent = relation.ancestor in needs.related or relation.ancestor in needs.names
        is_reached = row_set.present and not is_read_of_parent
        following = reached(row_set, relation, below, loans) if is_reached else None
        if following is not None:
            load_unloaded(following, below, loans)
    for name, link in [*row_set.links.items()]:
        if link.relation.name != name and name in needs.related:
            load_unloaded(link.row_set, needs.related[name], loans)


def reached(
    row_set: RowSet, relation: Relation, needs: ColumnNeeds, loans: Loans
) -> RowSet | None:
    """Return the row set that a relation leads to; None where instances are to be asked."""
    name = relation.name
    following = row_set.following(name)
    # Instances know already whom they were fetched for.
    if following is not None or (relation.single and relation.cache in row_set.owners):
        return following
    link = unloaded(row_set, relation, needs)
    if link is None:
        return None
    loans.lend(link)
    know_owner(link)
    row_set.links[name] = link
    return link.row_set


def unloaded(row_set: RowSet, relation: Relation, needs: ColumnNeeds) -> RelatedRows | None:
    """Return the link to what Django would fetch row by row; None where that may be different."""
    if not (may_load(row_set, relation) and is_wanted(row_set, relation)):
        return None
    given = queryset_for_anybody(relation, row_set.hint)
    if given is None or not is_plain(given, relation) or given._db not in (None, row_set.query.db):
        return None
    if not relation.single and FETCH_ONE is not None:
        given._fetch_mode = row_set.query.fetch_mode
    keys, connection = keys_of(row_set, relation), row_set.query.connection
    link = fetched(row_set, relation, given, needs, portions(keys, connection))
    if link is None:
        return None
    types = {*map(type, keys), *map(type, link.rows)}
    if connection.vendor == "sqlite" and len(types) > 1:
        # Its columns hold values of any type, which it compares in its own way.
        return None
    return link


def may_load(row_set: RowSet, relation: Relation) -> bool:
    """Return whether Django would ask the same database the same for every row."""
    parents = row_set.model._meta.parents.values()
    # A related manager sets the owner of each row, and Django asks the routers whether it may.
    sets_owner = not relation.single and relation.remote is not None
    return (
        has_key(row_set, relation)
        and not relation.owns
        and compares_as_python(relation, row_set.model, row_set.query.connection)
        # Django looks at what the joined parents of a multi-table child have loaded.
        and not any(parent and parent.name in row_set.joined for parent in parents)
        and not has_ancestors(row_set, relation)
        and not (relation.single and row_set.query.fetch_mode is not FETCH_ONE)
        and not router_has("db_for_read")
        and not (sets_owner and router_has("allow_relation"))
    )


def has_ancestors(row_set: RowSet, relation: Relation) -> bool:
    """Return whether instances have their multi-table parents, which may know a relation."""
    name = relation.ancestor
    return name is not None and (
        name in row_set.owners
        or name in row_set.links
        or any(has_loaded(instance, name) for instance in row_set.made.values())
    )


def is_wanted(row_set: RowSet, relation: Relation) -> bool:
    """Return whether any row's instance has yet to load a relation, if instances were made."""
    if row_set.making:
        return any(
            row_set.asks_django(
                row_set.instance_of(row), row, relation.cache, is_single=relation.single
            )
            for row in row_set.present
        )
    if not (row_set.made and relation.single):
        return True
    # A nested serializer may have made its fields for the first row, as Django had loaded it.
    key_of, made = row_set.reader_of(relation.key), row_set.made
    return any(
        key_of(row) is not None and not has_loaded(made.get(id(row)), relation.cache)
        for row in row_set.present
    )


def has_loaded(instance: Any, name: str) -> bool:
    return instance is not None and name in instance._state.fields_cache


def is_plain(queryset: Queryset, relation: Relation) -> bool:
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
        and selects_target(query, relation)
    )


# By one query for all rows of a row set.


def fetched(
    row_set: RowSet,
    relation: Relation,
    given: Queryset | None,
    needs: ColumnNeeds,
    portions: list[list[Any]],
) -> RelatedRows | None:
    """Return what a relation leads to, fetched by the query by which Django prefetches it.

    None, before anything is fetched, where only Django can make instances of the rows.
    """
    lookups: list[Any] = []
    row_sets = []
    names = needs.names_in_query
    for keys in portions:
        queryset = relation.queryset(relation, row_set.hint, keys, given)
        lookups = [copy.copy(lookup) for lookup in queryset._prefetch_related_lookups]
        queryset._prefetch_related_lookups = ()
        query = prepare(queryset) if is_readable(queryset) else None
        if query is None:
            return None
        row_sets.append(executed_rows(query, names))
    related, *others = row_sets
    related.rows = [*related.rows, *(row for other in others for row in other.rows)]
    return RelatedRows(row_set, relation, related, lookups)


def keys_of(row_set: RowSet, relation: Relation) -> list[Any]:
    keys = map(row_set.reader_of(relation.key), row_set.present)
    return [key for key in dict.fromkeys(keys) if key is not None]


def portions(keys: list[Any], connection: Any) -> list[list[Any]]:
    """Return the keys in as many parts as the parameters of the database's queries want."""
    most = connection.features.max_query_params
    if not most or len(keys) <= most - OTHER_PARAMETERS:
        return [keys]
    size = most - OTHER_PARAMETERS
    return [keys[start : start + size] for start in range(0, len(keys), size)]


# For what the query of a manager has beside the keys.
OTHER_PARAMETERS = 99


# What instances know of it.


def know_related(link: RelatedRows, given: Queryset | None) -> None:
    """Let the instances of a row set have what a link leads to, as Django leaves it on them."""
    row_set, relation = link.parent, link.relation
    if relation.single:
        row_set.related.loaded[relation.cache] = link.related_to
    else:
        row_set.prefetched.loaded[relation.cache] = queryset_maker(link, given)


def know_owner(link: RelatedRows) -> None:
    """Let related instances have the one that they were fetched for, as Django does."""
    name, row_set = link.relation.remote, link.row_set
    if name is None:
        return
    if link.relation.single:
        row_set.links.pop(name, None)
        for instance in row_set.made.values():
            dict.pop(instance._state.fields_cache, name, None)
    elif name in row_set.joined or name in row_set.links:
        # What is there already stays, but where Django expects only one.
        return
    row_set.owners[name] = link.parent
    refuse_other_keys(link)
    row_set.related.loaded[name] = lambda row, owner: link.owner_of(row)


def refuse_other_keys(link: RelatedRows) -> None:
    """Raise Django's error for related rows whose key only the database calls that of an owner.

    Most collations of MySQL and MariaDB call `ZENDA` and `zenda` equal.
    """
    relation, parent = link.relation, link.parent
    if relation.converts is not None:
        return
    if not compares_as_python(relation, parent.model, parent.query.connection):
        for key in map(link.target_of, link.row_set.rows):
            if key not in link.last_by_key:
                raise KeyError((key,))


def queryset_maker(link: RelatedRows, given: Queryset | None) -> MakeRelated:
    queryset_of = related_querysets(link.relation, given)

    def make(row: Row, owner: Any) -> Queryset:
        queryset = queryset_of(owner())
        queryset._result_cache = link.related_to(row)
        queryset._prefetch_done = True
        return queryset

    return make
