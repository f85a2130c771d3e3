"""What a serializer that reads fast makes of one object, and how it has its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastserializers.compiler.overrides import SET_ON_SERIALIZER
from fastserializers.plans.marks import SerializerState
from fastserializers.plans.strategy import plan_at_use, strategy_of
from fastserializers.plans.switch import drf_reads
from fastserializers.proof import verify
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.zones import active_zone

ByDRF = Callable[[Any, Any], Any]
"""Takes a serializer and what it is to represent; REST framework's own method."""


def represented(serializer: Any, state: SerializerState, instance: Any, by_drf: ByDRF) -> Any:
    """Return what a marked serializer makes of an instance, as `Serializer.to_representation`."""
    strategy = strategy_of(serializer, state)
    compiled = strategy.compiled
    if compiled is not None:
        zone = active_zone() if compiled.zoned else None
        context = state.context or serializer
        if state.rows is not None:
            return state.rows.represented(compiled, instance, context, zone)
        return compiled.one[type(instance)](instance, context, zone)
    if strategy.way == "both":
        return verify.by_both(
            serializer, instance, lambda copy, again: represented(copy, state, again, by_drf)
        )
    return by_drf(serializer, instance)


def lazy_fields(serializer: Any, state: SerializerState) -> LazyFields | None:
    """Return the fields of a marked serializer, which keeps them as REST framework does.

    None where REST framework's `get_fields()` has to make them.
    """
    if drf_reads():
        return None
    plan = state.class_plan or plan_at_use(serializer, state)
    if plan is None or plan.recipe is None:
        return None
    if not SET_ON_SERIALIZER.isdisjoint(serializer.__dict__):
        return None
    fields = serializer.__dict__["fields"] = LazyFields(serializer, plan.recipe)
    return fields
