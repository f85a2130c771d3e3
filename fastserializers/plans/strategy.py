"""How an object, a list, a page or a stream is read: the one decision, and why it is so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from django.db.models import QuerySet

from fastserializers.compiler.economy import VALUES_IN_MAKING, Economy
from fastserializers.conf import reads_as_usual, value_of
from fastserializers.plans.class_plan import (
    class_plan,
    plan_as_ever,
    unplanned,
    version_of,
    ways_of,
)
from fastserializers.plans.marks import MARK, SerializerState, state_of
from fastserializers.plans.reached import leads_somewhere
from fastserializers.plans.request_plan import plan_of_asked, plan_of_serializer
from fastserializers.plans.switch import code_that_reads, reader
from fastserializers.plans.versions import ClassPlan, Reading
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.models import own_method
from fastserializers.rows.reasons import why_django_reads
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.unpatched import is_readable
from fastserializers.runtime.drf_types import AnySerializer, SerializerClass
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.nested import NestedContext
from fastserializers.runtime.overrides import SET_ON_SERIALIZER

UNMARKED = Reading("drf", reason="nothing has marked the serializer as one that reads fast")
OFF = Reading("drf", reason="ENABLED is False in the setting")
BOTH = Reading("both", reason="VERIFY has drawn the list or the object")
UNPLANNED = Reading("drf", reason="its class has read few rows, and reads none of the database")
CHANGED = Reading("drf", reason="its class or the settings have changed since it first read")
OTHER_FIELDS = Reading("drf", reason="it has other fields, or changed ones, and few rows")
ROW_BY_ROW = Reading("drf", reason="the method of its class is called for each row")
ASKED = Reading("drf", reason="a property has given other fields than for the rows before")
FAST = Reading("fast")
FETCHED = Reading("fast", rows=True)

NO_ROWS = "ROWS is False in the setting, or rows is False in its Meta"
OPEN_FIELDS = "its fields may depend on the request: get_fields(), __init__() or a field decides"

ONE: Any = object()
"""The source of a serializer that represents one object."""

# What has all of its rows already, and gives them a second time.
READ_AGAIN = (list, tuple, Instances)


def decide(serializer: Any, source: Any = ONE, *, is_begun: bool = False) -> Reading:
    """Return how `source` is read by a list serializer, or one object by a serializer.

    Before the first row is there, which `is_begun` says, no field is made, and a queryset has
    the plan that its rows are fetched for.

    | decided | the first that is true | is |
    | --- | --- | --- |
    | code | `ENABLED` is False in the setting | REST framework's |
    | | nothing has marked the serializer as one that reads fast | REST framework's |
    | | `VERIFY` has drawn the list or the object | both |
    | | its class represents itself, or has its own `_readable_fields` | REST framework's |
    | | its class has read few rows, and reads none of the database | REST framework's |
    | | its class or the settings have changed since it first read | REST framework's |
    | | it has other fields, or changed ones, and few rows | REST framework's |
    | | none of these | the plan's |
    | rows | `ROWS` is False in the setting, or `rows` is False in its `Meta` | instances |
    | | the queryset is evaluated, or runs code that is not Django's | instances |
    | | none of these, for a queryset or a page | rows |
    | each row | a list's class has its own `to_representation()` | your method, then the plan |
    | | a list's class has a property `fields` of its own | the property, then the plan |
    | plan | it has the fields of its class | that of its class |
    | | it has some of them | that of those |
    | | none of these | its own |
    """
    if source is ONE:
        usual = usual_reading(serializer)
        if usual is not None:
            return usual
    child = serializer if source is ONE else serializer.child
    state = state_of(child)
    if state is None:
        return UNMARKED
    if state.open_list is None and not is_begun:
        code = code_that_reads(serializer)
        if code != "fast":
            return OFF if code == "drf" else BOTH
    elif source is not ONE and not is_begun:
        return ROW_BY_ROW
    if source is ONE or is_begun or type(source) in READ_AGAIN:
        return of_rows(child, state, source)
    return of_queryset(child, state, source)


def usual_reading(serializer: AnySerializer) -> Reading | None:
    """Return how one object is read where all is as usual: the fields, the class, the setting.

    None where it has to be decided. Loops of a project's own ask once a row.
    """
    own = serializer.__dict__
    state = own.get(MARK) or state_of(serializer)
    if state is None or not state.reads_fast:
        return UNMARKED
    if reader.get() is not None or not reads_as_usual():
        return None
    fields = own.get("fields")
    if fields is not None and not has_usual_fields(fields):
        # Those that REST framework has made, as for a nested serializer once a row.
        return OTHER_FIELDS if state.open_list is None and are_left(fields) else None
    if not SET_ON_SERIALIZER.isdisjoint(own):
        return None
    plan = state.class_plan
    if plan is None:
        plan = state.class_plan = plan_as_ever(type(serializer))
    elif plan.ways != ways_of(type(serializer)):
        return None
    return None if plan is None else plan.usual


def has_usual_fields(fields: Any) -> bool:
    """Return whether fields that were made are those of the class, without comparing them."""
    return type(fields) is LazyFields and fields.is_untouched


def are_left(fields: Any) -> bool:
    """Return whether planning fields that REST framework has made does not pay for one object."""
    return type(fields) is not LazyFields and Economy.prices.plan_of_field > 1


# What is decided before the first row is there.


def of_queryset(child: AnySerializer, state: SerializerState, source: Any) -> Reading:
    """Return how a queryset is read, or an iterator, whose first row is not there yet."""
    if not isinstance(source, QuerySet | RowList):
        return FAST
    reason = why_no_rows(child, source)
    if reason:
        return Reading("fast", reason=reason)
    if isinstance(source, RowList):
        # A page: all else is decided with its first row.
        return FETCHED
    known = plan_of_rows(child, state)
    if known.reason:
        return Reading("drf", reason=known.reason)
    each_row = calls_each_row(child, known)
    if each_row:
        reason = partial(why_each_row, type(child))
    elif known.compiled is None or not known.compiled.is_complete:
        reason = OPEN_FIELDS
    return Reading("fast", known.compiled, rows=True, each_row=each_row, reason=reason)


def why_no_rows(child: object, source: Any) -> str | Callable[[], str]:
    """Return why a queryset is not read as rows; the empty string where it is."""
    if not value_of("ROWS") or getattr(getattr(child, "Meta", None), "rows", True) is False:
        return NO_ROWS
    if isinstance(source, RowList) or (source._result_cache is None and is_readable(source)):
        return ""
    return partial(why_django_reads, source)


def why_each_row(cls: SerializerClass) -> str:
    own = own_method(cls, ("to_representation",), "rest_framework")
    return f"{own or 'to_representation'}() is given them"


def calls_each_row(child: AnySerializer, known: ClassPlan) -> bool:
    return "to_representation" in child.__dict__ or known.reads_each_row


# What is decided when the first row is there: without rows, REST framework makes no fields.


def of_rows(serializer: AnySerializer, state: SerializerState, source: Any) -> Reading:
    """Return how a serializer represents one object, or the rows of a list."""
    is_database = type(source) is Instances
    rows = 1 if source is ONE else number_of(source)
    if not rows:
        return FAST
    known = state.class_plan
    if known is None or (is_database and not known.is_planned):
        # How many rows the database has given is known only now.
        known = plan_at_use(serializer, state, rows)
    if known is not None and known.ways != ways_of(type(serializer)):
        # It keeps its fields, which REST framework reads by the method and the settings of now.
        return CHANGED
    if known is None and is_database:
        known = plan_of_rows(serializer, state)
    if known is None:
        return UNPLANNED
    if known.reason:
        return Reading("drf", reason=known.reason)
    if source is not ONE and calls_each_row(serializer, known):
        if known.compiled is None and not is_database and is_left(rows):
            return OTHER_FIELDS
        return Reading("fast", rows=is_database, each_row=True)
    if known.asks_fields:
        return of_asked(serializer, state, known)
    # A proof is of a plan, and so are the queries of rows, which may be asked for one by one.
    is_proved = state.open_list is not None or reader.get() is not None
    leads = partial(leads_somewhere, source)
    most = inf if is_proved or is_database else rows
    compiled = plan_of_serializer(serializer, state, known, most, leads)
    return OTHER_FIELDS if compiled is None else Reading("fast", compiled, is_database)


def is_left(rows: int) -> bool:
    """Return whether planning fields of one serializer takes longer than it saves.

    A method of its class is called for each row, and there are few.
    """
    # A proof is of a plan.
    return rows < Economy.prices.plan_of_own_rows and reader.get() is None


def of_row(serializer: AnySerializer, state: SerializerState) -> Reading:
    """Return how the next row of a list is read that a method of its class is called for."""
    known = state.class_plan
    if (
        known is not None
        and state.snapshot is not None
        and known.ways == ways_of(type(serializer))
    ):
        if known.asks_fields:
            return of_asked(serializer, state, known)
        fields = serializer.__dict__.get("fields")
        if fields is not None and state.snapshot.is_still(fields):
            return Reading("fast", state.fields_plan)
    return decide(serializer)


def of_asked(serializer: AnySerializer, state: SerializerState, known: ClassPlan) -> Reading:
    """Return how a row is read whose fields a property of the project's gives."""
    context = None if state.open_list is None else state.open_list.context
    if type(context) is not NestedContext:
        # It is asked by REST framework's code.
        return OTHER_FIELDS
    context.fields = serializer.fields
    compiled = plan_of_asked(serializer, state, known, context.fields)
    return ASKED if compiled is None else Reading("fast", compiled)


