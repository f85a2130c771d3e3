"""What is known to differ: the search leaves it out until it doesn't."""

from __future__ import annotations

from collections.abc import Iterable

KNOWN: frozenset[str] = frozenset()


def unknown(names: Iterable[str]) -> list[str]:
    """Return those names that are not known to differ."""
    return [name for name in names if name not in KNOWN]
