"""The checks there are, by the ids of their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TypeAlias, TypeVar

from django.core.checks import CheckMessage

from fastserializers.project.overview import Project

Item = TypeVar("Item")

Check: TypeAlias = "Callable[[Project], Iterator[CheckMessage]]"

CHECKS: dict[str, Check] = {}


def check(identifier: str) -> Callable[[Check], Check]:
    """Register a function that returns the messages about a project, and give them their id."""

    def register(function: Check) -> Check:
        def messages(project: Project) -> Iterator[CheckMessage]:
            for message in function(project):
                message.id = identifier
                yield message

        CHECKS[identifier] = messages
        return messages

    return register


def some_of(names: list[str], shown: int = 3) -> str:
    """Return the first of these names, and how many more there are."""
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more


def messages_of_each(
    items: Iterable[Item], check: Callable[[Item], Iterable[CheckMessage]]
) -> Iterator[CheckMessage]:
    """Return what `check` says of the items; nothing of one whose code can't be looked at."""
    for item in items:
        with suppress(Exception):
            yield from list(check(item))
