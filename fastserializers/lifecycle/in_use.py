"""The plan that one serializer reads its next row by."""

from __future__ import annotations

from typing import Any

from fastserializers.compiler.function import CompiledPlan
from fastserializers.lifecycle.alone import made_alone, may_be_made_alone
from fastserializers.lifecycle.plans import ClassPlan, has_other_parts, plan_of_fields
from fastserializers.lifecycle.readings import (
    OWN_PLANS,
    OwnPlans,
    class_plan,
    is_as_its_class,
)
from fastserializers.lifecycle.shapes import compiled_shape, plan_due, plan_of_fields_now
from fastserializers.runtime.places import place_of_rows
from fastserializers.switch import drf_reads, switch


def plan_in_use(serializer: Any) -> CompiledPlan | None:
    """Return the plan that `serializer` reads one more row by; None where DRF is to read it."""
    if switch.is_touched and drf_reads():
        return None
    state = serializer.__dict__
    own: OwnPlans | None = state.get(OWN_PLANS)
    if own is None:
        plan = class_plan(serializer)
        # Perhaps this one object is all: DRF is done with it before a plan of its own is made.
        return None if plan.is_left_to_drf else own_plans(serializer, plan).of_class
    if own.of_class is not None and is_as_its_class(state):
        return own.of_class
    return plan_of_row(serializer, own)


class FunctionsOfList:
    """What reads the rows of one list that a project's code represents one by one."""

    def __init__(self, compiled: CompiledPlan, serializer: Any) -> None:
        self.compiled = compiled
        self.context = place_of_rows(serializer)


def own_plans(serializer: Any, plan: ClassPlan) -> OwnPlans:
    """Return what a serializer keeps of its plans, from its first row on."""
    state = serializer.__dict__
    own: OwnPlans | None = state.get(OWN_PLANS)
    if own is None:
        own = state[OWN_PLANS] = OwnPlans()
        own.of_class = plan.compiled if is_as_its_class(state) else None
    return own


def plan_of_row(serializer: Any, own: OwnPlans) -> CompiledPlan | None:
    """Return the plan of fields that a serializer has itself, once it is worth to have one."""
    own.rows += 1
    if own.of_fields is not None and own.of_fields.is_right(serializer):
        return own.of_fields.compiled
    if own.of_fields is not None:
        # It has changed its fields, and may do so for each row.
        own.of_fields, own.rows = None, 0
    plan = plan_due(serializer, own.rows)
    if plan is None:
        return None
    own.of_fields = plan_of_fields(serializer, plan)
    return own.of_fields.compiled


def class_plan_of_list(serializer: Any) -> ClassPlan | None:
    """Return how the rows of a list are read, by what the class is now; None where DRF is to."""
    if switch.is_touched and drf_reads():
        return None
    plan = class_plan(serializer)
    if (plan.options or plan.ordered) and has_other_parts(plan):
        plan = serializer._reading.plan_now()
    return plan


def plan_of_list(serializer: Any) -> CompiledPlan | None:
    """Return the plan that the class of `serializer` has for rows; None if it has none."""
    return compiled_for(serializer, class_plan(serializer))


def compiled_for(serializer: Any, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of a class for a serializer that has the fields which the class says."""
    return plan.compiled if is_as_its_class(serializer.__dict__) else None


def plan_of_rows(serializer: Any) -> CompiledPlan | None:
    """Return the plan of the fields that `serializer` has; None where DRF is to read them.

    The class may make something else of what they give.
    """
    if class_plan(serializer).is_read_by_drf:
        return None
    known = plan_of_list(serializer)
    if known is not None and known.is_known:
        return known
    own = plan_of_fields_now(serializer)
    return compiled_shape(own) if own else None


def field_made_alone(serializer: Any, name: str) -> Any:
    """Return a field of `serializer`, made without the others; None where all are to be made."""
    plan = serializer._reading.plan
    if plan is None or not is_as_its_class(serializer.__dict__):
        return None
    if name not in plan.alone:
        plan.alone[name] = may_be_made_alone(type(serializer), name)
    return made_alone(serializer, name) if plan.alone[name] else None
