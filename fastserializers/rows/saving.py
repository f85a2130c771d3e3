"""Where rows save nothing, or no query: Django makes each instance anyhow, or there are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
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


def rows_save_nothing(queryset: Queryset, needs: ColumnNeeds) -> bool:
    """Return whether Django makes all instances, and the queryset loads all that is read of them.

    Rows save queries then, and nothing else: there are none to save.
    """
    are_made = all(
        making_of(model) is Making.BY_DJANGO for model in models_read(queryset.model, needs)
    )
    return are_made and loads_all(queryset, needs)


def models_read(model: type[Model], needs: ColumnNeeds) -> Iterator[type[Model]]:
    """Yield a model, and those of the relations that are read of it."""
    yield model
    for relation, below in needs.of(model).relations:
        yield from models_read(relation.model, below)


def most_rows(queryset: Queryset) -> float:
    """Return how many rows a queryset is sliced to, as a page is; infinity where it is not."""
    query = queryset.query
    return inf if query.high_mark is None else query.high_mark - query.low_mark


def rows_save_no_query(queryset: Queryset, needs: ColumnNeeds) -> bool:
    """Return whether Django makes as many queries as reading a queryset as rows makes.

    A relation of one row takes the one row of a queryset one query either way.
    """
    is_lone = most_rows(queryset) == 1
    if is_lone and not needs.of(queryset.model).reads_relations_of_many:
        return True
    return loads_all(queryset, needs)


def loads_all(queryset: Queryset, needs: ColumnNeeds) -> bool:
    """Return whether a queryset loads all relations that are read of its instances.

    A column that it defers takes a query of each instance, however its rows are read.
    """
    joined = joined_by(queryset)
    return joined is not None and are_loaded(queryset.model, needs, joined, lookups_of(queryset))


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
    if following is None:
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
