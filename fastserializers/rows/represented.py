"""The rows of a list, represented by a plan, with the relations loaded that the plan reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastserializers.compiler.function import CompiledPlan
from fastserializers.compiler.reads.source import Source
from fastserializers.rows.loading import load_unloaded
from fastserializers.rows.loans import Loans
from fastserializers.rows.needs import needs_of
from fastserializers.rows.row_instances import Instances
from fastserializers.rows.row_shapes import instances_escape, source_of_rows


def represented_rows(
    row_set: Instances, compiled: CompiledPlan, serializer: Any, zone: Any
) -> list[Any]:
    """Return the dicts that a plan makes of the rows of a row set."""
    with Loans(row_set) as loans:
        source = loaded_source(row_set, compiled, loans)
        dicts: list[Any] = compiled.many[source](row_set.rows, serializer, zone, row_set)
        return dicts


def loaded_source(
    row_set: Instances, compiled: CompiledPlan, loans: Loans, *, is_seen: bool = False
) -> Source:
    """Return the source of the rows of a row set, with the relations loaded that a plan reads.

    `is_seen` says that project code has instances before the plan reads any row.
    """
    needs = needs_of(compiled)
    load_unloaded(row_set, needs, loans)
    # REST framework's fields read instances.
    escaping = is_seen or not compiled.is_earned or instances_escape(row_set, needs)
    if escaping:
        loans.end_at_writes()
    return source_of_rows(row_set, needs, instances_escape=escaping)


@contextmanager
def rows_of_instances(row_set: Instances) -> Iterator[RowsOfInstances]:
    """Give the rows of a row set to code that represents its instances, and end its loans."""
    with Loans(row_set) as loans:
        yield RowsOfInstances(row_set, loans)


class RowsOfInstances:
    """The rows of a row set, for project code that represents its instances one by one.

    Relations are loaded as the first plan reads them: the code may change the fields between two
    rows.
    """

    def __init__(self, row_set: Instances, loans: Loans) -> None:
        self.row_set = row_set
        self.loans = loans
        self.functions: dict[CompiledPlan, Callable[..., Any]] = {}

    def represented(
        self, compiled: CompiledPlan, instance: Any, serializer: Any, zone: Any
    ) -> Any:
        """Return the dict that a plan makes of an instance: of its row, if it is of the rows."""
        row = self.row_set.row_of(instance)
        if row is None:
            return compiled.one[type(instance)](instance, serializer, zone)
        if compiled not in self.functions:
            source = self.source_for(compiled)
            # Project code has had the instance.
            self.functions[compiled] = compiled.one[source.after or source]
        return self.functions[compiled](row, serializer, zone, self.row_set)

    def source_for(self, compiled: CompiledPlan) -> Source:
        if not self.functions:
            return loaded_source(self.row_set, compiled, self.loans, is_seen=True)
        return source_of_rows(self.row_set, needs_of(compiled), instances_escape=True)
