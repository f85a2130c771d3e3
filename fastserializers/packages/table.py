"""The table that the modules of this folder fill: what is known of a function or a descriptor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

KNOWN: dict[str, Callable[..., Any]] = {}
"""By the dotted path of a function, or of the class of a descriptor.

- Of a function: takes the model, queryset, query, column or serializer class that the function
  works for; returns whether the function does no more than its module says.
- Of a receiver: takes the receiver and a model; returns whether the receiver does something for
  instances of the model.
- Of a descriptor: takes the descriptor; returns the one of Django's that reads loaded values as it
  does, or None.
"""

Decides = TypeVar("Decides", bound=Callable[..., Any])


def about(*paths: str) -> Callable[[Decides], Decides]:
    """Register a function that decides about the code at these paths."""

    def add(decides: Decides) -> Decides:
        KNOWN.update(dict.fromkeys(paths, decides))
        return decides

    return add
