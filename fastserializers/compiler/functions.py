"""The functions of a plan, by the rows that they read: written when they are first called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import compress
from typing import Any

from fastserializers.compiler.emit import MANY, ONE, NestedFunctions, Target
from fastserializers.compiler.generated import generated
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.representation import Same
from fastserializers.compiler.sources.instances import source_of_type
from fastserializers.compiler.writer import write_function

Function = Callable[..., Any]
"""Takes a row, or many, the serializer, the time zone, and the parameters of the source."""


class Functions(dict[Any, Function]):
    """Functions by the type of the rows or by their source, each made when it is asked for."""

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, function_of: Callable[[Any], Function]) -> None:
        self.function_of = function_of

    def __missing__(self, rows: Any) -> Function:
        if len(self) >= self.most:
            self.clear()
        function = self[rows] = self.function_of(rows)
        return function


class CompiledPlan:
    """The functions of one plan: `compile_plan(plan).many[Book](books, serializer, zone)`."""

    def __init__(self, plan: Plan, one: Functions, many: Functions) -> None:
        self.plan = plan
        self.zoned = plan.zoned
        self.is_complete = plan.is_complete
        self.reads_below_many = plan.reads_below_many
        self.one = one
        self.many = many
        self.choosing = functions_of(plan, is_choosing=True)
        """The functions that also take which of the fields are wanted."""
        # A client chooses fields by their names, in as many ways as it likes.
        self.part_of = lru_cache(maxsize=64)(self.compiled_part)

    def part(self, names: Iterable[str]) -> CompiledPlan:
        """Return the functions of some of the fields, in the order of the plan."""
        chosen = frozenset(names)
        return self.part_of(tuple(field.name in chosen for field in self.plan.fields))

    def compiled_part(self, wanted: tuple[bool, ...]) -> CompiledPlan:
        fields = tuple(compress(self.plan.fields, wanted))
        one, many = self.choosing
        return CompiledPlan(
            self.plan._replace(fields=fields),
            Functions(lambda rows: partial(one[rows], wanted)),
            Functions(lambda rows: partial(many[rows], wanted)),
        )


def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the functions of `plan`, shared by all serializers that have it."""
    compiled = COMPILED.get(plan)
    if compiled is None:
        compiled = COMPILED[plan] = CompiledPlan(plan, *functions_of(plan))
        forget_oldest()
    return compiled


def compiled_before(plan: Plan) -> CompiledPlan | None:
    """Return the functions of `plan` if they were compiled before, and are kept."""
    return COMPILED.get(plan)


COMPILED: dict[Plan, CompiledPlan] = {}
"""The functions of plans, the oldest first. Classes keep those of their own plans as well."""

# The functions of a field take about 6 kB. A client may choose the order of sixty fields.
MOST_FIELDS = 5_000


def forget_oldest() -> None:
    """Forget the oldest plans as long as there are more fields than a process is to keep."""
    fields = sum(len(plan.fields) for plan in [*COMPILED])
    for plan in [*COMPILED]:
        if fields <= MOST_FIELDS:
            return
        fields -= len(plan.fields)
        COMPILED.pop(plan, None)


def functions_of(plan: Plan, *, is_choosing: bool = False) -> tuple[Functions, Functions]:
    """Return the functions of one row, and those of many."""

    def function(target: Target, rows: Any) -> Function:
        source = source_of_type(rows) if isinstance(rows, type) else rows
        written = write_function(plan, source, target, built, one, is_choosing=is_choosing)
        return generated(written, f"{plan.serializer} {target} {source.name}")

    one = Functions(partial(function, ONE))
    return one, Functions(partial(function, MANY))


def built(constant: object) -> object:
    """Return the object that generated code is given for a constant."""
    if isinstance(constant, Same):
        return constant.value
    if not isinstance(constant, NestedFunctions):
        return constant
    nested = compile_plan(constant.plan)
    functions = nested.one if constant.target == ONE else nested.many
    return functions if constant.rows is None else functions[constant.rows]
