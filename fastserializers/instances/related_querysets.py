"""An instance's value for a relation: the related one, or a queryset that is evaluated already.

A related manager starts from an empty query, copies it, and leaves a filter that is applied when
`queryset.query` is looked at. Only the instance that the filter names differs from one instance to
the next: the first queryset is Django's, and the others are copies of it.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.db.models import Model

from fastserializers.instances.new_instances import MakeRelated, Owner
from fastserializers.rows.layout import Row
from fastserializers.rows.relations import Relation, start_of
from fastserializers.rows.row_sets import RelatedRows
from fastserializers.rows.unpatched import (
    OWN_COPIES,
    OWN_QUERY_COPIES,
    Queryset,
    has_own,
    starts_plainly,
)

CopyFor = Callable[[Any, Any], Queryset]


def related_to(related: RelatedRows[Any]) -> MakeRelated:
    """Return a function that makes the related instance or None, or the list of them."""
    instance_of = related.row_set.instance_of
    if not related.relation.single:
        return lambda row, owner: list(map(instance_of, related.of(row)))

    def make(row: Row, owner: Owner) -> Model | None:
        behind = related.of(row)
        return None if behind is None else instance_of(behind)

    return make


def evaluated_querysets(related: RelatedRows[Any], given: Queryset | None) -> MakeRelated:
    """Return a function that makes the queryset of an instance, which has its rows already."""
    queryset_of = related_querysets(related.relation, given)
    instances_of = related_to(related)

    def make(row: Row, owner: Owner) -> Queryset:
        queryset = queryset_of(owner())
        queryset._result_cache = instances_of(row, owner)
        queryset._prefetch_done = True
        return queryset

    return make


def related_querysets(relation: Relation, given: Queryset | None) -> Callable[[Any], Queryset]:
    """Return a function that returns the queryset that an instance's related manager filters.

    The manager filters `given`, or else its own queryset.
    """
    found: list[CopyFor | None] = []
    key_of = attrgetter(target_attribute(relation))

    def queryset_of(instance: Model) -> Queryset:
        if not found:
            found.append(copying(relation, given, instance))
        copy_for = found[0]
        if copy_for is not None and (key := key_of(instance)) is not None:
            return copy_for(instance, key)
        return filtered_by_manager(relation, given, instance)

    return queryset_of


def target_attribute(relation: Relation) -> str:
    attribute: str = relation.field.foreign_related_fields[0].attname
    return attribute


def filtered_by_manager(relation: Relation, given: Queryset | None, instance: Model) -> Queryset:
    manager = getattr(instance, relation.name)
    start = start_of(manager) if given is None else given._chain()
    queryset: Queryset = manager._apply_rel_filters(start)
    return queryset


def copying(relation: Relation, given: Queryset | None, instance: Model) -> CopyFor | None:
    """Return a function that copies the queryset of `instance` for another one and its key.

    None where project code runs, or where the instance has no key.
    """
    queryset = filtered_by_manager(relation, given, instance)
    cls, state = type(queryset), dict(vars(queryset))
    deferred, query, hints = state["_deferred_filter"], state["_query"], state["_hints"]
    if not (
        deferred
        and (given is not None or starts_plainly(getattr(instance, relation.name)))
        and has_own(cls, OWN_COPIES)
        and has_own(type(query), OWN_QUERY_COPIES)
    ):
        return None
    ((name, compared),) = deferred[2].items()
    is_instance, fields = compared is instance, [*state["_known_related_objects"]]
    # Values that no two querysets share, and no later queryset is to keep alive.
    state.update(dict.fromkeys(OF_ONE))
    del hints["instance"]

    def copy_for(instance: Model, key: Any) -> Queryset:
        copied: Queryset = object.__new__(cls)
        own = copied.__dict__
        own.update(state)
        own["_query"] = clone = query.clone()
        clone.used_aliases = set()
        own["_hints"] = {**hints, "instance": instance}
        own["_deferred_filter"] = False, (), {name: instance if is_instance else key}
        own["_known_related_objects"] = {field: {key: instance} for field in fields}
        if "_fetch_mode" in own:
            own["_fetch_mode"] = instance._state.fetch_mode
        return copied

    return copy_for


OF_ONE = ("_query", "_hints", "_deferred_filter", "_known_related_objects")
