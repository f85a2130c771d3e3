"""The names of classes and functions, as messages have them."""

from __future__ import annotations

from typing import Any


def path_of(code: Any) -> str:
    """Return the dotted path of a class or a function; of an object, that of its class."""
    named = code if hasattr(code, "__qualname__") else type(code)
    return f"{named.__module__}.{named.__qualname__}"
