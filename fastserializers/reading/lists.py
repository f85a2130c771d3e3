"""Lists: as rows of the database, from objects, or by REST framework."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, cast

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from rest_framework.serializers import ListSerializer

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.conf import reads_as_usual, value_of
from fastserializers.proof import verify
from fastserializers.reading import decision
from fastserializers.reading.chosen_fields import plan_of_list
from fastserializers.reading.class_plan import count_rows
from fastserializers.reading.decision import Decision, ReadBy
from fastserializers.reading.objects import has_changed, is_drawn, plan_for
from fastserializers.reading.state import LEFT, OpenList, state_of
from fastserializers.recording.recorder import recorder_now, why_page
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.loaded_instances import relations_loaded
from fastserializers.rows.models import own_method
from fastserializers.rows.queryset import read, why_django_reads
from fastserializers.rows.represented import represented_rows, rows_of_instances
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import Queryset, is_readable
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.nested import context_of_rows
from fastserializers.runtime.values import LOADING
from fastserializers.runtime.zones import active_zone
from fastserializers.switch import drf_reads, is_proving

ByDRF = Callable[[Any, Any], Any]
"""Takes a list serializer and what it is to represent; REST framework's own method."""


def read_list(listed: Any, data: Any, by_drf: ByDRF) -> tuple[Decision, Any]:
    """Return what a list serializer makes of `data`, and what has read it, and why."""
    if has_no_rows(data):
        return decision.EMPTY, by_drf(listed, data)
    child = listed.child
    state = state_of(child)
    if state is None:
        return decision.UNMARKED, by_drf(listed, data)
    source = data.all() if isinstance(data, BaseManager) else data
    if state.open_list is not None:
        return decision.IN_LIST, by_drf(listed, source)

    def left(objects: Any) -> Any:
        return with_open_list(child, LEFT, partial(by_drf, listed, objects))

    if is_proving() or not reads_as_usual():
        if drf_reads():
            return decision.OFF, left(source)
        if is_drawn(listed, state):
            return decision.PROVED, verify.by_both(
                listed, source, ListSerializer.to_representation
            )
    if state.is_planned and has_changed(child, state):
        return decision.CHANGED, left(source)
    plan = plan_for(child, state)
    if plan is None:
        output = left(source)
        count_rows(type(child), len(output))
        return decision.UNPLANNED, output
    if plan.is_left_to_drf:
        return plan.usual, left(source)
    row_set, reason = fetched(source, child)
    objects = objects_of(source) if row_set is None else row_set
    first, objects = first_of(objects)
    if first is NO_ROW:
        # REST framework makes no field of a list without rows.
        return Decision(ReadBy.INSTANCES if reason else ReadBy.ROWS, reason=reason), []
    if plan.has_own_representation or "to_representation" in child.__dict__:
        given = Decision(ReadBy.INSTANCES, reason=reason or partial(why_given, type(child)))
        return given, each_row(by_drf, listed, objects)
    chosen = plan_of_list(child, plan)
    if chosen is None:
        return decision.TOO_MANY, left(objects)
    if row_set is not None:
        return Decision(ReadBy.ROWS, chosen), by_rows(chosen, row_set, child)
    return Decision(ReadBy.INSTANCES, chosen, reason), by_objects(chosen, first, objects, child)


# What has the rows.

NO_ROW = object()


def has_no_rows(data: Any) -> bool:
    """Return whether a list is known to be empty: an empty list, or the queryset of `none()`."""
    if isinstance(data, QuerySet):
        return data._query.is_empty() and data._result_cache is None  # type: ignore[attr-defined]
    return type(data) is list and not data


def fetched(source: Any, child: Any) -> tuple[Instances | None, Reason]:
    """Return the rows of a queryset or a page; None, and why, if its instances are read."""
    if type(source) is Instances:
        return source, ""
    reason = why_objects(source, child)
    if reason:
        return None, reason
    if isinstance(source, RowList):
        row_set = source.take_rows()
        return row_set, "" if row_set else SEEN
    row_set = read(source)
    return row_set, "" if row_set else NOT_ROWS


