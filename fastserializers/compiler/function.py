"""A plan, compiled for one source and one target: source that reads like a hand-written function.

A function is made when the first object of a type is met. Its source is in `linecache`, so
tracebacks, debuggers and `inspect.getsource()` show it.
"""

from __future__ import annotations

import itertools
import linecache
import re
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Any, NamedTuple

from fastserializers.compiler.emit import NestedFunctions, field_code
from fastserializers.compiler.fields.representation import Same
from fastserializers.compiler.plan import FieldPlan, Nested, Plan
from fastserializers.compiler.reads.source import Source
from fastserializers.compiler.reads.types import source_of_type
from fastserializers.compiler.targets import MANY, ONE, FieldCode, Parts, Target
from fastserializers.compiler.templates import (
    Code,
    assigned_in,
    fill,
    indented,
    is_literal,
    literal,
)
from fastserializers.conf import value_of
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.names import NAMES, table_of


class CompiledPlan:
    """The functions of one plan, by the rows that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.size = fields_in(plan)
        self.zoned = plan.zoned
        self.is_complete = plan.is_complete
        self.runs_code = plan.runs_code
        self.one = Functions(self, ONE)
        self.many = Functions(self, MANY)


class Functions(dict[Any, Callable[..., Any]]):
    """The functions of one target, by the type of the rows or by their source.

    A missing one is compiled.
    """

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, compiled: CompiledPlan, target: Target) -> None:
        self.compiled = compiled
        self.target = target

    def __missing__(self, rows: Any) -> Callable[..., Any]:
        if len(self) >= self.most:
            self.clear()
        source = source_of_type(rows) if isinstance(rows, type) else rows
        function = self[rows] = compile_function(self.compiled, source, self.target)
        return function


def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the one compilation of `plan`, shared by all serializers that have it.

    The least recently used plans go when all of them together have more fields than
    `FASTSERIALIZERS["COMPILED_FIELDS"]`: a field takes about 4 kB, and serializers whose fields
    depend on the request have plans without end.
    """
    with using_compiled_plans:
        known = compiled_plans.get(plan)
        if known is not None:
            compiled_plans.move_to_end(plan)
            return known
        known = compiled_plans[plan] = CompiledPlan(plan)
        kept = sum(compiled.size for compiled in compiled_plans.values())
        while len(compiled_plans) > 1 and kept > value_of("COMPILED_FIELDS"):
            _, dropped = compiled_plans.popitem(last=False)
            kept -= dropped.size
        return known


compiled_plans: OrderedDict[Plan, CompiledPlan] = OrderedDict()
"""The plan that was used last is at the end."""

using_compiled_plans = threading.RLock()
"""An `OrderedDict` runs the `__hash__` of plans in the middle of its methods and iterators, and
another thread may change the dict meanwhile."""


def fields_in(plan: Plan) -> int:
    """Return how many fields a plan has, with those of all that it nests."""
    return sum(
        1 + (fields_in(field.output.plan) if isinstance(field.output, Nested) else 0)
        for field in plan.fields
    )


def compile_function(compiled: CompiledPlan, source: Source, target: Target) -> Callable[..., Any]:
    """Return the function that represents rows of `source` as `target` wants them."""
    written = write_function(compiled, source, target)
    filename = (
        f"<fastserializers {compiled.plan.serializer} {target.name} {source.name} {next(COUNT)}>"
    )
    exec(compile(written.text, filename, "exec"), written.globals)  # noqa: S102
    function: Callable[..., Any] = written.globals[written.name]
    lines = written.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(written.text), None, lines, filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


COUNT = itertools.count(1)


class WrittenFunction(NamedTuple):
    name: str
    text: str
    globals: dict[str, Any]


def write_function(compiled: CompiledPlan, source: Source, target: Target) -> WrittenFunction:
    plan = compiled.plan
    names = Namespace((source.row, source.rows, *source.row_locals, *source.parameters))
    name = names.local(f"represent_{plan.serializer}")
    values = {field: names.local(field.name) for field in plan.fields}
    shared = shared_names(compiled, source, names)
    codes = tuple(
        named_code(plan, field, code, {**shared, "value": values[field]}, names)
        for field, code in codes_of(plan, source, target)
    )
    row_locals = {local: fill(text, shared) for local, text in source.row_locals.items()}
    parts = Parts(
        source.row,
        source.rows,
        {literal(field.name): value for field, value in values.items()},
        codes,
        {"zone": "active_zone()", **row_locals},
        fill(source.other, shared),
        fill(other_row(compiled, source), shared),
    )
    parameters = (fill(target.takes, shared), "serializer", "zone", *source.parameters)
    lines = (f"def {name}({', '.join(parameters)}):", *indented(target.body(parts)))
    return WrittenFunction(name, "\n".join(lines) + "\n", names.globals)


