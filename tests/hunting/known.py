"""What is known to differ: the search leaves it out until it doesn't."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

KNOWN: frozenset[str] = frozenset()


def unknown(names: Iterable[str]) -> list[str]:
    """Return those names that are not known to differ."""
    return [name for name in names if name not in KNOWN]


def type_name(source: Any) -> str:
    """Return the name of the type of what is represented: that of a page is another one."""
    return "list" if isinstance(source, list) else type(source).__name__
