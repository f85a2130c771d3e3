"""Which code reads: the fast one, or REST framework's, as the setting says and here and now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from random import SystemRandom
from threading import Lock
from typing import Any, Literal

from django.core.signals import setting_changed

from fastserializers.conf import SETTING, value_of

Reader = Literal["drf", "fast"]

# Not the generator that a project may have seeded.
chance = SystemRandom()


@dataclass(slots=True)
class Switch:
    """What the fast code looks at before it reads."""

    needs_check: bool = True
    """Whether anything else may read than the fast code, unproved."""
    everywhere: bool = False
    """Whether every serializer of the process reads fast."""
    proofs: int = 0
    """In how many threads or tasks it is said by `reading_by()` which code reads."""


switch = Switch()

reader: ContextVar[Reader | None] = ContextVar("reader", default=None)
"""Whose code is reading for a proof; None where nothing is being proved."""


def refresh() -> None:
    """Read the setting, where it may have changed."""
    enabled = value_of("ENABLED")
    switch.everywhere = enabled and value_of("EVERYWHERE")
    switch.needs_check = not enabled or value_of("VERIFY") > 0 or switch.proofs > 0


def drf_reads() -> bool:
    """Return whether REST framework's own code is to read, fast serializers included."""
    if not switch.needs_check:
        return False
    refresh()
    which = reader.get()
    return which == "drf" or (which is None and not value_of("ENABLED"))


def share_to_verify() -> float:
    """Return which share of what is read is to be proved."""
    refresh()
    share: float = value_of("VERIFY") if value_of("ENABLED") else 0
    return share


def reader_of(serializer: Any) -> Literal["drf", "fast", "both"]:
    """Return whose code is to read what a serializer represents now, as the setting says."""
    if drf_reads():
        return "drf"
    share = share_to_verify()
    # What is read on the way to something that is being proved is a part of it.
    is_due = share > 0 and reader.get() is None and serializer.__dict__.get("parent") is None
    return "both" if is_due and chance.random() < share else "fast"


proofs = Lock()


@contextmanager
def reading_by(which: Reader) -> Iterator[None]:
    """Have that code read every serializer in this thread, or in this task."""
    count_proofs(1)
    token = reader.set(which)
    try:
        yield
    finally:
        reader.reset(token)
        count_proofs(-1)


def count_proofs(more: int) -> None:
    with proofs:
        switch.proofs += more
        switch.needs_check = True


def forget_setting(*, setting: str, **kwargs: Any) -> None:
    if setting == SETTING:
        switch.needs_check = True


setting_changed.connect(forget_setting, dispatch_uid="fastserializers.forget_setting")
