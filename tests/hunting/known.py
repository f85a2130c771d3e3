"""What is known to differ: the search leaves it out until it doesn't."""

from __future__ import annotations

from collections.abc import Iterable

KNOWN = {
    # Fetched for all rows by what the manager of the first one's says.
    "remarks",
    # A method does not read back what it has removed from rows that were fetched for all.
    "takes related rows away",
    # A page is fetched when it is looked at, which may be after the context it was asked for in.
    "nothing",
    "another zone",
    "another language",
    "another tenant",
}


def unknown(names: Iterable[str]) -> list[str]:
    """Return those names that are not known to differ."""
    return [name for name in names if name not in KNOWN]
