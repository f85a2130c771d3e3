"""The querysets that instances have for a relation to many rows, and that are evaluated already.

A related manager starts from an empty query, copies it, and leaves a filter that is applied when
`queryset.query` is looked at. Only the instance that the filter names differs from one instance to
the next: the first queryset is Django's, and the others are copies of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter
from typing import Any

from django.db import router
from django.db.models import Model
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.layout import Row
from fastserializers.rows.new_instances import MakeRelated, Owner
from fastserializers.rows.relations import (
    TYPES,
    Relation,
    key_field,
    relation_of,
    selects,
    start_of,
)
from fastserializers.rows.row_instances import RelatedRows
from fastserializers.rows.unpatched import (
    OWN_COPIES,
    OWN_QUERY_COPIES,
    Queryset,
    has_own,
    starts_plainly,
)

CopyFor = Callable[[Any, Any], Queryset]


def evaluated_querysets(link: RelatedRows, given: Queryset | None) -> MakeRelated:
    """Return a function that makes the queryset of an instance, which has its rows already."""
    queryset_of = related_querysets(link.relation, given)

    def make(row: Row, owner: Owner) -> Queryset:
        queryset = queryset_of(owner())
        queryset._result_cache = link.related_to(row)
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
        if copy_for is not None and (key := key_of(instance)) is not None and key != "":
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


# Querysets of related managers at the top of a list: their instances know the owner.


def sets_owners_plainly(queryset: Queryset) -> bool:
    """Return whether giving instances the owner of their queryset does nothing else."""
    known = queryset._known_related_objects
    return not known or (
        not router_has("allow_relation")
        and all(is_plain_owner(queryset, *item) for item in known.items())
    )


def is_plain_owner(queryset: Queryset, field: Any, objects: Mapping[Hashable, Model]) -> bool:
    """Return whether instances get objects by a field as `ModelIterable` sets them, and no more.

    Not so where a prefetch begins with them, or the key of an instance would become another one.
    """
    relation = relation_of(queryset.model, field.name)
    lookups = normalize_prefetch_lookups(queryset._prefetch_related_lookups)
    return (
        relation is not None
        and selects(queryset.query.get_select_mask(), relation.key)
        and not any(lookup.prefetch_to.startswith(field.name) for lookup in lookups)
        and all(
            owner._state.db == queryset.db
            and type(key) is TYPES.get(type(key_field(relation)))
            and getattr(owner, field.target_field.attname) == key
            for key, owner in objects.items()
        )
    )


def router_has(method: str) -> bool:
    return any(hasattr(part, method) for part in router.routers)
