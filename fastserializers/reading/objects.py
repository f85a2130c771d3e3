"""Decides how one object is read, or one row of a list with its own `to_representation()`."""

from __future__ import annotations

from random import SystemRandom

from fastserializers.conf import reads_as_usual, value_of
from fastserializers.reading import decision
from fastserializers.reading.chosen_fields import has_usual_fields, plan_of_object
from fastserializers.reading.class_plan import MARK, ClassPlan, class_plan
from fastserializers.reading.decision import Decision, ReadBy
from fastserializers.reading.fingerprint import is_unchanged
from fastserializers.reading.state import LEFT, SerializerState, state_of
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.switch import drf_reads, is_proving

# Not the generator that a project may have seeded.
chance = SystemRandom()


def read_object(serializer: AnySerializer) -> Decision:
    """Return what reads one object by a serializer, or one row of a list."""
    plan = plan_or_reason(serializer, serializer)
    if isinstance(plan, Decision):
        return plan
    if plan.compiled and has_usual_fields(serializer, plan):
        return plan.usual
    chosen = plan_of_object(serializer, plan, serializer.__dict__[MARK].open_list)
    if chosen is None:
        return decision.OWN_FIELDS
    return plan.usual if chosen is plan.compiled else Decision(ReadBy.INSTANCES, chosen)


def plan_or_reason(serializer: AnySerializer, asked: AnySerializer) -> ClassPlan | Decision:
    """Return the plan of a serializer's class, or what reads without a plan, and why.

    `asked` is what is to represent: the serializer, or the list that it is the child of.
    """
    state = state_of(serializer)
    if state is None:
        return decision.UNMARKED
    if state.open_list is LEFT:
        return decision.IN_LIST
    if is_proving() or not reads_as_usual():
        if drf_reads():
            return decision.OFF
        if is_drawn(asked, state):
            return decision.BOTH
    # Once a list, and not for each of its rows.
    is_used_again = state.is_planned and state.open_list is None
    plan = plan_for(serializer, state)
    if plan is None:
        return decision.UNPLANNED
    if is_used_again and not is_unchanged(plan.fingerprint):
        # REST framework reads the fields from before by the present method and settings.
        return decision.CHANGED
    return plan.usual if plan.usual.reader is ReadBy.DRF else plan


def plan_for(serializer: AnySerializer, state: SerializerState) -> ClassPlan | None:
    """Return the plan of a serializer's class as it was when the serializer was first used.

    None if REST framework reads the class for now.
    """
    if not state.is_planned:
        state.class_plan = class_plan(type(serializer))
        state.is_planned = True
    return state.class_plan


def is_drawn(serializer: AnySerializer, state: SerializerState) -> bool:
    """Return whether `VERIFY` draws this object or list, which both codes then read.

    Nested serializers and the rows of a list are a part of the proof of the whole.
    """
    share = value_of("VERIFY")
    if not share or is_proving() or state.open_list is not None:
        return False
    return serializer.__dict__.get("parent") is None and chance.random() < share
