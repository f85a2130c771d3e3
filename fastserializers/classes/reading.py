"""What a serializer that reads fast makes of one object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastserializers.plans.marks import SerializerState
from fastserializers.plans.strategy import strategy_of
from fastserializers.proof import verify
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
