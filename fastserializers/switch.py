"""Which code reads: the fast one, or REST framework's, as the setting says and here and now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

from django.core.signals import setting_changed

from fastserializers.conf import SETTING, value_of

Reader = Literal["drf", "fast"]


class Switch:
    """What the fast code looks at before it reads."""

    __slots__ = ("is_touched", "leaves_first_object")

    def __init__(self) -> None:
        self.is_touched = True
        """Whether the setting may say anything else than that the fast code reads, unproved."""
        self.leaves_first_object = True
        """Whether the first object of a class is REST framework's. What compares both has it off:
        it would compare REST framework's code with itself."""


switch = Switch()

reader: ContextVar[Reader | None] = ContextVar("reader", default=None)
"""Whose code is reading for a proof; None where nothing is being proved."""


def drf_reads() -> bool:
    """Return whether REST framework's own code is to read, fast serializers included."""
    look()
    which = reader.get()
    return which == "drf" or (which is None and not value_of("ENABLED"))


def share_to_verify() -> float:
    """Return which share of what is read is to be proved."""
    look()
    share: float = value_of("VERIFY") if value_of("ENABLED") else 0
    return share


def look() -> None:
    switch.is_touched = not value_of("ENABLED") or value_of("VERIFY") > 0


@contextmanager
def reading_by(which: Reader) -> Iterator[None]:
    """Have that code read in this thread, or in this task, whatever else reads."""
    token = reader.set(which)
    try:
        yield
    finally:
        reader.reset(token)


def look_again(*, setting: str, **kwargs: Any) -> None:
    if setting == SETTING:
        switch.is_touched = True


setting_changed.connect(look_again, dispatch_uid="fastserializers.look_again")
