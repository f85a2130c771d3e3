"""A plan, compiled for one type of object: source that reads like a hand-written function.

The functions are made when the first object of a type is met. Their source is in `linecache`, so
tracebacks, debuggers and `inspect.getsource()` show it.
"""

from __future__ import annotations

import itertools
import linecache
import re
import weakref
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from keyword import iskeyword
from string import Formatter
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Output, Plan
from fastserializers.compiler.readers import STORES, Reader, attribute, reader_of
from fastserializers.compiler.representations import table
from fastserializers.compiler.representations.choices import Choices
from fastserializers.compiler.representations.items import collection
from fastserializers.compiler.representations.representation import (
    A_VALUE,
    Access,
    Case,
    Representation,
    Same,
)
from fastserializers.runtime import fallbacks, links
from fastserializers.runtime.zones import active_zone

Shape = Literal["one", "many"]

RUNTIME: dict[str, object] = {
    **fallbacks.RUNTIME,
    **links.RUNTIME,
    **table.RUNTIME,
    "BaseManager": BaseManager,
    "active_zone": active_zone,
    "LOADED_ROWS": (QuerySet, list, tuple),
}
PARAMETERS = ("error", "instance", "instances", "row", "rows", "serializer", "skipped", "zone")
NAMES_OF_PYTHON = ("__debug__",)
STATE = {**STORES, "zone": "active_zone()"}
BUILTINS = (
    "AttributeError",
    "KeyError",
    "bool",
    "callable",
    "dict",
    "float",
    "format",
    "getattr",
    "int",
    "isinstance",
    "list",
    "set",
    "str",
    "tuple",
    "type",
)


class CompiledPlan:
    """The functions of one plan, by the type of the object that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.zoned = plan.zoned
        self.one = Functions(self, "one")
        self.many = Functions(self, "many")


class Functions(dict[type, Callable[..., Any]]):
    """The functions of one shape; a missing one is compiled."""

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, compiled: CompiledPlan, shape: Shape) -> None:
        self.compiled = compiled
        self.shape = shape

    def __missing__(self, cls: type) -> Callable[..., Any]:
        if len(self) >= self.most:
            self.clear()
        function = self[cls] = compile_function(self.compiled, cls, self.shape)
        return function


@lru_cache(maxsize=2048)
def compiled(plan: Plan) -> CompiledPlan:
    """Return the one compilation of `plan`, shared by all serializers that have it.

    The least recently used plans go when there are more of them than serializers in any project:
    what has so many are serializers whose fields depend on the request.
    """
    return CompiledPlan(plan)


def compile_function(compiled_plan: CompiledPlan, cls: type, shape: Shape) -> Callable[..., Any]:
    plan = compiled_plan.plan
    scope = Scope(shape)
    source = "\n".join(function_lines(compiled_plan, cls, shape, scope)) + "\n"
    filename = f"<fastserializers {plan.serializer} {shape} {cls.__qualname__} {next(COUNT)}>"
    exec(compile(source, filename, "exec"), scope.globals)  # noqa: S102
    function: Callable[..., Any] = scope.globals[scope.function]
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


COUNT = itertools.count(1)


class Scope:
    """The names of one generated function: a name is given once, and keeps its meaning."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.globals: dict[str, Any] = dict(RUNTIME)
        self.taken = {*RUNTIME, *PARAMETERS, *BUILTINS, *NAMES_OF_PYTHON, *STORES}
        self.function = ""
        self.opening: list[str] = []
        self.current: set[str] = set()
        """The state that the locals hold as it is at this point of the function."""

    def local(self, wish: str) -> str:
        """Return an identifier as near to `wish` as is free."""
        name = re.sub(r"\W", "_", wish, flags=re.ASCII)
        if not name.isidentifier():
            name = f"_{name}"
        while name in self.taken or iskeyword(name):
            name += "_"
        self.taken.add(name)
        return name

    def constant(self, wish: str, value: object) -> str:
        """Return the name of a global that is `value`."""
        name = self.local(wish)
        self.globals[name] = value
        return name


# Each of these returns the source of one thing, a line or the lines that belong together.


