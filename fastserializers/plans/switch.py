"""Which code reads: the fast one, or REST framework's, as the setting says and here and now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import SystemRandom
from typing import Literal

from fastserializers.conf import reads_as_usual, value_of
from fastserializers.runtime.drf_types import AnySerializer

Side = Literal["drf", "fast"]
"""One of the two codes that a proof compares."""

# Not the generator that a project may have seeded.
chance = SystemRandom()

reader: ContextVar[Side | None] = ContextVar("reader", default=None)
"""Whose code is reading for a proof; None where nothing is being proved."""


@contextmanager
def reading_by(which: Side) -> Iterator[None]:
    """Have that code read every serializer in this thread, or in this task."""
    token = reader.set(which)
    try:
        yield
    finally:
        reader.reset(token)


def drf_reads() -> bool:
    """Return whether REST framework's own code is to read, fast serializers included."""
    which = reader.get()
    return which == "drf" or (which is None and not value_of("ENABLED"))


def code_that_reads(serializer: AnySerializer) -> Literal["drf", "fast", "both"]:
    """Return whose code is to read what a serializer represents now, as the setting says."""
    if reader.get() is None and reads_as_usual():
        return "fast"
    if drf_reads():
        return "drf"
    share = value_of("VERIFY")
    # What is read on the way to something that is being proved is a part of it.
    is_due = share and reader.get() is None and serializer.__dict__.get("parent") is None
    return "both" if is_due and chance.random() < share else "fast"
