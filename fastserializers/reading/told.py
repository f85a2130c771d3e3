"""The log of what REST framework reads, and why: once per process, serializer and reason."""

from __future__ import annotations

import logging

from fastserializers.reading.class_plan import class_state
from fastserializers.reading.decision import EMPTY, IN_LIST, OFF, UNMARKED, Decision
from fastserializers.runtime.drf_types import SerializerClass

logger = logging.getLogger("fastserializers")

NOT_TOLD = (UNMARKED, OFF, EMPTY, IN_LIST)
"""What a project has decided for all serializers, and lists and rows that say nothing new."""

# A function may create classes with names without end.
MOST_TOLD = 1_000
told: set[tuple[str, str]] = set()
"""The names of serializers, and the reasons that were logged for them."""


def tell_why_drf_reads(cls: SerializerClass, decided: Decision) -> None:
    """Log why REST framework reads a serializer that was to read fast."""
    if decided in NOT_TOLD:
        return
    state = class_state(cls)
    if decided.reason in state.told:
        return
    state.told = (*state.told, decided.reason)
    name, why = f"{cls.__module__}.{cls.__qualname__}", decided.why
    if (name, why) not in told and len(told) < MOST_TOLD:
        told.add((name, why))
        logger.info("REST framework reads %s: %s.", name, why)
