"""Where rows do not pay, by the plans that a class is expected to have: no fields are made yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastserializers.compiler.economy import Economy
from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.class_plan import class_state, plan_as_ever
from fastserializers.plans.versions import ClassPlan
from fastserializers.rows.needs import ColumnNeeds, needs_of
from fastserializers.rows.saving import most_rows, rows_save_no_query, rows_save_nothing
from fastserializers.runtime.drf_types import SerializerClass


def saves_nothing(cls: SerializerClass, queryset: Any) -> bool:
    """Return whether reading a queryset as rows saves nothing, by serializers of a class."""
    known = plan_as_ever(cls)
    return known is not None and holds_as_expected(rows_save_nothing, cls, known, queryset)


def has_few_rows(cls: SerializerClass | None, queryset: Any) -> bool:
    """Return whether a queryset is sliced to so few rows that reading them as rows only costs.

    It is read by serializers of a class if that is known. It may save a query: then it pays.
    """
    most = most_rows(queryset)
    # The class is compared to find out the fewest rows: long pages are told without that.
    if cls is None or most >= Economy.prices.plan_of_own_rows:
        return False
    known = plan_as_ever(cls)
    if known is None or most >= fewest_rows(known):
        return False
    return holds_as_expected(rows_save_no_query, cls, known, queryset)


def fewest_rows(known: ClassPlan) -> int:
    """Return how many rows a queryset has at least that is worth being read as rows."""
    if known.compiled is None and known.reads_each_row:
        return Economy.prices.plan_of_own_rows
    return Economy.prices.rows


def holds_as_expected(
    holds: Callable[[Any, ColumnNeeds], bool],
    cls: SerializerClass,
    known: ClassPlan,
    queryset: Any,
) -> bool:
    """Return whether something holds of a queryset by each plan that a class is expected to have.

    It does not where no plan is expected.
    """
    expected = expected_plans(cls, known)
    return bool(expected) and all(holds(queryset, needs_of(plan)) for plan in expected)


def expected_plans(cls: SerializerClass, known: ClassPlan) -> tuple[CompiledPlan, ...]:
    """Return the plans by which serializers of a class read, as far as the last ones tell.

    Empty where one of these leaves open what a nested serializer reads. The plan of the class is
    not among them if it does: each serializer has a plan of its own then.
    """
    plans = class_state(cls).versions[0].own_plans
    if known.compiled is not None and known.compiled.is_complete:
        plans = (known.compiled, *plans)
    return plans if all(plan.is_complete for plan in plans) else ()
