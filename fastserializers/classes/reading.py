"""`to_representation()` and `fields` of serializers that read fast."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.marks import LEFT, MARK, OpenList, state_of
from fastserializers.plans.strategy import (
    ASKED,
    READ_AGAIN,
    ROW_BY_ROW,
    decide,
    of_row,
    plan_at_use,
)
from fastserializers.plans.switch import drf_reads
from fastserializers.plans.versions import Reading
from fastserializers.proof import verify
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.loaded_instances import relations_loaded, relations_of_one_loaded
from fastserializers.rows.queryset import read
from fastserializers.rows.represented import represented_rows, rows_of_instances
from fastserializers.rows.row_instances import Instances
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.fallbacks import represented_by
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.nested import context_of_rows
from fastserializers.runtime.overrides import SET_ON_SERIALIZER
from fastserializers.runtime.zones import active_zone

ByDRF = Callable[[Any, Any], Any]
"""Takes a serializer and what it is to represent; REST framework's own method."""

REPLACED: dict[Any, Any] = {}
"""REST framework's own attributes, by those that have been put in their places."""


class Fields:
    """`Serializer.fields`, each made when it is asked for; or those of REST framework."""

    def __init__(self, by_drf: Callable[[Any], Any]) -> None:
        self.by_drf = by_drf

    def __get__(self, serializer: AnySerializer | None, owner: object = None) -> Any:
        if serializer is None:
            return self
        fields = lazy_fields(serializer)
        return self.by_drf(serializer) if fields is None else fields


def lazy_fields(serializer: AnySerializer) -> LazyFields | None:
    """Return the fields of a serializer that reads fast, which keeps them as REST framework does.

    None where REST framework's `get_fields()` has to make them.
    """
    state = state_of(serializer)
    if state is None or drf_reads() or not SET_ON_SERIALIZER.isdisjoint(serializer.__dict__):
        return None
    plan = state.class_plan or plan_at_use(serializer, state)
    if plan is None or plan.recipe is None:
        return None
    if state.version is not None and state.version.is_walked:
        state.version.count_made_by_drf()
        return None
    fields = serializer.__dict__["fields"] = LazyFields(serializer, plan.recipe)
    return fields


def reading_one(by_drf: ByDRF) -> Any:
    """Return the method `to_representation()` of a serializer."""

    def to_representation(self: Any, instance: Any) -> Any:
        own = self.__dict__
        open_list: Any = own[MARK].open_list if MARK in own else None
        if open_list is LEFT:
            return by_drf(self, instance)
        reading = decide(self) if open_list is None else of_row(self, own[MARK])
        if reading.code == "both":
            return verify.by_both(self, instance, to_representation)
        compiled = reading.plan
        if compiled is None:
            if reading is ASKED:
                return represented_by(open_list.context.fields, instance)
            return by_drf(self, instance)
        zone = active_zone() if compiled.zoned else None
        if open_list is None:
            with relations_of_one_loaded(instance, compiled):
                return compiled.one[type(instance)](instance, self, zone)
        context, rows = open_list
        if rows is None:
            return compiled.one[type(instance)](instance, context, zone)
        return rows.represented(compiled, instance, context, zone)

    return to_representation


def reading_many(by_drf: ByDRF) -> Any:
    """Return the method `to_representation()` of a list serializer."""

    def to_representation(self: Any, data: Any) -> Any:
        if state_of(self.child) is None:
            return by_drf(self, data)
        source = data.all() if isinstance(data, BaseManager) else data
        reading = decide(self, source)
        if reading is ROW_BY_ROW:
            return by_drf(self, source)
        if reading.code == "drf":
            return left_to_drf(self.child, partial(by_drf, self, source))
        if reading.code == "both":
            return verify.by_both(self, source, to_representation)
        return represented_list(self, source, reading, by_drf)

    return to_representation


def represented_list(listed: Any, data: Any, reading: Reading, by_drf: ByDRF) -> Any:
    """Return what a list serializer whose child reads fast makes of `data`."""
    child = listed.child
    source = rows_or_instances(data, reading)
    row_set = source if isinstance(source, Instances) else None
    rows = source if row_set is None else row_set.rows
    # Code of the project's, which may change the time zone before each row.
    is_yielded = type(source) not in READ_AGAIN and not isinstance(rows, QuerySet | RowList)
    following = iter(rows)
    for first in following:
        if source is not data or type(source) not in READ_AGAIN:
            # Only now: without rows, REST framework makes no fields.
            reading = decide(listed, source, is_begun=True)
        if type(source) not in READ_AGAIN:
            source = rows = chain((first,), following)
        compiled = reading.plan
        if reading.code == "drf":
            return left_to_drf(child, partial(by_drf, listed, source))
        if compiled is None:
            return each_row(row_set, child, partial(by_drf, listed, source))
        if row_set is not None:
            return by_rows(compiled, row_set, child)
        if compiled.zoned and is_yielded:
            return [compiled.one[type(row)](row, child, active_zone()) for row in rows]
        zone = active_zone() if compiled.zoned else None
        with relations_loaded(data, compiled):
            return compiled.many[type(first)](rows, child, zone)
    return []


def left_to_drf(child: AnySerializer, represent: Callable[[], Any]) -> Any:
    """Return what REST framework makes of a list: nothing is decided anew for each row."""
    return with_open_list(child, LEFT, represent)


def rows_or_instances(source: Any, reading: Reading) -> Any:
    """Return the rows of a queryset or a page, fetched, or what has the instances."""
    if not reading.rows or type(source) is Instances:
        return source
    take = source.take_rows if isinstance(source, RowList) else partial(read, source)
    row_set = take()
    return source if row_set is None else row_set


def by_rows(compiled: CompiledPlan, row_set: Instances, child: AnySerializer) -> list[Any]:
    """Return what becomes of rows of the database by a plan."""
    zone = active_zone() if compiled.zoned else None
    return represented_rows(row_set, compiled, child, zone)


def each_row(row_set: Instances | None, child: AnySerializer, represent: Callable[[], Any]) -> Any:
    """Return what a project's `to_representation()` makes of each row.

    Relations that its base reads, and that were not loaded, are fetched for all rows.
    """
    context = context_of_rows(child)
    if row_set is None:
        return with_open_list(child, OpenList(context), represent)
    with rows_of_instances(row_set) as rows:
        return with_open_list(child, OpenList(context, rows), represent)


def with_open_list(child: AnySerializer, open_list: OpenList, represent: Callable[[], Any]) -> Any:
    state: Any = state_of(child)
    state.open_list = open_list
    try:
        return represent()
    finally:
        state.open_list = None
