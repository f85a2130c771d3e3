"""What was found out about a serializer class, and the plan that a serializer reads by."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from django.core.signals import setting_changed

from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.plan import FIELD_STATE, plan_of
from fastserializers.compiler.shapes import shape_of
from fastserializers.lifecycle.plans import KeptPlan, plan_of_class, plan_of_fields


class Reading:
    """How the serializers of one class are made and read."""

    __slots__ = ("__weakref__", "is_known", "is_plain", "lean_class", "plan", "serializer_class")

    def __init__(self, serializer_class: Any) -> None:
        self.serializer_class = serializer_class
        self.is_known = False
        """Whether the class has been looked at."""
        self.lean_class: Any = None
        """The class, where its serializers need no more state than an instance and a context."""
        self.is_plain = False
        """Whether nothing but the plan decides what a row is represented by."""
        self.plan: KeptPlan | None = None
        """The plan of the class; None before it is first used."""
        readings.add(self)

    def plan_now(self) -> KeptPlan:
        """Return the plan of the class, made anew if it is no longer right."""
        plan = self.plan
        if plan is None or plan.declarations != plan.copies:
            plan = self.plan = plan_of_class(self.serializer_class)
        return plan


readings: WeakSet[Reading] = WeakSet()


def plan_in_use(serializer: Any) -> CompiledPlan | None:
    """Return the plan that `serializer` reads one more row by; None where DRF is to read it."""
    reading: Reading = serializer._reading
    plan = reading.plan
    if plan is None or plan.declarations != plan.copies:
        plan = reading.plan_now()
    state = serializer.__dict__
    if plan.compiled is not None and is_as_its_class(state):
        return plan.compiled
    if OWN_PLAN not in state:
        # Perhaps this one object is all: DRF is done with it before a plan is made.
        state[OWN_PLAN] = None
        return None
    own: KeptPlan | None = state[OWN_PLAN]
    if own is None or own.declarations != own.copies:
        own = state[OWN_PLAN] = plan_of_fields(serializer)
    return own.compiled


def plan_of_list(serializer: Any) -> CompiledPlan | None:
    """Return the plan that `serializer` reads all rows of a list by; None if DRF is to."""
    reading: Reading = serializer._reading
    plan = reading.plan_now()
    if plan.compiled is not None and is_as_its_class(serializer.__dict__):
        return plan.compiled
    own = plan_of(serializer)
    return compile_plan(shape_of(own)) if own else None


# Whether what a serializer has gives it the fields that its class says.
is_as_its_class = FIELD_STATE.isdisjoint

# Where a serializer keeps the plan of the fields that it has itself.
OWN_PLAN = "_plan_of_own_fields"


def forget_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for reading in list(readings):
        reading.plan = None


setting_changed.connect(forget_plans, dispatch_uid="fastserializers.forget_plans")
