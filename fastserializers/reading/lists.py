"""Lists: as rows of the database, from objects, or by REST framework."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from rest_framework.serializers import ListSerializer

from fastserializers.conf import reads_as_usual, value_of
from fastserializers.proof import verify
from fastserializers.reading import decision
from fastserializers.reading.chosen_fields import plan_of_list
from fastserializers.reading.class_plan import ClassPlan, class_state
from fastserializers.reading.decision import Decision, ReadBy
from fastserializers.reading.objects import plan_or_reason
from fastserializers.reading.state import LEFT, OpenList, state_of
from fastserializers.recording.recorder import recorder_now, why_page
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.given_instances import each_given, relations_lent
from fastserializers.rows.models import own_method
from fastserializers.rows.queryset import read, why_django_reads
from fastserializers.rows.represented import represented_parts, represented_rows, rows_of_instances
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import Queryset, is_readable
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.nested import NestedContext
from fastserializers.runtime.values import LOADING
from fastserializers.runtime.zones import active_zone
from fastserializers.switch import is_proving

ByDRF = Callable[[Any, Any], Any]
"""Takes a list serializer and what it is to represent; REST framework's own method."""


def read_list(listed: Any, data: Any, by_drf: ByDRF) -> tuple[Decision, Any]:
    """Return what reads a list, and why, and what a list serializer makes of `data`."""
    child = listed.child
    source = data.all() if isinstance(data, BaseManager) else data
    plan = plan_or_reason(child, listed)
    if plan is decision.UNMARKED:
        return plan, by_drf(listed, source)
    if plan is decision.BOTH:
        return plan, verify.by_both(listed, source, ListSerializer.to_representation)
    if isinstance(plan, Decision):
        output = with_open_list(child, LEFT, partial(by_drf, listed, source))
        if plan is decision.UNPLANNED:
            class_state(type(child)).rows += len(output)
        return plan, output
    objects, reason = rows_or_objects(source, child)
    if type(objects) not in (Instances, list, tuple):
        return Decision(ReadBy.INSTANCES, reason=reason), each_row(by_drf, listed, objects)
    if not objects:
        # REST framework makes no field of a list without rows.
        return Decision(ReadBy.INSTANCES if reason else ReadBy.ROWS, reason=reason), []
    if plan.has_own_representation or "to_representation" in child.__dict__:
        given = Decision(ReadBy.INSTANCES, reason=reason or partial(why_given, type(child)))
        return given, each_row(by_drf, listed, objects)
    chosen = plan_of_list(child, plan)
    if chosen is None:
        return decision.TOO_MANY, with_open_list(child, LEFT, partial(by_drf, listed, objects))
    zone = active_zone() if chosen.zoned else None
    if type(objects) is Instances:
        represented = represented_rows if objects.in_parts is None else represented_parts
        return Decision(ReadBy.ROWS, chosen), represented(objects, chosen, child, zone)
    with relations_lent(objects, chosen):
        output = chosen.many[type(objects[0])](objects, child, zone)
    return Decision(ReadBy.INSTANCES, chosen, reason), output


# The rows of a list, or its objects.


def rows_or_objects(source: Any, child: Any) -> tuple[Any, Reason]:
    """Return the rows of a queryset or a page, or its objects, and why they are no rows.

    Objects are a list or a tuple, unless project code runs between two of them.
    """
    if type(source) is Instances:
        return source, ""
    reason = why_objects(source, child)
    if not reason:
        found = source.take_rows() if isinstance(source, RowList) else read(source)
        if isinstance(found, Instances) or found == []:
            return found, ""
        reason = SEEN if isinstance(source, RowList) else NOT_ROWS
    if type(source) in (list, tuple):
        return source, reason
    is_loaded = isinstance(source, RowList) or getattr(type(source), "__iter__", None) in LOADING
    # A list asks a queryset for its length as well, which fetches by the project's `_fetch_all()`.
    return [*iter(source)] if is_loaded else source, reason


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
    # A proof reads instances.
    if is_proving() or not reads_as_usual():
        return False
    plan = plan_or_reason(listed.child, listed)
    return isinstance(plan, ClassPlan) and not why_objects(source, listed.child)


Reason = str | Callable[[], str]
NO_QUERYSET = "it is no queryset"
NO_ROWS = "ROWS is False in the setting, or rows is False in its Meta"
SEEN = "code has had the instances of the page, or they were represented before"
NOT_ROWS = "its columns, joins, prefetches or owner are ones that only Django makes instances of"


# Rows that project code is given one by one.


def each_row(by_drf: ByDRF, listed: Any, objects: Any) -> Any:
    """Return the list that REST framework's loop makes of the rows, one after the other.

    The class's own `to_representation()` is called for each. Relations that its `super()` reads
    are loaded for all rows at once.
    """
    child = listed.child
    # With a context, nested serializers and the URLs of hyperlinks are looked up once a list.
    context = NestedContext(child, "", child)
    if type(objects) is Instances and objects.in_parts is not None:
        return parts_of_rows(by_drf, listed, objects, context)
    represent = partial(by_drf, listed, objects)
    each = rows_of_instances if type(objects) is Instances else each_given
    with each(objects) as rows:
        return with_open_list(child, OpenList(context, rows), represent)


def parts_of_rows(by_drf: ByDRF, listed: Any, row_set: Any, context: Any) -> Iterator[Any]:
    """Yield what `each_row()` returns of rows, in the parts of a stream."""
    with rows_of_instances(row_set) as rows:
        open_list = OpenList(context, rows)
        yield from row_set.in_parts(
            row_set.rows,
            lambda part: with_open_list(
                listed.child, open_list, partial(by_drf, listed, map(row_set.instance_of, part))
            ),
        )


def with_open_list(child: AnySerializer, open_list: OpenList, represent: Callable[[], Any]) -> Any:
    """Call `represent`. Meanwhile `read_object()` finds the list that each row belongs to."""
    state: Any = state_of(child)
    before, state.open_list = state.open_list, open_list
    try:
        return represent()
    finally:
        state.open_list = before
