"""The rows of a list, as long as the serializer has the fields that its plan was made from.

DRF looks at the fields of a serializer for each row, and a method that one row calls may change
them for the next. A list is represented by one call of a generated function: what gives it the
rows looks at the fields between them, and keeps back the rows that are no longer as planned.
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
        self.rows = rows
        self.serializer = serializer
        self.names = [field.name for field in plan.fields]
        self.has_methods = any(isinstance(field.output, Method) for field in plan.fields)
        """Whether code runs that has the serializer at hand."""
        self.rest: Iterable[Any] = ()

    def __iter__(self) -> Iterator[Any]:
        rows = iter(self.rows)
        state = vars(self.serializer)
        known = state.get("fields")
        is_first = known is None
        for row in rows:
            fields = state.get("fields")
            if fields is not None and is_first:
                # A row before this one was the first to look at the fields, and made them.
                known, is_first = fields, False
            if fields is not known or (
                self.has_methods and known and self.names_now() != self.names
            ):
                self.rest = chain((row,), rows)
                return
            yield row

    def names_now(self) -> list[str]:
        """Return the names of the fields that the serializer reads, in their order."""
        fields = plain_fields(self.serializer).items()
        return [name for name, field in fields if not field.write_only]
