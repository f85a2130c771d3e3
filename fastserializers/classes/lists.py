"""What a serializer that reads fast makes of a list, a queryset or a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.classes.reading import ByDRF
from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.marks import SerializerState, state_of
from fastserializers.plans.strategy import (
    FEW_ROWS,
    Strategy,
    plan_to_expect,
    reader_of,
    strategy_of,
)
from fastserializers.plans.switch import switch
from fastserializers.proof import verify
from fastserializers.rows import queryset as rows_of_queryset
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.row_set import RowSet
from fastserializers.runtime.nested import context_of_rows
from fastserializers.runtime.zones import active_zone

# What has all of its rows already, and gives them a second time.
READ_AGAIN = (list, tuple)


def represented_list(listed: Any, data: Any, by_drf: ByDRF) -> Any:
    """Return what a list serializer makes of `data`, as `ListSerializer.to_representation`."""
    if switch.needs_check and (who := reader_of(listed)) != "fast":
        if who == "both":
            return verify.by_both(
                listed, data, lambda copy, again: represented_list(copy, again, by_drf)
            )
        return by_drf(listed, data)
    source, row_set = source_of(data, listed.child)
    state = state_of(listed.child)
    rows = iter(source if row_set is None else row_set.rows)
    for first in rows:
        # Only now: without rows, REST framework makes no fields.
        every: Iterable[Any] = chain((first,), rows) if row_set is None else row_set
        if row_set is None and type(source) in READ_AGAIN:
            every = source
        if state is None:
            return by_drf(listed, every)
        decide = partial(
            strategy_of,
            listed.child,
            state,
            number_of(source if row_set is None else row_set.rows),
            is_list=True,
            is_database=row_set is not None,
        )
        strategy = decide()
        if strategy.way == "each row":
            return each_row(row_set, state, listed, partial(by_drf, listed, every))
        if strategy.compiled is None:
            return each_row_by_drf(state, partial(by_drf, listed, every))
        if row_set is not None:
            return rows_of_row_set(strategy.compiled, decide, row_set, listed.child)
        represent = partial(rows_of_instances, type(first), listed.child)
        return represented_in_parts(strategy.compiled, decide, every, represent)
    return []


def represented_in_parts(
    compiled: CompiledPlan,
    decide: Callable[[], Strategy],
    rows: Any,
    represent: Callable[[CompiledPlan, Any], list[Any]],
) -> list[Any]:
    """Return what becomes of rows by a plan that may be completed on the way.

    A nested serializer whose class leaves fields open makes them for the first row that it
    represents. The plan of the rows after it has them.
    """
    made: list[Any] = []
    while not compiled.is_complete and number_of(rows) - len(made) > FEW_ROWS:
        made += represent(compiled, rows[len(made) : 1 + 4 * len(made)])
        compiled = decide().compiled or compiled
    return [*made, *represent(compiled, rows[len(made) :])] if made else represent(compiled, rows)


def source_of(data: Any, child: Any) -> tuple[Any, RowSet | None]:
    """Return what has the rows of a list; of rows that are no instances, their row set as well."""
    if type(data) in READ_AGAIN:
        return data, None
    if isinstance(data, RowSet):
        return data.rows, data
    data = data.all() if isinstance(data, BaseManager) else data
    if not isinstance(data, QuerySet | RowList) or not rows_of_queryset.may_read_rows(child):
        return data, None
    if isinstance(data, RowList):
        return data, data.take_rows()
    return data, rows_of_queryset.read(data, plan_to_expect(child))


def number_of(source: Any) -> int:
    """Return how many rows are there; 1 where only reading them tells."""
    loaded: Any = source._result_cache if isinstance(source, QuerySet) else source
    return len(loaded) if hasattr(loaded, "__len__") else 1


def rows_of_instances(
    model: type, child: Any, compiled: CompiledPlan, rows: Iterable[Any]
) -> list[Any]:
    """Return what becomes of rows by a plan, the first of which is a `model`."""
    zone = active_zone() if compiled.zoned else None
    represented: list[Any] = compiled.many[model](rows, child, zone)
    return represented


def rows_of_row_set(
    compiled: CompiledPlan, decide: Callable[[], Strategy], row_set: RowSet, child: Any
) -> list[Any]:
    """Return what becomes of rows that nobody has made instances of."""

    def represent(compiled: CompiledPlan, rows: Any) -> list[Any]:
        zone = active_zone() if compiled.zoned else None
        function = rows_of_queryset.function_for(row_set, compiled)
        return function(rows, child, zone, row_set)

    with rows_of_queryset.lending(row_set):
        return represented_in_parts(compiled, decide, row_set.rows, represent)


def each_row_by_drf(state: SerializerState, represent: Callable[[], Any]) -> Any:
    """Return what REST framework makes of a list: it is not decided for each row again."""
    before, state.is_left_to_drf = state.is_left_to_drf, True
    try:
        return represent()
    finally:
        state.is_left_to_drf = before


def each_row(
    row_set: RowSet | None,
    state: SerializerState,
    listed: Any,
    represent: Callable[[], Any],
) -> Any:
    """Return what a project's `to_representation()` makes of each row.

    What its base reads of the rows, and nobody has loaded, is fetched for all of them.
    """
    state.context = context_of_rows(listed.child)
    try:
        if row_set is None:
            return represent()
        with rows_of_queryset.lending(row_set):
            row_set.open()
            state.rows = rows_of_queryset.RowsOfInstances(row_set)
            return represent()
    finally:
        state.context = state.rows = None
