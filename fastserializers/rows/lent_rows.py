"""Querysets that are not evaluated, and give the rows they were lent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models.query import ModelIterable

LENT = "_fastserializers"


class LentRows(ModelIterable):  # type: ignore[type-arg]
    """Gives the instances that a queryset was lent, if it is iterated as it was made.

    A queryset that is made of it has not got them. Nor has one whose `query` was looked at, and
    may have been changed: Django applies the filter of a related manager only then.
    """

    def __iter__(self) -> Iterator[Any]:
        state = vars(self.queryset)
        take, deferred = state.pop(LENT, (None, None))
        is_as_made = take is not None and state["_deferred_filter"] is deferred
        taken = take() if is_as_made else None
        return super().__iter__() if taken is None else iter(taken)


def taking_rows(queryset: Any, take: Callable[[], list[Any] | None]) -> Any:
    """Return a queryset that takes its instances from a function, unless that returns None."""
    queryset._iterable_class = LentRows
    queryset._fastserializers = take, queryset._deferred_filter
    return queryset