def why_objects(source: Any, child: Any) -> Reason:
    """Return why objects of a list are read, and not rows; the empty string for rows."""
    if not isinstance(source, QuerySet | RowList):
        return why_page() or NO_QUERYSET
    if not value_of("ROWS") or getattr(getattr(child, "Meta", None), "rows", True) is False:
        return NO_ROWS
    if isinstance(source, RowList):
        return ""
    queryset = cast("Queryset", source)
    if queryset._result_cache is None and is_readable(queryset):
        return ""
    why = partial(why_django_reads, queryset)
    # Once the list is read, the queryset is evaluated.
    return why if recorder_now() is None else why()


def why_given(cls: type) -> str:
    """Return whose `to_representation()` is given the instances of a list."""
    own = own_method(cls, ("to_representation",), "rest_framework")
    return f"{own or f'{cls.__qualname__}.to_representation'}() is given them"


def reads_rows(listed: Any, source: Any) -> bool:
    """Return whether a list serializer reads the rows of a queryset."""
    state = state_of(listed.child)
    if state is None or state.open_list is not None or not reads_as_usual() or drf_reads():
        return False
    plan = plan_for(listed.child, state)
    if plan is None or plan.is_left_to_drf or has_changed(listed.child, state):
        return False
    return not why_objects(source, listed.child)


Reason = str | Callable[[], str]
NO_QUERYSET = "it is no queryset"
NO_ROWS = "ROWS is False in the setting, or rows is False in its Meta"
SEEN = "code has had the instances of the page, or they were represented before"
NOT_ROWS = "its columns, joins or prefetches are ones that only Django makes instances of"


def objects_of(source: Any) -> Any:
    """Return the objects of a list: as a list if no project code runs between two of them."""
    if type(source) in (list, tuple):
        return source
    objects = iter(source)
    return [*objects] if getattr(type(source), "__iter__", None) in LOADING else objects


def first_of(objects: Any) -> tuple[Any, Any]:
    """Return the first object of a list, or `NO_ROW`, and all of them."""
    if type(objects) is Instances:
        return (objects.rows[0] if objects.rows else NO_ROW), objects
    if type(objects) in (list, tuple):
        return (objects[0] if objects else NO_ROW), objects
    first = next(objects, NO_ROW)
    return first, chain((first,), objects)


# What reads them.


def by_rows(plan: CompiledPlan, row_set: Instances, child: AnySerializer) -> list[Any]:
    return represented_rows(row_set, plan, child, active_zone() if plan.zoned else None)


def by_objects(plan: CompiledPlan, first: Any, objects: Any, child: AnySerializer) -> list[Any]:
    if plan.zoned and type(objects) not in (list, tuple):
        # Project code may change the time zone before each object.
        return [plan.one[type(each)](each, child, active_zone()) for each in objects]
    zone = active_zone() if plan.zoned else None
    with relations_loaded(objects, plan):
        output: list[Any] = plan.many[type(first)](objects, child, zone)
    return output


def each_row(by_drf: ByDRF, listed: Any, objects: Any) -> Any:
    """Return what the class's own `to_representation()` makes of each row.

    Relations that its base reads, and that nobody loaded, are loaded for all rows.
    """
    child = listed.child
    context, represent = context_of_rows(child), partial(by_drf, listed, objects)
    if type(objects) is not Instances:
        return with_open_list(child, OpenList(context), represent)
    with rows_of_instances(objects) as rows:
        return with_open_list(child, OpenList(context, rows), represent)


def with_open_list(child: AnySerializer, open_list: OpenList, represent: Callable[[], Any]) -> Any:
    """Call `represent`, whose rows are not decided again, or know the list that they are of."""
    state: Any = state_of(child)
    state.open_list = open_list
    try:
        return represent()
    finally:
        state.open_list = None
