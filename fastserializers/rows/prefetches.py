"""Whether what a queryset prefetches is plain: every lookup leads to rows that only it fetches.

Django looks at instances to see what is left to fetch. Where a lookup may find there what another
one has put, the whole queryset is left to Django.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.db.models import Model, Prefetch, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.db.models.sql.query import Query

from fastserializers.rows.execute import is_readable
from fastserializers.rows.relations import Relation, relation_of
from fastserializers.rows.unpatched import (
    OWN_MANAGER,
    OWN_QUERYSET,
    Queryset,
    has_own,
    own_of,
)


class Rows:
    """What a lookup leads to, before anything is fetched."""

    def __init__(
        self, model: type[Model], query: Any, known: Iterable[str] = (), joined: Any = None
    ) -> None:
        self.model = model
        self.query = query
        self.known = frozenset(known)
        """Under what the instances have those that they were fetched for."""
        self.is_joined = joined is not None
        self.joined: Any = joined if self.is_joined else query.select_related
        """What is joined to them, as `Query.select_related` has it."""
        self.steps: dict[str, Rows] = {}
        """What lookups lead to from here."""

    def has_column(self, name: str) -> bool:
        """Return whether a column is certain to be in the rows."""
        names, is_deferred = self.query.deferred_loading
        if not names:
            return True
        field: Any = self.model._meta.get_field(name)
        is_named = not names.isdisjoint((field.name, field.attname))
        is_own = not self.model._meta.parents
        return is_own and (field.primary_key or (not self.is_joined and is_named != is_deferred))

    def may_have(self, attribute: str) -> bool:
        """Return whether instances may have an attribute before anything is put there."""
        query = self.query
        return (
            attribute.startswith("_")
            or hasattr(self.model, attribute)
            or any(attribute in names for names in (query.annotations, query.extra))
            or attribute in query._filtered_relations
        )


def prefetches_plainly(queryset: Queryset) -> bool:
    """Return whether what a queryset prefetches can be fetched without looking at instances."""
    lookups = queryset._prefetch_related_lookups
    if not lookups or lead_on_plainly(queryset):
        return True
    known = (field.cache_name for field in queryset._known_related_objects)
    return all_plain(Rows(queryset.query.model, queryset.query, known), lookups)


# The same answer for the same names, where nothing but them and the models has a say.


def lead_on_plainly(queryset: Queryset) -> bool:
    """Return whether what is known of the names of lookups is enough to call them plain."""
    query, lookups = queryset.query, queryset._prefetch_related_lookups
    if query.select_related or query.deferred_loading[0] or queryset._known_related_objects:
        return False
    if not all(type(lookup) is str for lookup in lookups):
        return False
    relations = plain_relations(query.model, tuple(lookups))
    return (
        relations is not None
        and all(has_own(cls, wanted) for cls, wanted in MADE_BY_DJANGO)
        and all(is_still_plain(relation) for relation in relations)
    )


@lru_cache(maxsize=1024)
def plain_relations(model: type[Model], lookups: tuple[str, ...]) -> tuple[Relation, ...] | None:
    """Return the relations on the way of lookups; None where more has to be looked at."""
    rows = Rows(model, Query(model))
    if not all_plain(rows, lookups):
        return None
    relations = tuple(relations_on_the_way(rows))
    return relations if all(map(is_still_plain, relations)) else None


def relations_on_the_way(rows: Rows) -> Iterator[Any]:
    for name, following in rows.steps.items():
        yield relation_of(rows.model, name)
        yield from relations_on_the_way(following)


def is_still_plain(relation: Relation) -> bool:
    """Return whether a relation starts from all rows of its model, by Django's own code."""
    manager = manager_of(relation)
    return (
        has_own(type(manager), OWN_MANAGER)
        and manager._queryset_class is QuerySet
        and "get_queryset" not in vars(manager)
    )


MADE_BY_DJANGO = (
    (QuerySet, OWN_QUERYSET),
    (QuerySet, own_of(QuerySet, "__init__")),
    (Query, own_of(Query, "__init__")),
)


def all_plain(rows: Rows, lookups: Iterable[Any]) -> bool:
    return all(is_plain(rows, lookup) for lookup in lookups)


def is_plain(rows: Rows, lookup: Any) -> bool:
    lookup = Prefetch(lookup) if isinstance(lookup, str) else lookup
    if type(lookup) is not Prefetch:
        return False
    *way, last = lookup.prefetch_through.split(LOOKUP_SEP)
    for name in way:
        following = followed(rows, name)
        if following is None:
            return False
        rows = following
    return followed(rows, last, lookup.to_attr, lookup.queryset) is not None


def followed(
    rows: Rows, name: str, to_attr: str | None = None, given: Queryset | None = None
) -> Rows | None:
    """Return what a step of a lookup leads to; None where that is for Django to find out."""
    step = to_attr or name
    is_asked = to_attr is not None or given is not None
    if step in rows.steps:
        return None if is_asked else rows.steps[step]
    relation = relation_of(rows.model, name)
    if relation is None or not leads_on(rows, relation):
        return None
    if to_attr is not None and rows.may_have(to_attr):
        return None
    if relation.single and rows.joined:
        joined = rows.joined is True or rows.joined.get(joined_name(relation))
        if joined is True or (joined is not None and is_asked):
            return None
        if joined is not None:
            return rows.steps.setdefault(
                step, Rows(relation.model, rows.query, ways_back(relation), joined)
            )
    following = fetched(relation, given)
    return None if following is None else rows.steps.setdefault(step, following)


def leads_on(rows: Rows, relation: Relation) -> bool:
    """Return whether a relation leads to other rows than those that these were fetched for."""
    return (
        relation.cache not in rows.known
        and rows.has_column(relation.key)
        and not relation.field.remote_field.parent_link
    )


def joined_name(relation: Relation) -> str:
    """Return the name by which `select_related()` knows a relation to one row."""
    is_forward = relation.name == relation.field.name
    name: str = relation.name if is_forward else relation.field.remote_field.name
    return name


def ways_back(relation: Relation) -> tuple[str, ...]:
    return () if relation.remote is None else (relation.remote,)


def fetched(relation: Relation, given: Queryset | None) -> Rows | None:
    """Return what a relation leads to by a query, with all that the query prefetches."""
    queryset = queryset_of(relation) if given is None else given
    if queryset is None or not is_readable(queryset):
        return None
    query = queryset.query
    rows = Rows(query.model, query, ways_back(relation))
    is_plain = (
        query.model._meta.concrete_model is relation.model._meta.concrete_model
        and not queryset._known_related_objects
        and not query.is_sliced
        and not query.combinator
        and (relation.annotates or rows.has_column(relation.target))
        # Django looks at two columns of each related instance.
        and not (relation.converts and query.deferred_loading[0])
        and all_plain(rows, queryset._prefetch_related_lookups)
    )
    return rows if is_plain else None


def queryset_of(relation: Relation) -> Queryset | None:
    """Return what a relation starts from where no queryset is given; None if that is an error."""
    try:
        return manager_of(relation).get_queryset()
    except Exception:
        return None


def manager_of(relation: Relation) -> Any:
    model: Any = relation.model
    return model._base_manager if relation.single else model._default_manager
