"""Where rows save nothing: Django makes each instance anyhow, or there is one row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.compiler.reads.shapes import Making
from fastserializers.rows.needs import ColumnNeeds, ModelNeeds
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import Lookup, Queryset, making_of

JoinedNames = Mapping[str, Any]
"""The relations that `select_related()` joins: for each name, those that are joined to it."""

Lookups = list[tuple[tuple[str, ...], Queryset | None]]
"""The lookups of `prefetch_related()`: the names on the way, and the queryset of a `Prefetch`."""

NOTHING_DEFERRED: Any = (frozenset(), True)


def rows_save_nothing(queryset: Queryset, needs: ColumnNeeds) -> bool:
    """Return whether Django makes all instances, and the queryset loads all that is read of them.

    Rows save queries then, and nothing else: there are none to save.
    """
    if making_of(queryset.model) is not Making.BY_DJANGO:
        return False
    if queryset.query.deferred_loading != NOTHING_DEFERRED:
        return False
    joined, lookups = joined_by(queryset), lookups_of(queryset)
    return joined is not None and are_loaded(queryset.model, needs, joined, lookups)


def gives_one_row(queryset: Queryset) -> bool:
    """Return whether a queryset is sliced to one row, as a page of one row is."""
    query = queryset.query
    return query.high_mark is not None and query.high_mark - query.low_mark == 1


def one_row_saves_nothing(queryset: Queryset, needs: ColumnNeeds) -> bool:
    """Return whether Django makes as many queries for one row as reading it as a row makes.

    It does unless rows save a query for each related row, or for deferred columns: a relation of
    one row takes one query either way.
    """
    is_whole = queryset.query.deferred_loading == NOTHING_DEFERRED
    return is_whole and not needs.of(queryset.model).reads_relations_of_many


def are_loaded(
    model: type[Model], needs: ColumnNeeds, joined: JoinedNames, lookups: Lookups
) -> bool:
    """Return whether all relations that are read of a model, and of what follows, are loaded."""
    return all(
        is_loaded(relation, below, joined, lookups)
        for relation, below in needs.of(model).relations
    )


def is_loaded(
    relation: Relation, below: ColumnNeeds, joined: JoinedNames, lookups: Lookups
) -> bool:
    name = relation.name
    on_the_way = [(names[1:], given) for names, given in lookups if names[0] == name]
    following: JoinedNames | None = joined.get(name)
    if following is None:
        if not on_the_way:
            return False
        following = {}
        for given in [given for names, given in on_the_way if not names and given is not None]:
            following = joined_by(given)
            on_the_way += lookups_of(given)
    if following is None or making_of(relation.model) is not Making.BY_DJANGO:
        return False
    further = [(names, given) for names, given in on_the_way if names]
    return are_loaded(relation.model, below, following, further)


def are_fetched(row_set: Instances, needs: ModelNeeds) -> bool:
    """Return whether all relations that are read of rows, and of what follows, are fetched."""
    return all(
        (following := row_set.following(relation.name)) is not None
        and are_fetched(following, below.of(following.model))
        for relation, below in needs.relations
    )


def joined_by(queryset: Queryset) -> JoinedNames | None:
    """Return what a queryset joins; None where only its compiler knows."""
    joined = queryset.query.select_related
    return None if joined is True else joined or {}


def lookups_of(queryset: Queryset) -> Lookups:
    lookups: list[Lookup] = normalize_prefetch_lookups(queryset._prefetch_related_lookups)
    return [(tuple(each.prefetch_to.split(LOOKUP_SEP)), each.queryset) for each in lookups]
