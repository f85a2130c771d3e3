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

from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.compiler.codegen import CompiledPlan
from fastserializers.lifecycle.declarations import plain_fields
from fastserializers.runtime.places import CHANGED, FIELDS_ALONE, NOTHING


class RowsAsPlanned:
    """Gives rows until the fields are other ones; `rest` has those that are left."""

    def __init__(self, rows: Iterable[Any], serializer: Any, compiled: CompiledPlan) -> None:
        self.rows = iter(rows)
        self.serializer = serializer
        self.compiled = compiled
        self.names = compiled.names
        self.has_methods = compiled.has_methods
        self.rest: Iterable[Any] = self.rows

    def __iter__(self) -> Iterator[Any]:
        serializer, rows, has_methods = self.serializer, self.rows, self.has_methods
        fields_of = vars(serializer).get
        known = fields_of("fields")
        if known is None:
            # They were there, and are not any more.
            return
        for row in rows:
            if fields_of("fields") is not known or (
                has_methods and names_now(serializer) != self.names
            ):
                self.rest = chain((row,), rows)
                return
            yield row
            if has_methods:
                refuse_other_size(self.compiled, serializer)


def names_now(serializer: Any) -> list[str]:
    """Return the names of the fields that a serializer reads, in their order."""
    fields = plain_fields(serializer).items()
    return [name for name, field in fields if not field.write_only]


def has_fields_of(compiled: CompiledPlan, serializer: Any) -> bool:
    """Return whether a serializer reads the fields of a plan, as far as it has made them."""
    state = vars(serializer)
    if "fields" in state:
        return names_now(serializer) == compiled.names
    return not any(field.write_only for field in state.get(FIELDS_ALONE, NOTHING).values())


def refuse_other_size(compiled: CompiledPlan, serializer: Any) -> None:
    """Raise what DRF does for a row whose own code has added fields to it, or taken some out."""
    fields = vars(serializer).get("fields")
    if not isinstance(fields, BindingDict):
        # What has been put in their place is for the next row.
        return
    readable = {name for name, field in fields.items() if not field.write_only}
    if not (fields.keys() >= {*compiled.names} >= readable):
        raise RuntimeError(CHANGED)
