"""The rows of a list: where they come from, and what they become.

That is by a plan, by the fields of their serializer, or by DRF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from types import MethodType
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.database.evaluated import RowList
from fastserializers.later import later
from fastserializers.lifecycle.in_use import (
    FunctionsOfList,
    own_plans,
    plan_of_list,
)
from fastserializers.lifecycle.readings import is_as_its_class, is_fast
from fastserializers.lifecycle.rows import RowsAsPlanned, has_fields_of, refuse_other_size
from fastserializers.lifecycle.shapes import compiled_shape, steps_for
from fastserializers.runtime.zones import active_zone

if TYPE_CHECKING:
    from fastserializers.database import levels
    from fastserializers.database import rows as rows_of_database
    from fastserializers.database.levels import Level
else:
    levels = later("fastserializers.database.levels")
    rows_of_database = later("fastserializers.database.rows")


# Where they come from.

# What has all of its rows already, and gives them a second time.
READ_AGAIN = (list, tuple)


def source_of(data: Any, listed: Any) -> tuple[Any, Level | None]:
    """Return what has the rows of a list; of rows that are no instances, their level as well."""
    if type(data) in READ_AGAIN:
        return data, None
    if isinstance(data, levels.Level):
        return data.shown, data
    child = listed.child
    data = data.all() if isinstance(data, BaseManager) else data
    if not isinstance(data, QuerySet | RowList) or not rows_of_database.may_read_rows(child):
        return data, None
    if isinstance(data, RowList):
        return data, data.take_rows()
    return data, rows_of_database.read(data, plan_of_list(child) if is_fast(child) else None)


# What they become.


def rows_one_by_one(rows: Iterable[Any], child: Any, plan: Any) -> list[Any]:
    """Return what becomes of rows of which DRF, or a project's code, represents one at a time."""
    if plan.is_left_to_drf:
        by_drf = MethodType(plan.by_drf, child)
        return each_row(by_drf if is_plain(child, plan) else child.to_representation, rows, child)
    own = own_plans(child, plan)
    own.for_rows = None if own.of_class is None else FunctionsOfList(own.of_class, child)
    try:
        return each_row(child.to_representation, rows, child)
    finally:
        own.for_rows = None


def is_plain(serializer: Any, plan: Any) -> bool:
    """Return whether a list may go past `to_representation()` of its child."""
    return plan.is_plain and "to_representation" not in serializer.__dict__


def each_row(represent: Callable[[Any], Any], rows: Iterable[Any], child: Any) -> list[Any]:
    """Return what `represent` makes of rows, as long as the child gets no function of its own."""
    state = child.__dict__
    return [
        child.to_representation(row) if "to_representation" in state else represent(row)
        for row in rows
    ]


def rows_by_fields(compiled: Any, data: Any, rows: Iterator[Any], child: Any) -> list[Any]:
    """Return what becomes of rows by fields that their serializer has itself.

    The first few may be all: they are not worth a plan. A plan is made then if others have had
    one of this shape, or else of fields that have read many rows.
    """
    represented_rows: list[Any] = []
    for number, plan_for in steps_for(data, compiled):
        represented_rows += [row_by_fields(compiled, row, child) for row in islice(rows, number)]
        for row in rows:
            rows, model = chain((row,), rows), type(row)
            break
        else:
            return represented_rows
        own = plan_for(child, plan_as_its_class(compiled, child))
        if own is not None:
            return represented_rows + rows_by_plan(compiled_shape(own), data, model, rows, child)
    return represented_rows + [row_by_fields(compiled, row, child) for row in rows]


def plan_as_its_class(compiled: Any, child: Any) -> Any:
    """Return the plan of a class as long as its fields are surely those of a serializer.

    One that is read by code of its own may have been write-only, and is not any more.
    """
    if compiled is None or not is_as_its_class(child.__dict__):
        return None
    is_whole = child._declared_fields.keys() <= {*compiled.names}
    return compiled.plan if is_whole else None


def row_by_fields(compiled: Any, instance: Any, child: Any) -> Any:
    """Return what becomes of a row by a plan that leaves something open, or by DRF.

    A row before it may have had the fields made, and has changed which of them are read.
    """
    if compiled is None or not has_fields_of(compiled, child):
        return child._reading.plan.by_drf(child, instance)
    return represented(compiled, instance, child)


def rows_by_plan(
    compiled: Any, data: Any, model: type, rows: Iterator[Any], child: Any
) -> list[Any]:
    """Return what becomes of rows by a plan, the first of which is a `model`."""
    zone = active_zone() if compiled.zoned else None
    represent = compiled.of_list(data)[model]
    if not compiled.runs_code:
        return represent(rows, child, zone)  # type: ignore[no-any-return]
    return rows_as_planned(represent, compiled, rows, (child, zone), child.to_representation)


def rows_as_planned(
    represent: Any, compiled: Any, rows: Iterator[Any], given: tuple[Any, ...], anew: Any
) -> list[Any]:
    """Return what a function that is `given` these with the rows makes of them.

    What is left when a row has changed the fields is made by `anew`, row by row.
    """
    child = given[0]
    represented_rows: list[Any] = []
    if "fields" not in child.__dict__:
        represented_rows = represent(rows, *given)
        if compiled.has_methods and "fields" in child.__dict__:
            # The last of them has made the fields.
            refuse_other_size(compiled, child)
    for row in rows:
        # Those before it have made the fields, which the next one may change.
        as_planned = RowsAsPlanned(chain((row,), rows), child, compiled)
        represented_rows += represent(as_planned, *given)
        represented_rows += map(anew, as_planned.rest)
    return represented_rows


def rows_of_level(compiled: Any, level: Level, child: Any) -> list[Any]:
    """Return what becomes of rows that nobody has made instances of."""
    zone = active_zone() if compiled.zoned else None
    is_done = False
    try:
        represent = rows_of_database.function_for(level, compiled)
        if compiled.runs_code:
            given = (child, zone, level)
            represented_rows = rows_as_planned(
                represent,
                compiled,
                iter(level.shown),
                given,
                lambda row: child.to_representation(level.instance_of(row)),
            )
        else:
            represented_rows = represent(level.shown, child, zone, level)
        is_done = True
        return represented_rows
    finally:
        rows_of_database.give_back(level, is_done=is_done)


def represented(compiled: Any, instance: Any, serializer: Any) -> Any:
    """Return what the function for an `instance` makes of it, in the zone that is active now."""
    zone = active_zone() if compiled.zoned else None
    row = compiled.one[type(instance)](instance, serializer, zone)
    if compiled.has_methods and "fields" in serializer.__dict__:
        refuse_other_size(compiled, serializer)
    return row
