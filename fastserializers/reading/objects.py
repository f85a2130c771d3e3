"""Decides how one object is read, and reads it."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from rest_framework.serializers import Serializer

from fastserializers.conf import value_of
from fastserializers.instances.given_instances import relations_lent
from fastserializers.proof import verify
from fastserializers.reading import decision
from fastserializers.reading.chosen_fields import chosen_plan
from fastserializers.reading.class_plan import ClassPlan
from fastserializers.reading.decision import Answer, ByDRF, Decision
from fastserializers.reading.fingerprint import is_unchanged
from fastserializers.reading.state import state_of
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.zones import active_zone
from fastserializers.switch import drf_reads, is_proving, reads_as_usual

# Not the generator that a project may have seeded.
chance = SystemRandom()


def read_object(serializer: AnySerializer, instance: Any, by_drf: ByDRF) -> Answer:
    """Return what reads an object, and why, and the representation of the object."""
    plan = plan_or_reason(serializer, serializer)
    if plan is decision.BOTH:
        return plan, verify.by_both(serializer, instance, Serializer.to_representation)
    if isinstance(plan, Decision):
        return plan, by_drf(serializer, instance)
    chosen = chosen_plan(serializer, plan)
    if isinstance(chosen, Decision):
        return chosen, by_drf(serializer, instance)
    zone = active_zone() if chosen.zoned else None
    if not chosen.reads_below_many:
        return decision.OBJECT, chosen.one[type(instance)](instance, serializer, zone)
    with relations_lent((instance,), chosen):
        return decision.OBJECT, chosen.one[type(instance)](instance, serializer, zone)


def plan_or_reason(serializer: AnySerializer, asked: AnySerializer) -> ClassPlan | Decision:
    """Return the plan of a serializer's class, or what reads without a plan, and why.

    `asked` is what is to represent: the serializer, or the list that it is the child of.
    """
    state = state_of(serializer)
    if state is None:
        return decision.UNMARKED
    if not reads_as_usual():
        if drf_reads():
            return decision.OFF
        if is_drawn(asked):
            return decision.BOTH
    held = state.class_plan
    plan = held or state.plan_for(serializer)
    if plan is None:
        return decision.UNPLANNED
    if plan is held and not is_unchanged(plan.fingerprint):
        # REST framework reads the fields from before by the present method and settings.
        return decision.CHANGED
    return plan if plan.reason is None else plan.reason


def is_drawn(serializer: AnySerializer) -> bool:
    """Return whether `VERIFY` draws this object or list, which both codes then read.

    Nested serializers are a part of the proof of the whole.
    """
    share = value_of("VERIFY")
    if not share or is_proving():
        return False
    return serializer.__dict__.get("parent") is None and chance.random() < share
