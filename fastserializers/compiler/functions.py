"""The functions of a plan, by the rows that they read: compiled when they are first called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from fastserializers.compiler.emit import MANY, ONE, NestedFunctions, Target
from fastserializers.compiler.generated import generated
from fastserializers.compiler.kept import Kept
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.reads.instances import source_of_type
from fastserializers.compiler.representation import Same
from fastserializers.compiler.writer import write_function

Function = Callable[..., Any]
"""Takes a row, or many, the serializer and the time zone, and what the source of rows adds."""


class CompiledPlan:
    """The functions of one plan: `compile_plan(plan).many[Book](books, serializer, zone)`."""

    # A client chooses fields by their names, in as many ways as it likes.
    most_parts = 64

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.size = plan.size
        self.zoned = plan.zoned
        self.is_complete = plan.is_complete
        self.reads_below_many = plan.reads_below_many
        self.one = Functions(self, ONE)
        self.many = Functions(self, MANY)
        self.choosing_one = Functions(self, ONE, is_choosing=True)
        self.choosing_many = Functions(self, MANY, is_choosing=True)
        self.parts: dict[tuple[bool, ...], PartOfPlan] = {}

    def part(self, names: Iterable[str]) -> PartOfPlan:
        """Return the functions of some of the fields, in the order of the plan."""
        chosen = frozenset(names)
        wanted = tuple(field.name in chosen for field in self.plan.fields)
        part = self.parts.get(wanted)
        if part is None:
            if len(self.parts) >= self.most_parts:
                self.parts.clear()
            part = self.parts[wanted] = PartOfPlan(self, wanted)
        return part


class PartOfPlan:
    """Some fields of a plan, read by functions that all subsets of its fields share."""

    def __init__(self, whole: CompiledPlan, wanted: tuple[bool, ...]) -> None:
        chosen = zip(whole.plan.fields, wanted, strict=True)
        self.plan = Plan(
            whole.plan.serializer, tuple(field for field, is_wanted in chosen if is_wanted)
        )
        self.zoned = self.plan.zoned
        self.is_complete = self.plan.is_complete
        self.reads_below_many = self.plan.reads_below_many
        self.one = FunctionsOfPart(whole.choosing_one, wanted)
        self.many = FunctionsOfPart(whole.choosing_many, wanted)


AnyPlan: TypeAlias = CompiledPlan | PartOfPlan


class Functions(dict[Any, Function]):
    """The functions of one target, by the type of the rows or by their source."""

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, compiled: CompiledPlan, target: Target, *, is_choosing: bool = False):
        self.compiled = compiled
        self.target = target
        self.is_choosing = is_choosing
        """Whether the functions also take which of the fields are wanted."""

    def __missing__(self, key: Any) -> Function:
        if len(self) >= self.most:
            self.clear()
        plan = self.compiled.plan
        source = source_of_type(key) if isinstance(key, type) else key
        others = self.compiled.choosing_one if self.is_choosing else self.compiled.one
        written = write_function(
            plan, source, self.target, built, others, is_choosing=self.is_choosing
        )
        function = self[key] = generated(written, f"{plan.serializer} {self.target} {source.name}")
        return function


class FunctionsOfPart(dict[Any, Function]):
    """The functions of a plan by the type of the rows or by their source, for wanted fields."""

    def __init__(self, functions: Functions, wanted: tuple[bool, ...]) -> None:
        self.functions = functions
        self.wanted = wanted

    def __missing__(self, key: Any) -> Function:
        function, wanted = self.functions[key], self.wanted

        def represent(rows: Any, *arguments: Any) -> Any:
            return function(rows, *arguments, wanted)

        if len(self) >= self.functions.most:
            self.clear()
        self[key] = represent
        return represent


def built(constant: object) -> object:
    """Return the object that generated code is given for a constant."""
    if isinstance(constant, Same):
        return constant.value
    if not isinstance(constant, NestedFunctions):
        return constant
    nested = compile_plan(constant.plan)
    functions = nested.one if constant.target == ONE else nested.many
    return functions if constant.rows is None else functions[constant.rows]


def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the functions of `plan`, shared by all serializers that have it."""
    return compiled_plans[plan]


compiled_plans: Kept[Plan, CompiledPlan] = Kept(CompiledPlan)
