"""Serializer classes that are found under their names, as those of projects are."""

from __future__ import annotations

from typing import Any


def importable(name: str, *bases: Any, **attributes: Any) -> Any:
    """Return a new class, which this module has under its name."""
    made = type(bases[-1])(name, bases, {"__module__": __name__, **attributes})
    globals()[name] = made
    return made


def make_importable(base: type, *classes: type) -> None:
    """Let this module have classes that a function has made on a base."""
    for made in classes:
        made.__module__ = __name__
        made.__qualname__ = f"{base.__name__}_{made.__name__}"
        globals()[made.__qualname__] = made
