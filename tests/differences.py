"""Lists every difference between two serializer classes, each with what it was found by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.differential import both, outcome_and_calls, outcome_once, without_addresses


def differences(
    body: Callable[[], dict[str, Any]],
    sources: Mapping[Any, Callable[[], Any]],
    *,
    context: Any = None,
    calls: list[Any] | None = None,
) -> list[str]:
    """Return a line for each source that the classes of `body` represent in two ways.

    Each source is read alone and in a list. `calls` is what the project's code notes down.
    """
    return list(found_differences(*both(body), sources, context, [] if calls is None else calls))


def found_differences(
    reference: Any, fast: Any, sources: Mapping[Any, Callable[[], Any]], context: Any, calls: Any
) -> Iterator[str]:
    # The first object of a class is REST framework's.
    outcome_once(fast, next(iter(sources.values())), context)
    for name, make in sources.items():
        for many in (False, True):
            expected, found = (
                without_addresses(outcome_and_calls(cls, make, calls, context, many=many))
                for cls in (reference, fast)
            )
            if found != expected:
                yield f"{name}, {'list' if many else 'one'}: {found}, where DRF gives {expected}"