def function_lines(
    compiled_plan: CompiledPlan, cls: type, shape: Shape, scope: Scope
) -> Iterator[str]:
    plan = compiled_plan.plan
    name = scope.function = scope.local(f"represent_{plan.serializer}")
    values = {field.name: scope.local(field.name) for field in plan.fields}
    steps = [step_of(field, values[field.name], cls, scope) for field in plan.fields]
    # One row's code of the project's may change what the next row sees; the zone of a single
    # call is as new as the call.
    is_calm = not any(step.runs_code for step in steps)
    kept = kept_state(steps) if is_calm else {}
    scope.current = {"zone", *kept} if is_calm or shape == "one" else set()
    may_skip = any(step.may_skip for step in steps)
    row = [*steps_lines(steps, scope), *row_lines(values, may_skip=may_skip)]
    parameter = "instance" if shape == "one" else "instances"
    yield f"def {name}({parameter}, serializer, zone):"
    if may_skip:
        yield "    skipped = []"
    yield from indented(opening_lines(plan, scope))
    yield from indented(f"{local} = {expression}" for local, expression in kept.items())
    if shape == "one":
        yield from indented(row)
        yield "    return row"
    else:
        yield "    rows = []"
        yield "    for instance in instances:"
        yield from indented(other_type_lines(compiled_plan, cls, scope), 2)
        yield from indented(row, 2)
        yield "        rows.append(row)"
        yield "    return rows"


def opening_lines(plan: Plan, scope: Scope) -> Iterator[str]:
    # First what is kept for a call: it is kept by what stands for a serializer.
    yield from scope.opening
    if any(isinstance(field.output, Method) for field in plan.fields):
        yield "serializer = bound(serializer)"


def other_type_lines(compiled_plan: CompiledPlan, cls: type, scope: Scope) -> Iterator[str]:
    known = scope.constant(cls.__name__, cls)
    one = scope.constant("represent_other", compiled_plan.one)
    zone = "active_zone()" if compiled_plan.zoned else "zone"
    yield f"if type(instance) is not {known}:"
    yield f"    rows.append({one}[type(instance)](instance, serializer, {zone}))"
    yield "    continue"


def row_lines(values: dict[str, str], *, may_skip: bool) -> Iterator[str]:
    yield "row = {"
    for name, value in values.items():
        yield f"    {name!r}: {value},"
    yield "}"
    if may_skip:
        yield "if skipped:"
        yield "    leave_out(row, skipped)"


class Step(NamedTuple):
    """The lines of one field, which leave in a local what DRF would put into the row."""

    lines: list[str]
    state: dict[str, str] = {}  # noqa: RUF012
    """The locals that the lines need, and the expressions that read their state."""
    runs_code: bool = True
    """Whether the lines may run code of the project's, and so change any state."""
    may_skip: bool = True
    """Whether DRF may leave the field out of a row."""


def steps_lines(steps: list[Step], scope: Scope) -> Iterator[str]:
    for step in steps:
        for local, expression in step.state.items():
            if local not in scope.current:
                yield f"{local} = {expression}"
                scope.current.add(local)
        yield from step.lines
        if step.runs_code:
            scope.current.clear()


def kept_state(steps: list[Step]) -> dict[str, str]:
    """Return the state that does not depend on the row."""
    return {
        local: expression
        for step in steps
        for local, expression in step.state.items()
        if local not in STATE
    }


def step_of(field: FieldPlan, value: str, cls: type, scope: Scope) -> Step:
    output = field.output
    reader = reader_of(source_of(field), access_of(output), cls)
    if reader is None or isinstance(output, Delegated):
        return Step([f"{value} = {finish(field, 'delegate', value)}"])
    if isinstance(output, Method):
        return Step([f"{value} = {method(output, scope)}(instance)"], may_skip=False)
    representation = nested_representation(field, output, reader.model, scope)
    fill = Placeholders(field.name, value, representation, reader, scope)
    return Step(
        list(read_lines(field, reader, representation, fill)),
        {**{name: STATE[name] for name in reader.stores}, **fill.state},
        reader.runs_code or representation.runs_code,
    )


def method(output: Method, scope: Scope) -> str:
    """Return the source of a method of the serializer: of the same one for all rows of a list."""
    if scope.shape == "one":
        return attribute("serializer", output.name)
    name = scope.local(output.name)
    scope.opening.append(f"{name} = method_of(serializer, {output.name!r})")
    return name


def source_of(field: FieldPlan) -> tuple[str, ...]:
    output = field.output
    own = output.source if isinstance(output, Representation) else None
    return field.source if own is None else own


def access_of(output: Output) -> Access:
    if isinstance(output, Representation):
        return output.access
    is_list = isinstance(output, Nested) and output.many and not output.within
    return "nested" if is_list else "value"


def read_lines(
    field: FieldPlan, reader: Reader, representation: Representation, fill: Placeholders
) -> Iterator[str]:
    reads = [fill(statement) for statement in reader.statements]
    cases = list(case_lines(field, reader, representation, fill))
    if not reader.errors:
        yield from reads
        yield from cases
        return
    error = " as error" if reader.on_error == "recover" else ""
    yield "try:"
    yield from indented(reads)
    yield f"except {reader.errors}{error}:"
    yield f"    {fill('{value}')} = {finish(field, reader.on_error, 'error')}"
    if cases:
        yield "else:"
        yield from indented(cases)