def codes_of(plan: Plan, source: Source, target: Target) -> Iterator[tuple[FieldPlan, FieldCode]]:
    """Return the code of each field, by the source that the row is read from by then."""
    for field in plan.fields:
        code = field_code(field, source, target)
        yield field, code
        if code.runs_code and source.after is not None:
            source = source.after


def other_row(compiled: CompiledPlan, source: Source) -> str:
    """Return the template of what represents a row of another source."""
    row, zone = source.other_row, "active_zone()" if compiled.zoned else "zone"
    return f"$represent_other[type({row})]({row}, serializer, {zone})" if source.other else ""


# Names for the placeholders of templates.


# The names that every function has, and one that Python refuses to assign.
RESERVED = ("error", "row", "rows", "serializer", "skipped", "zone", "__debug__")


class Namespace:
    """Gives out the locals of a function, and its globals with what they mean."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.globals: dict[str, object] = dict(NAMES)
        self.taken = {*NAMES, *RESERVED, *reserved}

    def local(self, wish: str) -> Code:
        """Return an identifier as near to `wish` as is free."""
        name = re.sub(r"\W", "_", wish, flags=re.ASCII)
        if not name.isidentifier():
            name = f"_{name}"
        while name in self.taken or iskeyword(name):
            name += "_"
        self.taken.add(name)
        return Code(name)

    def constant(self, wish: str, value: object) -> Code:
        """Return source that stands for `value`: a literal, or the name of a global.

        The global of a class has the name of the class.
        """
        if is_literal(value):
            return literal(value)
        if isinstance(value, type):
            wish = value.__name__
            if self.globals.get(wish) is value:
                return Code(wish)
        name = self.local(wish)
        self.globals[name] = value
        return name


def shared_names(compiled: CompiledPlan, source: Source, names: Namespace) -> dict[str, Code]:
    """Return what the placeholders mean that a source and a target use."""
    shared = {"row": source.row, "rows": source.rows, "zone": Code("zone")}
    shared["instance"] = fill(source.instance, shared)
    for placeholder, value in source.constants:
        shared[placeholder] = names.constant(placeholder, value)
    if source.other:
        shared["represent_other"] = names.constant("represent_other", compiled.one)
    return shared


def named_code(
    plan: Plan, field: FieldPlan, code: FieldCode, shared: Mapping[str, Code], names: Namespace
) -> FieldCode:
    """Return the code of a field with names. Raises `RepresentationError` where one is unknown."""
    try:
        meanings = meanings_of(field, code, shared, names)
        return code._replace(
            lines=tuple(fill(line, meanings) for line in code.lines),
            per_call=tuple(named_pairs(code.per_call, meanings)),
            per_row=tuple(named_pairs(code.per_row, meanings)),
        )
    except (LookupError, ValueError) as error:
        raise RepresentationError(
            f"{plan.serializer}.{field.name} can't be compiled: {error}. Mend the templates that "
            f"represents() has registered for the class of the field."
        ) from error


def meanings_of(
    field: FieldPlan, code: FieldCode, shared: Mapping[str, Code], names: Namespace
) -> dict[str, Code]:
    """Return what the placeholders of a field mean. Raises `ValueError` for two meanings."""
    name, value = literal(field.name), shared["value"]
    expressions = (expression for _, expression in (*code.per_call, *code.per_row))
    assigned = (name for text in (*expressions, *code.lines) for name in assigned_in(text))
    local = dict.fromkeys((*dict(code.per_call), *dict(code.per_row), *assigned))
    local.pop("value", None)
    constants = ((name, built(constant)) for name, constant in code.constants)
    return table_of(
        (
            *shared.items(),
            ("name", name),
            ("field", Code(f"field_of(serializer, {name})")),
            *((name, names.constant(wish(name, value), it)) for name, it in constants),
            *((name, names.local(wish(name, value))) for name in local),
        )
    )


def named_pairs(
    pairs: tuple[tuple[str, str], ...], meanings: Mapping[str, Code]
) -> Iterator[tuple[str, str]]:
    return ((meanings[name], fill(expression, meanings)) for name, expression in pairs)


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in VERBS else f"{value}_{placeholder}"


VERBS = ("delegate", "get", "represent", "represent_any")


def built(constant: object) -> object:
    """Return the object that generated code is given for a constant."""
    if isinstance(constant, Same):
        return constant.value
    if not isinstance(constant, NestedFunctions):
        return constant
    compiled = compile_plan(constant.plan)
    functions = compiled.one if constant.target is ONE else compiled.many
    return functions if constant.rows is None else functions[constant.rows]