def number_of(source: Any) -> int:
    """Return how many rows are there; 1 where only reading them tells."""
    if type(source) is Instances:
        return len(source.rows)
    loaded: Any = source._result_cache if isinstance(source, QuerySet) else source
    return len(loaded) if hasattr(loaded, "__len__") else 1


def plan_at_use(
    serializer: AnySerializer, state: SerializerState, rows: int = 0
) -> ClassPlan | None:
    """Return the plan of a class that is used now; None where planning it has not paid yet.

    It has where REST framework has represented enough rows by the class: many a class of a process
    is used once, and some are changed for each request, by `Meta.fields` for example.
    """
    version = state.version
    if version is None:
        version = state.version = version_of(type(serializer))
        version.rows += VALUES_IN_MAKING
    version.rows += rows
    if version.plan is not None:
        state.class_plan = version.plan
    elif version.has_paid or reader.get() is not None:
        state.class_plan = class_plan(type(serializer))
    return state.class_plan


def plan_of_rows(serializer: AnySerializer, state: SerializerState) -> ClassPlan:
    """Return the plan of a class whose rows come from the database.

    The queries are to be the same each time: where planning the class has not paid yet, each
    serializer has the plan of its own fields.
    """
    known = state.class_plan or plan_at_use(serializer, state)
    if known is None:
        known = state.class_plan = unplanned(type(serializer))
    return known
