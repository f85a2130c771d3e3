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
from typing import Any, Literal

from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.compiler import delegation, representations
from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Plan
from fastserializers.compiler.readers import STORES, Reader, reader_of
from fastserializers.compiler.representations import A_VALUE, Case, Choices, Representation

Shape = Literal["one", "many"]
Row = dict[str, Any]

RUNTIME: dict[str, object] = {
    **delegation.RUNTIME,
    **representations.RUNTIME,
    "BaseManager": BaseManager,
    "LOADED_ROWS": (QuerySet, list, tuple),
}
PARAMETERS = ("instance", "instances", "serializer", "zone", "rows", "row", "skipped")
BUILTINS = ("callable", "format", "getattr", "isinstance", "str", "type")


class CompiledPlan:
    """The functions of one plan, by the type of the object that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.zoned = plan.zoned
        self.one = Functions(self, "one")
        self.many = Functions(self, "many")

    def rows(self, instances: Any, serializer: Any, zone: Any) -> list[Row]:
        """Return what `ListSerializer.to_representation()` makes of `instances`."""
        iterator = iter(instances.all() if isinstance(instances, BaseManager) else instances)
        for first in iterator:
            instances = itertools.chain((first,), iterator)
            rows: list[Row] = self.many[type(first)](instances, serializer, zone)
            return rows
        return []


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
    scope = Scope()
    lines = function_lines(compiled_plan, cls, shape, scope)
    source = "\n".join(lines) + "\n"
    filename = f"<fastserializers {plan.serializer} {shape} {cls.__qualname__} {next(COUNT)}>"
    exec(compile(source, filename, "exec"), scope.globals)  # noqa: S102
    function: Callable[..., Any] = scope.globals[function_name(plan)]
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


COUNT = itertools.count(1)


class Scope:
    """The names of one generated function: a name is given once, and keeps its meaning."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = dict(RUNTIME)
        self.taken = {*RUNTIME, *PARAMETERS, *BUILTINS, *STORES}
        self.stores: set[str] = set()
        self.once: list[str] = []

    def local(self, wish: str) -> str:
        """Return an identifier as near to `wish` as is free."""
        name = re.sub(r"\W", "_", wish)
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


# One function a line, or a block of lines that belong together.


def function_lines(
    compiled_plan: CompiledPlan, cls: type, shape: Shape, scope: Scope
) -> Iterator[str]:
    plan = compiled_plan.plan
    names = {field.name: scope.local(field.name) for field in plan.fields}
    fields = [
        line for field in plan.fields for line in field_lines(field, names[field.name], cls, scope)
    ]
    body = [*store_lines(scope), *fields, *row_lines(names)]
    if shape == "one":
        yield f"def {function_name(plan)}(instance, serializer, zone):"
        yield from indented(opening_lines(plan, scope))
        yield from indented(body)
        yield "    return row"
    else:
        yield f"def {function_name(plan)}(instances, serializer, zone):"
        yield from indented(opening_lines(plan, scope))
        yield "    rows = []"
        yield "    for instance in instances:"
        yield from indented(other_type_lines(compiled_plan, cls, scope), 2)
        yield from indented(body, 2)
        yield "        rows.append(row)"
        yield "    return rows"


def function_name(plan: Plan) -> str:
    return f"represent_{re.sub(r'[^0-9A-Za-z_]', '_', plan.serializer)}"


def opening_lines(plan: Plan, scope: Scope) -> Iterator[str]:
    yield "skipped = []"
    if any(isinstance(field.output, Method) for field in plan.fields):
        yield "serializer = bound(serializer)"
    yield from scope.once


def other_type_lines(compiled_plan: CompiledPlan, cls: type, scope: Scope) -> Iterator[str]:
    known = scope.constant(cls.__name__, cls)
    one = scope.constant("represent_other", compiled_plan.one)
    yield f"if type(instance) is not {known}:"
    yield f"    rows.append({one}[type(instance)](instance, serializer, zone))"
    yield "    continue"


