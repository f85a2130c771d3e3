"""How a list or an object is read, the one decision."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.class_plan import (
    ClassPlan,
    class_plan,
    plan_of_second_use,
    plan_that_is_made,
)
from fastserializers.plans.marks import SerializerState, state_of
from fastserializers.plans.request_plan import plan_of_serializer
from fastserializers.plans.switch import drf_reads, reader
from fastserializers.runtime.overrides import SET_ON_SERIALIZER

Strategy: TypeAlias = CompiledPlan | Literal["drf", "each row"]
"""A plan; REST framework's code; or the class's own `to_representation()`, row by row."""

# REST framework reads fewer rows in the time that it takes to look at all fields.
FEW_ROWS = 10


def strategy_of(
    serializer: Any,
    state: SerializerState,
    rows: int = 1,
    *,
    is_list: bool = False,
    is_database: bool = False,
) -> Strategy:
    """Return how a serializer that reads fast represents so many rows.

    The setting, or a proof, may have another code read: that is asked before.

    ==========================================  =====================  ===========================
    the serializer                              one object, or few     a list, or rows of the
                                                instances              database
    ==========================================  =====================  ===========================
    it has its own representation, or decides   drf                    drf
    for each row which fields it reads
    the first of its class                      drf                    drf; plan for database rows
    the class has a to_representation()         plan, where that       each row
                                                calls super()
    it has the fields of its class, or some     plan                   plan
    of them
    the class leaves fields of it open          plan, where DRF reads  plan of its own fields
                                                those
    other fields, or many that were changed     drf                    plan
    ==========================================  =====================  ===========================
    """
    known = state.class_plan
    if known is None:
        known = plan_at_use(serializer, state, is_database=is_database)
    if known is None or known.reason:
        return "drf"
    own = serializer.__dict__
    if is_list and ("to_representation" in own or not known.is_plain):
        return "each row"
    compiled, is_few = known.compiled, rows < FEW_ROWS
    is_as_class = "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own)
    if is_as_class and compiled is not None and (compiled.is_complete or is_few):
        return compiled
    compiled = plan_of_serializer(serializer, state, known, is_worth_it=is_database or not is_few)
    return "drf" if compiled is None else compiled


def plan_to_expect(serializer: Any) -> CompiledPlan | None:
    """Return the plan that rows of the database will most probably be read by."""
    if state_of(serializer) is None or drf_reads():
        return None
    return class_plan(type(serializer)).compiled


def plan_at_use(
    serializer: Any, state: SerializerState, *, is_database: bool = False
) -> ClassPlan | None:
    """Return the plan of a class that is used now; None for the first use.

    Making a plan takes as long as REST framework takes for a hundred objects: many a class of a
    process has but one, and some are changed for each request, by `Meta.fields` for example. What
    is read from the database has its plan at once, since the queries are to be the same each time.
    """
    cls = type(serializer)
    if is_database or reader.get() is not None:
        state.class_plan = class_plan(cls)
    elif state.is_first:
        state.class_plan = plan_that_is_made(cls)
    else:
        state.class_plan = plan_of_second_use(cls)
        state.is_first = state.class_plan is None
    return state.class_plan
