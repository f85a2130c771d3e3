"""Serializer classes that are found under their names, as those of projects are."""

from __future__ import annotations

from typing import Any


def importable(name: str, *bases: Any, **attributes: Any) -> Any:
    """Return a new class, which this module has under its name."""
    made = type(bases[-1])(name, bases, {"__module__": __name__, **attributes})
    globals()[name] = made
    return made