def store_lines(scope: Scope) -> Iterator[str]:
    for name, expression in STORES.items():
        if name in scope.stores:
            yield f"{name} = {expression}"


def row_lines(names: dict[str, str]) -> Iterator[str]:
    yield "row = {"
    for key, name in names.items():
        yield f"    {key!r}: {name},"
    yield "}"
    yield "if skipped:"
    yield "    leave_out(row, skipped)"


def field_lines(field: FieldPlan, value: str, cls: type, scope: Scope) -> Iterable[str]:
    """Return the lines that leave in the local `value` what DRF would put into the row."""
    output = field.output
    if isinstance(output, Delegated):
        return [delegate_line(field, value)]
    if isinstance(output, Method):
        return method_lines(field, output, value, cls)
    representation = nested_representation(field, output, scope)
    reader = reader_of(field.source, representation.access, cls)
    if reader is None:
        return [delegate_line(field, value)]
    return read_lines(field, reader, representation, value, scope)


def delegate_line(field: FieldPlan, value: str) -> str:
    return f"{value} = delegate(serializer, {field.name!r}, instance, skipped)"


def method_lines(field: FieldPlan, method: Method, value: str, cls: type) -> Iterator[str]:
    if reader_of((), "value", cls) is None:
        yield delegate_line(field, value)
    else:
        yield f"{value} = serializer.{method.name}(instance)"


def read_lines(
    field: FieldPlan, reader: Reader, representation: Representation, value: str, scope: Scope
) -> Iterator[str]:
    scope.stores.update(reader.stores)
    fill = Placeholders(value, representation, reader, scope)
    reads = [fill(statement) for statement in reader.statements]
    cases = list(case_lines(field, reader, representation, fill))
    if not reader.errors:
        yield from reads
        yield from cases
        return
    yield "try:"
    yield from indented(reads)
    yield f"except {reader.errors}:"
    yield f"    {value} = {finish(field, reader.on_error, 'error')}"
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
        if not guard:
            yield f"{value} = {fill(case.expression)}"
            return
        if case.expression == "{value}" and case is representation.cases[-1]:
            yield f"{word} {negated(guard)} and {value} is not None:"
            break
        yield f"{word} {guard}:"
        yield f"    {value} = {fill(case.expression)}"
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
    field: FieldPlan, output: Representation | Nested, scope: Scope
) -> Representation:
    """Return the representation of a nested serializer: calls of its own compiled function."""
    if isinstance(output, Representation):
        return output
    child = scope.local(f"{field.name}_serializer")
    scope.once.append(f"{child} = NestedSerializer(serializer, {field.name!r})")
    represent = scope.constant(f"represent_{field.name}", compiled(output.plan).one)
    if not output.many:
        return Representation(
            (Case(A_VALUE, f"{represent}[type({{value}})]({{value}}, {child}, zone)"),)
        )
    # Nested lists are short: to set a loop up costs more than a call for each of the rows.
    rows = f"[{represent}[type(row)](row, {child}, zone) for row in %s]"
    return Representation(
        (
            Case("isinstance({value}, LOADED_ROWS)", rows % "{value}"),
            Case("isinstance({value}, BaseManager)", rows % "{value}.all()"),
        )
    )


class Placeholders:
    """Fills the templates of one field: its local, its constants, and what else they name."""

    def __init__(
        self, value: str, representation: Representation, reader: Reader, scope: Scope
    ) -> None:
        self.scope = scope
        self.names = {"value": value, "zone": "zone"}
        for name, constant in (*representation.constants, *reader.constants):
            built = constant.build() if isinstance(constant, Choices) else constant
            self.names[name] = scope.constant(f"{value}_{name}", built)
        for name, expression in representation.once:
            self.names[name] = scope.local(f"{value}_{name}")
            scope.once.append(f"{self.names[name]} = {self(expression)}")

    def __call__(self, template: str) -> str:
        for name in re.findall(r"{(\w+)}", template):
            if name not in self.names:
                self.names[name] = self.scope.local(f"{self.names['value']}_{name}")
        return template.format(**self.names)


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    return ("    " * levels + line for line in lines)
