"""Lists: as rows of the database, from objects, or by REST framework."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from rest_framework.serializers import ListSerializer

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.conf import value_of
from fastserializers.instances.evaluated import RowList
from fastserializers.instances.given_instances import instances_given, relations_lent
from fastserializers.instances.queryset import (
    read,
    reasons_against_rows,
    why_cheaper,
    why_django_reads,
)
from fastserializers.instances.represented import (
    Represent,
    represented_rows,
    rows_given,
    whole_or_parts,
)
from fastserializers.instances.row_instances import Instances
from fastserializers.proof import verify
from fastserializers.reading import decision
from fastserializers.reading.chosen_fields import chosen_plan, has_usual_fields, part_of_class
from fastserializers.reading.class_plan import ROWS_OF_CREATED_CLASS, ClassPlan
from fastserializers.reading.decision import Answer, ByDRF, Decision, Reason
from fastserializers.reading.objects import plan_or_reason
from fastserializers.reading.open_list import OpenList, reading_rows, row_by_drf
from fastserializers.recorder import recorder_now
from fastserializers.rows.models import is_readable, makes_plainly, own_method
from fastserializers.rows.unpatched import Queryset
from fastserializers.runtime.values import LOADING
from fastserializers.runtime.zones import active_zone
from fastserializers.switch import reads_as_usual


def read_list(listed: Any, data: Any, by_drf: ByDRF) -> Answer:
    """Return what reads a list, and why, and what a list serializer makes of `data`."""
    child = listed.child
    source = data.all() if isinstance(data, BaseManager) else data
    plan = plan_or_reason(child, listed)
    if plan is decision.UNMARKED:
        return plan, by_drf(listed, source)
    if plan is decision.BOTH:
        return plan, verify.by_both(listed, source, ListSerializer.to_representation)
    if isinstance(plan, Decision):
        return list_by_drf(listed, source, by_drf, plan)
    objects, reason = objects_of(source, child, plan)
    rows = count_of(objects)
    if rows == 0:
        # REST framework makes no field of a list without rows.
        return decision.compiled(reason), []
    if is_given_instances(child.__dict__, plan):
        why = reason or partial(why_given, type(child))
        return decision.compiled(why), each_row(listed, objects, plan, by_drf)
    if rows is None or plan.passes_rows:
        return decision.compiled(reason), each_row(listed, objects, plan, by_drf)
    chosen = chosen_plan(child, plan, rows)
    if isinstance(chosen, Decision):
        return list_by_drf(listed, objects, by_drf, chosen)
    return decision.compiled(reason), represented_objects(objects, chosen, child)


def represented_objects(objects: Any, chosen: CompiledPlan, child: Any) -> Any:
    """Return the representations that a plan makes of the rows of a list, or of its objects."""
    zone = active_zone() if chosen.zoned else None
    if type(objects) is Instances:
        return represented_rows(objects, chosen, child, zone)
    with relations_lent(objects, chosen):
        return chosen.many[type(objects[0])](objects, child, zone)


def list_by_drf(listed: Any, objects: Any, by_drf: ByDRF, why: Decision) -> Answer:
    """Return what REST framework makes of a list; its rows are not decided again."""
    with reading_rows(listed.child, row_by_drf):
        return why, by_drf(listed, objects)


# The rows of a list, or its objects.


def objects_of(source: Any, child: Any, plan: ClassPlan) -> tuple[Any, Reason]:
    """Return the rows of a queryset or a page, or its objects, and why they are no rows.

    Objects are a list or a tuple, unless project code runs between two of them.
    """
    if type(source) is Instances:
        return source, ""
    reason = why_objects(source, child) or why_each_is_made(source, plan, type(child), child)
    if not reason:
        found = source.take_rows() if isinstance(source, RowList) else read(source)
        if isinstance(found, Instances) or found == []:
            return found, ""
        reason = SEEN if isinstance(source, RowList) else partial(why_not_rows, source)
    if type(source) in (list, tuple):
        return source, reason
    is_loaded = isinstance(source, RowList) or getattr(type(source), "__iter__", None) in LOADING
    # A list asks a queryset for its length as well, which fetches by the project's `_fetch_all()`.
    return [*iter(source)] if is_loaded else source, reason


def count_of(objects: Any) -> int | None:
    """Return how many rows a list has; None if project code runs between two of them."""
    if type(objects) is Instances:
        return len(objects.rows)
    return len(objects) if type(objects) in (list, tuple) else None


def why_objects(source: Any, child: Any) -> Reason:
    """Return why objects of a list are read, and not rows; the empty string for rows."""
    if not isinstance(source, QuerySet | RowList):
        recorder = recorder_now()
        return (recorder and recorder.why_page()) or NO_QUERYSET
    if not value_of("ROWS") or getattr(getattr(child, "Meta", None), "rows", True) is False:
        return NO_ROWS
    if isinstance(source, RowList):
        return ""
    unread = cast("Queryset", source)
    if unread._result_cache is None and is_readable(unread):
        return ""
    why = partial(why_django_reads, unread)
    # Once the list is read, the queryset is evaluated.
    return why if recorder_now() is None else why()


def why_each_is_made(source: Any, plan: ClassPlan, cls: type, child: Any = None) -> str:
    """Return why instances of a queryset are cheaper than its rows; empty if they are not.

    A page is fetched before there is a `child` of the class. Own fields have no answer before they
    are made: the rows are read.
    """
    if isinstance(source, RowList) or makes_plainly(source.model):
        return ""
    own = {} if child is None else child.__dict__
    if is_given_instances(own, plan):
        return why_given(cls)
    compiled = plan.compiled if has_usual_fields(own, plan) else None
    if "fields" in own:
        compiled = part_of_class(child, plan)
    return why_cheaper(source, compiled) if compiled else ""


def is_given_instances(own: Mapping[str, Any], plan: ClassPlan) -> bool:
    """Return whether code of a class, or of one serializer, is given each instance of a list."""
    return plan.gives_instances or "to_representation" in own


def why_not_rows(queryset: Queryset) -> str:
    """Return why a readable queryset gave no rows."""
    return next(reasons_against_rows(queryset), "only Django makes what a prefetch has found")


def why_given(cls: type) -> str:
    """Return whose `to_representation()` is given the instances of a list."""
    own = own_method(cls, ("to_representation",), "rest_framework")
    return f"{own or f'{cls.__qualname__}.to_representation'}() is given them"


def reads_rows(listed: Any, source: Any) -> bool:
    """Return whether a list serializer reads the rows of a queryset."""
    # A proof reads instances.
    child = listed.child
    if not reads_as_usual():
        return False
    plan = plan_or_reason(child, listed)
    return isinstance(plan, ClassPlan) and not (
        why_objects(source, child) or why_each_is_made(source, plan, type(child), child)
    )


NO_QUERYSET = "it is no queryset"
NO_ROWS = "ROWS is False in the setting, or rows is False in its Meta"
SEEN = "code has had the instances of the page, or they were represented before"


# Rows that project code is given one by one.


def each_row(listed: Any, objects: Any, plan: ClassPlan, by_drf: ByDRF) -> Any:
    """Return the list that REST framework's loop makes of the rows, one after the other.

    The class's own `to_representation()` is called for each. Relations that its `super()` reads
    are loaded for all rows at once.
    """
    child = listed.child
    if type(objects) is Instances:
        return whole_or_parts(objects, reading_each(listed, objects, plan, by_drf))
    # Of an iterator, the number of rows is not known before the last one.
    rows = count_of(objects) or ROWS_OF_CREATED_CLASS
    with (
        instances_given(objects) as function_of,
        reading_rows(child, OpenList(child, rows, plan, function_of).representation),
    ):
        return by_drf(listed, objects)


@contextmanager
def reading_each(
    listed: Any, row_set: Instances, plan: ClassPlan, by_drf: ByDRF
) -> Iterator[Represent]:
    """Give the function by which REST framework's loop represents rows, one after the other."""
    child, instance_of = listed.child, row_set.instance_of
    as_instances = is_given_instances(child.__dict__, plan)
    with rows_given(row_set, as_instances=as_instances) as function_of:
        made = None if as_instances else instance_of
        represent_row = OpenList(child, len(row_set.rows), plan, function_of, made).representation

        def represent(rows: Any) -> Any:
            with reading_rows(child, represent_row):
                return by_drf(listed, map(instance_of, rows) if as_instances else rows)

        yield represent
