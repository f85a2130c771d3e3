"""What a serializer that reads fast makes of an object or a list, and how it has its fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.marks import SerializerState, state_of
from fastserializers.plans.strategy import plan_at_use, plan_to_expect, strategy_of
from fastserializers.plans.switch import drf_reads, reader_of
from fastserializers.proof import verify
from fastserializers.rows import queryset as rows_of_queryset
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.row_set import RowSet
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.nested import context_of_rows
from fastserializers.runtime.overrides import SET_ON_SERIALIZER
from fastserializers.runtime.zones import active_zone

ByDRF = Callable[[Any, Any], Any]
"""Takes a serializer and what it is to represent; REST framework's own method."""

# What has all of its rows already, and gives them a second time.
READ_AGAIN = (list, tuple)


class Fields:
    """`Serializer.fields`, each made when somebody asks for it; or those of REST framework."""

    def __init__(self, by_drf: Callable[[Any], Any]) -> None:
        self.by_drf = by_drf

    def __get__(self, serializer: Any, owner: Any = None) -> Any:
        if serializer is None:
            return self
        fields = lazy_fields(serializer)
        return self.by_drf(serializer) if fields is None else fields


def lazy_fields(serializer: Any) -> LazyFields | None:
    """Return the fields of a serializer that reads fast, which keeps them as REST framework does.

    None where REST framework's `get_fields()` has to make them.
    """
    state = state_of(serializer)
    if state is None or drf_reads() or not SET_ON_SERIALIZER.isdisjoint(serializer.__dict__):
        return None
    plan = state.class_plan or plan_at_use(serializer, state)
    if plan is None or plan.recipe is None:
        return None
    fields = serializer.__dict__["fields"] = LazyFields(serializer, plan.recipe)
    return fields


def reading_one(by_drf: ByDRF) -> Any:
    """Return the method `to_representation()` of a serializer."""

    def to_representation(self: Any, instance: Any) -> Any:
        state = state_of(self)
        if state is None:
            return by_drf(self, instance)
        # A list that has a context for its rows has asked for all of them.
        reader = reader_of(self) if state.context is None else "fast"
        if reader == "both":
            return verify.by_both(self, instance, to_representation)
        compiled = "drf" if reader == "drf" else strategy_of(self, state)
        if not isinstance(compiled, CompiledPlan):
            return by_drf(self, instance)
        zone = active_zone() if compiled.zoned else None
        context = state.context or self
        if state.rows is not None:
            return state.rows.represented(compiled, instance, context, zone)
        return compiled.one[type(instance)](instance, context, zone)

    return to_representation


def reading_many(by_drf: ByDRF) -> Any:
    """Return the method `to_representation()` of a list serializer."""

    def to_representation(self: Any, data: Any) -> Any:
        state = state_of(self.child)
        # A list that has a context for its rows has REST framework's code read each of them.
        if state is None or state.context is not None or (reader := reader_of(self)) == "drf":
            return by_drf(self, data)
        if reader == "both":
            return verify.by_both(self, data, to_representation)
        return represented_list(self, state, data, by_drf)

    return to_representation


def represented_list(listed: Any, state: SerializerState, data: Any, by_drf: ByDRF) -> Any:
    """Return what a list serializer whose child reads fast makes of `data`."""
    child = listed.child
    source = source_of(data, child)
    row_set = source if isinstance(source, RowSet) else None
    rows = source if row_set is None else row_set.rows
    # Code of the project's, which may change the time zone before each row.
    is_yielded = type(rows) not in READ_AGAIN and not isinstance(rows, QuerySet | RowList)
    following = iter(rows)
    for first in following:
        # Only now: without rows, REST framework makes no fields.
        compiled = strategy_of(
            child, state, number_of(rows), is_list=True, is_database=row_set is not None
        )
        if row_set is None and type(rows) not in READ_AGAIN:
            source = rows = chain((first,), following)
        if isinstance(compiled, CompiledPlan):
            if row_set is not None:
                return by_rows(compiled, row_set, child)
            if compiled.zoned and is_yielded:
                return [compiled.one[type(row)](row, child, active_zone()) for row in rows]
            zone = active_zone() if compiled.zoned else None
            return compiled.many[type(first)](rows, child, zone)
        if compiled == "drf":
            return by_drf(listed, source)
        return each_row(row_set, state, child, partial(by_drf, listed, source))
    return []


def source_of(data: Any, child: Any) -> Any:
    """Return what has the rows of a list: a row set where they are no instances."""
    if type(data) in READ_AGAIN or isinstance(data, RowSet):
        return data
    data = data.all() if isinstance(data, BaseManager) else data
    if not isinstance(data, QuerySet | RowList) or not rows_of_queryset.may_read_rows(child):
        return data
    if isinstance(data, RowList):
        row_set = data.take_rows()
    else:
        row_set = rows_of_queryset.read(data, plan_to_expect(child))
    return data if row_set is None else row_set


def number_of(source: Any) -> int:
    """Return how many rows are there; 1 where only reading them tells."""
    loaded: Any = source._result_cache if isinstance(source, QuerySet) else source
    return len(loaded) if hasattr(loaded, "__len__") else 1


def by_rows(compiled: CompiledPlan, row_set: RowSet, child: Any) -> list[Any]:
    """Return what becomes of rows of the database by a plan."""
    zone = active_zone() if compiled.zoned else None
    with rows_of_queryset.lending(row_set):
        represent = rows_of_queryset.function_for(row_set, compiled)
        return represent(row_set.rows, child, zone, row_set)


def each_row(
    row_set: RowSet | None, state: SerializerState, child: Any, represent: Callable[[], Any]
) -> Any:
    """Return what a project's `to_representation()` makes of each row.

    What its base reads of the rows, and nobody has loaded, is fetched for all of them.
    """
    state.context = context_of_rows(child)
    try:
        if row_set is None:
            return represent()
        with rows_of_queryset.lending(row_set):
            state.rows = rows_of_queryset.RowsOfInstances(row_set)
            return represent()
    finally:
        state.context = state.rows = None
