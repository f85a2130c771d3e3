"""`Serializer.fields` of a serializer that reads fast: each field is made when it is asked for."""

from __future__ import annotations

from typing import Any

from fastserializers.compiler.overrides import SET_ON_SERIALIZER
from fastserializers.plans.marks import SerializerState
from fastserializers.plans.strategy import plan_at_use
from fastserializers.plans.switch import drf_reads, switch
from fastserializers.runtime.lazy_fields import LazyFields


def lazy_fields(serializer: Any, state: SerializerState) -> LazyFields | None:
    """Return the fields of a marked serializer, which keeps them as REST framework does.

    None where REST framework's `get_fields()` has to make them.
    """
    if switch.needs_check and drf_reads():
        return None
    plan = state.class_plan or plan_at_use(serializer, state)
    if plan is None or plan.recipe is None:
        return None
    own = serializer.__dict__
    if not SET_ON_SERIALIZER.isdisjoint(own):
        return None
    fields = own["fields"] = LazyFields(serializer, plan.recipe)
    return fields
