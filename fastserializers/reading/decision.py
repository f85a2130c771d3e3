"""How an object or the rows of a list are read, and why."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from fastserializers.names import path_of

reading_log = logging.getLogger("fastserializers")


Reason: TypeAlias = str | Callable[[], str]
"""A reason, or what returns it: most are never looked at."""


class ReadBy(Enum):
    """The code that gives the output."""

    DRF = "REST framework"
    BOTH = "both codes, for a proof"
    INSTANCES = "compiled code, from objects"
    ROWS = "compiled code, from rows"


class Decision(NamedTuple):
    """The code that reads an object or the rows of a list, and why."""

    reader: ReadBy
    reason: Reason = ""
    """Why REST framework reads them, or why objects and not rows are read; else empty."""

    @property
    def why(self) -> str:
        return self.reason if isinstance(self.reason, str) else self.reason()


Answer: TypeAlias = tuple[Decision, Any]
"""How an object or a list is read, and why, and its representation."""

ByDRF = Callable[[Any, Any], Any]
"""Takes a serializer and its source; REST framework's own `to_representation()`."""


def drf(reason: str) -> Decision:
    return Decision(ReadBy.DRF, reason)


def compiled(why_no_rows: Reason) -> Decision:
    return Decision(ReadBy.INSTANCES if why_no_rows else ReadBy.ROWS, why_no_rows)


UNMARKED = drf(
    "no view, class or setting says that the serializer reads fast, or it was given data="
)
OFF = drf("ENABLED is False in the setting")
UNPLANNED = drf(
    "a function has created its class, or its class has changed: REST framework reads the first "
    "100 rows"
)
CHANGED = drf("its class or the settings have changed since the serializer first read")
OWN_FIELDS = drf("it has own fields, or all of its fields were made: one object is not planned")
FEW_ROWS = drf("the list has fewer rows than the serializer has own fields")
TOO_MANY = drf("it renames its fields, or there were too many choices of own fields to compile")
BOTH = Decision(ReadBy.BOTH, "VERIFY has drawn it")
OBJECT = Decision(ReadBy.INSTANCES)


# Decisions of the project for all serializers, and rows whose list has its own reason.
NOT_LOGGED = (UNMARKED, OFF)

# A function may create classes with names without end.
MOST_LOGGED = 1_000
logged: set[tuple[str, str]] = set()
"""The paths of classes, and the reasons that were logged for them."""


def log_why_drf_reads(cls: type, decision: Decision) -> None:
    """Log why REST framework reads a serializer: once per process, class and reason."""
    if decision in NOT_LOGGED:
        return
    found = (path_of(cls), decision.why)
    if found not in logged and len(logged) < MOST_LOGGED:
        logged.add(found)
        reading_log.info("REST framework reads %s: %s.", *found)
