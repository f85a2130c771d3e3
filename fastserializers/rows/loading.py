"""Loads for a row set what a plan reads and the queryset has not loaded: it is lent."""

from __future__ import annotations

from django.db import models

from fastserializers.rows.anybody import queryset_for_anybody
from fastserializers.rows.execute import is_readable
from fastserializers.rows.finding import Found, found
from fastserializers.rows.known_owners import router_has
from fastserializers.rows.loans import Loans
from fastserializers.rows.needs import ColumnNeeds
from fastserializers.rows.related_rows import fetched, in_chunks, keys_of
from fastserializers.rows.relations import Relation, compares_as_python
from fastserializers.rows.row_instances import Instances, RelatedRows
from fastserializers.rows.unpatched import OWN_LOOKUPS, Queryset, has_own

# The way of fetching of Django 6.1 that is all there was before.
FETCH_ONE = getattr(models, "FETCH_ONE", None)


def load_unloaded(row_set: Instances, needs: ColumnNeeds, loans: Loans) -> None:
    """Load what a plan reads of the rows of a row set, where Django would query for each row."""
    for relation, below in needs.of(row_set.fetched.model).relations:
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
    row_set: Instances, relation: Relation, needs: ColumnNeeds, loans: Loans
) -> Instances | None:
    """Return the row set that a relation leads to; None where instances are to be asked."""
    place = found(row_set, relation)
    if place is Found.ROWS:
        return row_set.following(relation.name)
    link = unloaded(row_set, relation, needs) if place is Found.DATABASE else None
    if link is None:
        return None
    loans.lend(link)
    link.row_set.know_owners(link)
    row_set.link(relation.name, link)
    return link.row_set


def unloaded(row_set: Instances, relation: Relation, needs: ColumnNeeds) -> RelatedRows | None:
    """Return the link to what Django would fetch row by row; None where that may be different."""
    if not may_load(row_set, relation):
        return None
    query = row_set.fetched.query
    given = queryset_for_anybody(relation, row_set.hint)
    if given is None or not is_plain(given, relation) or given._db not in (None, query.db):
        return None
    if not relation.single and FETCH_ONE is not None:
        given._fetch_mode = query.fetch_mode
    keys, connection = keys_of(row_set, relation), query.connection
    link = fetched(row_set, relation, given, needs, in_chunks(keys, connection))
    if link is None:
        return None
    types = {*map(type, keys), *map(type, link.rows)}
    if connection.vendor == "sqlite" and len(types) > 1:
        # Its columns hold values of any type, which it compares in its own way.
        return None
    return link


def may_load(row_set: Instances, relation: Relation) -> bool:
    """Return whether Django would ask the same database the same for every row."""
    rows = row_set.fetched
    parents = rows.model._meta.parents.values()
    # A related manager sets the owner of each row, and Django asks the routers whether it may.
    sets_owner = not relation.single and relation.remote is not None
    return (
        rows.position_of(relation.key) is not None
        and not relation.owns
        and compares_as_python(relation, rows.model, rows.query.connection)
        # Django looks at what the joined parents of a multi-table child have loaded.
        and not any(parent and parent.name in row_set.joined for parent in parents)
        and not (relation.single and rows.query.fetch_mode is not FETCH_ONE)
        and not router_has("db_for_read")
        and not (sets_owner and router_has("allow_relation"))
    )


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
    )
