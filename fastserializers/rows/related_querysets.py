"""The querysets that instances have for a relation to many rows, evaluated already.

A related manager starts from an empty query, copies it, and leaves a filter that is applied when
somebody asks for the query. Between two instances nothing differs but whom that filter names: the
first queryset is Django's, and the others are copies of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models.query import QuerySet
from django.db.models.sql.query import Query

from fastserializers.rows.relations import Relation, start_of
from fastserializers.rows.unpatched import OWN_MANAGER, Queryset, has_own, own_of

OWN_COPIES = own_of(
    QuerySet,
    *("_add_hints", "_chain", "_clone", "_filter_or_exclude", "_next_is_sticky"),
    *("filter", "query", "using"),
)
OWN_QUERY_COPIES = own_of(Query, "chain", "clone")


class Pattern(NamedTuple):
    """What the querysets of a relation have in common, and what those of an instance name."""

    cls: type
    state: dict[str, Any]
    query: Any
    hints: dict[str, Any]
    key: str
    """The attribute of an instance that related rows are found by."""
    filtered: str
    """What is compared with the instance, or with its key."""
    compares_instance: bool
    known: Any
    """The field by which related rows know of the instance; None where they don't."""


def related_querysets(relation: Relation, given: Queryset | None) -> Callable[[Any], Queryset]:
    """Return a function that returns what the related manager of an instance filters for it.

    That starts from `given`, or else from the queryset of the manager.
    """
    found: list[Pattern | None] = []

    def queryset_of(instance: Any) -> Queryset:
        if not found:
            found.append(pattern_of(relation, given, instance))
        pattern = found[0]
        key = None if pattern is None else getattr(instance, pattern.key)
        if pattern is None or key is None or key == "":
            return filtered_by_manager(relation, given, instance)
        return copy_for(pattern, instance, key)

    return queryset_of


def filtered_by_manager(relation: Relation, given: Queryset | None, instance: Any) -> Queryset:
    manager = getattr(instance, relation.name)
    start = start_of(manager) if given is None else given._chain()
    queryset: Queryset = manager._apply_rel_filters(start)
    return queryset


def pattern_of(relation: Relation, given: Queryset | None, instance: Any) -> Pattern | None:
    """Return what to copy; None where a project's code runs, or Django does something else."""
    queryset = filtered_by_manager(relation, given, instance)
    state = dict(vars(queryset))
    starts_unpatched = given is not None or has_own(
        base_of_manager(relation, instance), OWN_MANAGER
    )
    if not (starts_unpatched and copies_plainly(queryset)) or not state.get("_deferred_filter"):
        return None
    key = relation.field.foreign_related_fields[0].attname
    value = getattr(instance, key)
    negated, arguments, filters = state["_deferred_filter"]
    name, compared = next(iter(filters.items()), ("", None))
    known = state["_known_related_objects"]
    if (
        (negated, arguments, len(filters)) != (False, (), 1)
        or not (compared is instance or compared is value)
        or known not in ({}, {relation.field: {value: instance}})
        or state["_hints"].get("instance") is not instance
    ):
        return None
    return Pattern(
        cls=type(queryset),
        state=dict.fromkeys(state) | {name: state[name] for name in state.keys() - OF_ONE},
        query=state["_query"],
        hints={name: hint for name, hint in state["_hints"].items() if name != "instance"},
        key=key,
        filtered=name,
        compares_instance=compared is instance,
        known=relation.field if known else None,
    )


# What no two querysets share.
OF_ONE = {"_query", "_hints", "_deferred_filter", "_known_related_objects"}


def base_of_manager(relation: Relation, instance: Any) -> type:
    base: type = type(getattr(instance, relation.name)).__mro__[1]
    return base


def copies_plainly(queryset: Queryset) -> bool:
    return has_own(type(queryset), OWN_COPIES) and has_own(type(queryset._query), OWN_QUERY_COPIES)


def copy_for(pattern: Pattern, instance: Any, key: Any) -> Queryset:
    queryset: Queryset = object.__new__(pattern.cls)
    state = queryset.__dict__
    state.update(pattern.state)
    query = state["_query"] = pattern.query.clone()
    query.used_aliases = set()
    state["_hints"] = {**pattern.hints, "instance": instance}
    compared = instance if pattern.compares_instance else key
    state["_deferred_filter"] = False, (), {pattern.filtered: compared}
    state["_known_related_objects"] = {pattern.known: {key: instance}} if pattern.known else {}
    if "_fetch_mode" in state:
        state["_fetch_mode"] = instance._state.fetch_mode
    return queryset