def case_lines(
    field: FieldPlan, reader: Reader, representation: Representation, fill: Placeholders
) -> Iterator[str]:
    value = fill("{value}")
    word = "if"
    for case in representation.cases:
        guard = " and ".join(fill(part) for part in (reader.guard, case.guard) if part)
        if not guard and word == "if":
            yield f"{value} = {fill(case.expression)}"
            return
        if not guard:
            yield "else:"
            yield f"    {value} = {fill(case.expression)}"
            return
        if case.expression == "{value}" and case is representation.cases[-1]:
            yield f"{word} {negated(guard)} and {value} is not None:"
            break
        represented = (
            "pass" if case.expression == "{value}" else f"{value} = {fill(case.expression)}"
        )
        yield f"{word} {guard}:"
        yield f"    {represented}"
        word = "elif"
    else:
        yield f"{word} {value} is not None:"
    yield f"    {value} = {finish(field, reader.otherwise, value)}"


def negated(guard: str) -> str:
    """Return the opposite of `guard`, in the words that a person would use."""
    if re.fullmatch(r"type\(\w+\) is \w+", guard):
        return guard.replace(" is ", " is not ")
    if re.fullmatch(r"not callable\(\w+\)", guard):
        return guard.removeprefix("not ")
    return f"not ({guard})"


def finish(field: FieldPlan, how: str, outcome: str) -> str:
    """Return the call by which DRF's field finishes what the generated code has begun."""
    if how == "delegate":
        return f"delegate(serializer, {field.name!r}, instance, skipped)"
    return f"{how}(serializer, {field.name!r}, instance, {outcome}, skipped)"


def nested_representation(
    field: FieldPlan, output: Representation | Nested, model: type | None, scope: Scope
) -> Representation:
    """Return the representation of a nested serializer: calls of its own compiled functions."""
    if isinstance(output, Representation):
        return output
    functions = compiled(output.plan)
    child = scope.local(f"{field.name}_serializer")
    scope.opening.append(f"{child} = nested_serializer(serializer, {field.name!r})")
    cases = (nested_rows_cases if output.many else nested_cases)(
        field.name, functions, child, None if output.within else model, scope
    )
    plan = output.plan
    nested = Representation(tuple(cases), zoned=plan.zoned, runs_code=plan.runs_code)
    for items in output.within:
        nested = collection(nested, *items)
    return nested


def nested_cases(
    name: str, functions: CompiledPlan, child: str, model: type | None, scope: Scope
) -> Iterator[Case]:
    if model is not None:
        known = scope.constant(model.__name__, model)
        represent = scope.constant(f"represent_{name}", functions.one[model])
        yield Case(f"type({{value}}) is {known}", f"{represent}({{value}}, {child}, zone)")
    one = scope.constant(f"represent_any_{name}", functions.one)
    yield Case(A_VALUE, f"{one}[type({{value}})]({{value}}, {child}, zone)")


def nested_rows_cases(
    name: str, functions: CompiledPlan, child: str, model: type | None, scope: Scope
) -> Iterator[Case]:
    if model is not None:
        represent = scope.constant(f"represent_{name}", functions.many[model])
        rows = f"{represent}(%s, {child}, zone)"
    else:
        one = scope.constant(f"represent_any_{name}", functions.one)
        zone = "active_zone()" if functions.zoned and functions.plan.runs_code else "zone"
        rows = f"[{one}[type(row)](row, {child}, {zone}) for row in %s]"
    yield Case("isinstance({value}, LOADED_ROWS)", rows % "{value}")
    yield Case("isinstance({value}, BaseManager)", rows % "{value}.all()")


class Placeholders:
    """Fills the templates of one field: its local, its constants, and what else they name."""

    def __init__(
        self,
        name: str,
        value: str,
        representation: Representation,
        reader: Reader,
        scope: Scope,
    ) -> None:
        self.scope = scope
        self.names = {"name": repr(name), "value": value, "zone": "zone"}
        self.state = {"zone": STATE["zone"]} if representation.zoned else {}
        for name, constant in (*representation.constants, *reader.constants):
            built = constant.build() if isinstance(constant, Choices | Same) else constant
            self.names[name] = scope.constant(f"{value}_{name}", built)
        for name, expression in representation.kept:
            self.names[name] = scope.local(f"{value}_{name}")
            scope.opening.append(f"{self.names[name]} = {self(expression)}")
        for name, expression in representation.state:
            self.names[name] = scope.local(f"{value}_{name}")
            self.state[self.names[name]] = self(expression)

    def __call__(self, template: str) -> str:
        for _, name, _, _ in Formatter().parse(template):
            if name and name not in self.names:
                self.names[name] = self.scope.local(f"{self.names['value']}_{name}")
        return template.format(**self.names)


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    return ("    " * levels + line for line in lines)
