"""The rows of a list, as long as the serializer has the fields that its plan was made from.

DRF looks at the fields of a serializer for each row, and a method that one row calls may change
them for the next. A list is represented by one call of a generated function, which stops when a
row has made the fields. What gives it the rows that are left looks at the fields between them, and
keeps back those that are no longer as planned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from fastserializers.compiler.plan import Method, Plan
from fastserializers.lifecycle.declarations import plain_fields


class RowsAsPlanned:
    """Gives rows until the fields are other ones; `rest` has those that are left."""

    def __init__(self, rows: Iterable[Any], serializer: Any, plan: Plan) -> None:
        self.rows = iter(rows)
        self.serializer = serializer
        self.names = [field.name for field in plan.fields]
        self.has_methods = any(isinstance(field.output, Method) for field in plan.fields)
        """Whether code runs that has the serializer at hand."""
        self.rest: Iterable[Any] = self.rows

    def __iter__(self) -> Iterator[Any]:
        state = vars(self.serializer)
        known = state.get("fields")
        if known is None:
            # They were there, and are not any more.
            return
        for row in self.rows:
            if state.get("fields") is not known or (
                self.has_methods and self.names_now() != self.names
            ):
                self.rest = chain((row,), self.rows)
                return
            yield row

    def names_now(self) -> list[str]:
        """Return the names of the fields that the serializer reads, in their order."""
        fields = plain_fields(self.serializer).items()
        return [name for name, field in fields if not field.write_only]
