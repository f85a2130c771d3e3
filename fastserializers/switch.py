"""Which code reads in this thread or task, as a view, `reading_fast()` or a proof has set it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ContextDecorator, contextmanager
from contextvars import ContextVar, Token
from enum import Enum
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, Literal, TypeVar, cast

from fastserializers.conf import value_of
from fastserializers.names import path_of

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

Side = Literal["drf", "fast"]
"""One of the two codes that a proof compares."""


class Way(Enum):
    """How serializers are read in this thread or task."""

    USUAL = "usual"
    """As their classes and the setting say."""
    FAST = "all fast"
    """A view or `reading_fast()` says so."""
    PROVED_FAST = "fast"
    PROVED_DRF = "drf"


way: ContextVar[Way] = ContextVar("way", default=Way.USUAL)


class reading_fast(ContextDecorator):
    """A context in which all serializers read fast, and pages are rows.

        with reading_fast():
            rows = BookSerializer(books, many=True).data

    It decorates functions as well, async ones included: `@reading_fast()`. A serializer that is
    given `data=` is REST framework's, and so is one that was used before. A running proof keeps
    its own way.
    """

    def __init__(self, function: None = None) -> None:
        if function is not None:
            raise TypeError(
                f"@reading_fast needs brackets: write @reading_fast() above {path_of(function)}."
            )
        self.tokens: list[Token[Way]] = []

    def _recreate_cm(self) -> reading_fast:
        return reading_fast()

    def __enter__(self) -> None:
        now = way.get()
        self.tokens.append(way.set(Way.FAST if now is Way.USUAL else now))

    def __exit__(self, *error: object) -> None:
        way.reset(self.tokens.pop())

    def __call__(self, function: Decorated) -> Decorated:
        if not iscoroutinefunction(function):
            return super().__call__(function)

        @wraps(function)
        async def read_fast(*args: Any, **kwargs: Any) -> Any:
            with reading_fast():
                return await function(*args, **kwargs)

        return cast(Decorated, read_fast)


@contextmanager
def reading_in(wanted: Way) -> Iterator[None]:
    """Have every serializer within read in this way."""
    token = way.set(wanted)
    try:
        yield
    finally:
        way.reset(token)


def reading_by(side: Side) -> AbstractContextManager[None]:
    """Have one of the two codes of a proof read every serializer within."""
    return reading_in(Way(side))


def drf_reads() -> bool:
    """Return whether REST framework's own code is to read, fast serializers included."""
    now = way.get()
    return now is Way.PROVED_DRF or (now is not Way.PROVED_FAST and not value_of("ENABLED"))


def is_proving() -> bool:
    """Return whether a proof is running here."""
    return way.get() not in UNPROVED


def reads_as_usual() -> bool:
    """Return whether `ENABLED` is on, `VERIFY` is off, and no proof is running here."""
    return way.get() in UNPROVED and value_of("ENABLED") is True and not value_of("VERIFY")


UNPROVED = (Way.USUAL, Way.FAST)
