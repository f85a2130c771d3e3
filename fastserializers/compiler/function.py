"""The functions of a plan, by what they read.

Rows are read field by field at first, by a `composition`. One function for all fields is compiled
when it has paid: see `economy`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from fastserializers.compiler.composition import (
    Composition,
    FieldFunctions,
    fields_in_order,
    kept_fields,
)
from fastserializers.compiler.economy import ROWS_IN_OBJECT, VALUES_IN_MAKING, Economy
from fastserializers.compiler.emit import MANY, ONE, NestedFunctions, Target
from fastserializers.compiler.generated import generated
from fastserializers.compiler.kept import Kept
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.reads.instances import source_of_type
from fastserializers.compiler.reads.source import Source
from fastserializers.compiler.representation import Same
from fastserializers.compiler.writer import write_function


class CompiledPlan:
    """The functions of one plan, by the rows that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.size = plan.size
        self.zoned = plan.zoned
        self.is_complete = plan.is_complete
        self.one = Functions(self, ONE)
        self.many = Functions(self, MANY)

    @cached_property
    def fields(self) -> tuple[FieldFunctions, ...]:
        return tuple(kept_fields[field] for field in self.plan.fields)

    @property
    def is_earned(self) -> bool:
        """Whether each field has a function of its own, so that REST framework reads none."""
        return all(field.is_earned for field in self.fields)

    def earn(self) -> None:
        """Have each field read by a function of its own from now on."""
        for field in self.fields:
            field.earn()


class Functions(dict[Any, Callable[..., Any]]):
    """The functions of one target, by the type of the rows or by their source.

    A missing one is composed of those of the fields; it is compiled once the rows that it has
    represented have paid for that.
    """

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, compiled: CompiledPlan, target: Target) -> None:
        self.of_plan = compiled
        self.target = target
        self.rows: dict[Any, int] = {}
        """How many rows have been represented without a function of the plan."""

    def __missing__(self, key: Any) -> Callable[..., Any]:
        if len(self) >= self.most:
            self.clear()
            self.rows.clear()
        source = source_of_type(key) if isinstance(key, type) else key
        if self.rows.get(key, 0) < Economy.prices.function_of_plan:
            function = self[key] = self.composed(key, source)
            return function
        kept_plans.keep(self.of_plan.plan, self.of_plan)
        function = self[key] = compile_function(self.of_plan, source, self.target)
        return function

    def compiled(self, key: Any) -> Callable[..., Any]:
        """Return the one function of all fields, which is compiled now if it is not yet."""
        if self.rows.get(key, 0) < Economy.prices.function_of_plan:
            self.rows[key] = Economy.prices.function_of_plan
            self.pop(key, None)
        return self[key]

    def composed(self, key: Any, source: Source) -> Callable[..., Any]:
        """Return what represents rows field by field, and counts them."""
        plan = self.of_plan
        waiting = [field for field in plan.fields if not field.is_earned]
        of_fields = composed_of(plan, source, self.target)
        if self.target == ONE:

            def represent_one(row: Any, *arguments: Any) -> Any:
                represented = of_fields.one(row, *arguments)
                self.count(key, ROWS_IN_OBJECT, waiting)
                return represented

            return represent_one

        def represent_many(rows: Any, *arguments: Any) -> Any:
            represented = of_fields.many(rows, *arguments)
            self.count(key, len(represented), waiting)
            return represented

        return represent_many

    def count(self, key: Any, rows: int, waiting: Sequence[FieldFunctions]) -> None:
        """Count rows that have been represented field by field; some of them by DRF's field."""
        read = self.rows[key] = self.rows.get(key, 0) + rows
        for field in waiting:
            field.values += rows + VALUES_IN_MAKING
        if read >= Economy.prices.function_of_plan or any(field.is_earned for field in waiting):
            # It is made anew when it is used next.
            self.pop(key, None)


def composed_of(compiled: CompiledPlan, source: Source, target: Target) -> Composition:
    """Return what represents rows of `source` by the functions of the fields."""
    plan = compiled.plan
    parts = partial(fields_in_order, compiled.fields, plan.serializer, source, built_later)
    in_order = tuple(parts(is_zone_known=True))
    if target == MANY and any(part.reader.runs_code for part in in_order):
        # The code that runs for one row may activate another time zone for the next one.
        in_order = tuple(parts(is_zone_known=False))
    return Composition(in_order, source, compiled.one, zoned=plan.zoned)


def built(constant: object) -> object:
    """Return the object that the function of a plan is given for a constant."""
    if isinstance(constant, Same):
        return constant.value
    if not isinstance(constant, NestedFunctions):
        return constant
    functions = nested_functions(constant)
    return functions if constant.rows is None else functions.compiled(constant.rows)


def built_later(constant: object) -> object:
    """Return the same for the function of a field: what is nested is compiled when it has paid."""
    if not isinstance(constant, NestedFunctions):
        return built(constant)
    functions, rows = nested_functions(constant), constant.rows
    functions.of_plan.earn()
    return functions if rows is None else lambda *arguments: functions[rows](*arguments)


def nested_functions(constant: NestedFunctions) -> Functions:
    nested = compile_plan(constant.plan)
    return nested.one if constant.target == ONE else nested.many


def compile_function(compiled: CompiledPlan, source: Source, target: Target) -> Callable[..., Any]:
    """Return the function that represents rows of `source` as `target` wants them."""
    written = write_function(compiled.plan, source, target, built, compiled.one)
    return generated(written, f"{compiled.plan.serializer} {target} {source.name}")


def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the functions of `plan`, shared by all serializers that have it."""
    return kept_plans[plan]


kept_plans: Kept[Plan, CompiledPlan] = Kept(CompiledPlan, lambda compiled: compiled.size)
