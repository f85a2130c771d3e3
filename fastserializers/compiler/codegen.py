"""A plan, compiled for one source and one target: source that reads like a hand-written function.

The functions are made when the first object of a type is met. Their source is in `linecache`, so
tracebacks, debuggers and `inspect.getsource()` show it.
"""

from __future__ import annotations

import itertools
import linecache
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from keyword import iskeyword
from typing import Any, NamedTuple

from fastserializers.compiler.code import FieldCode, NestedFunctions, field_code, indented
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.sources.source import Source
from fastserializers.compiler.sources.types import source_of_type
from fastserializers.compiler.targets import MANY, ONE, Target
from fastserializers.compiler.templates import Code, assigned_in, fill, literal
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.names import NAMES, table_of

PARAMETERS = (*("error", "owner", "row", "rows", "serializer", "skipped", "zone"),)


class CompiledPlan:
    """The functions of one plan, by the rows that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.zoned = plan.zoned
        self.is_known = plan.is_known
        self.runs_code = plan.runs_code
        self.names = [field.name for field in plan.fields]
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


@lru_cache(maxsize=2048)
def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the one compilation of `plan`, shared by all serializers that have it.

    The least recently used plans go when there are more of them than serializers in any project:
    what has so many are serializers whose fields depend on the request.
    """
    return CompiledPlan(plan)


def compile_function(compiled: CompiledPlan, source: Source, target: Target) -> Callable[..., Any]:
    """Return the function that represents rows of `source` as `target` wants them."""
    written = write_function(compiled, source, target)
    filename = (
        f"<fastserializers {compiled.plan.serializer} {target.name} {source.name} {next(COUNT)}>"
    )
    try:
        code = compile(written.text, filename, "exec")
    except (SyntaxError, ValueError) as error:
        reason = f"{error.msg} in {error.text}" if isinstance(error, SyntaxError) else error
        raise RepresentationError(
            f"{field_at_fault(compiled.plan, source, target)} can't be compiled: {reason}. Mend "
            f"the templates that represents() has registered for the class of the field."
        ) from error
    exec(code, written.names)  # noqa: S102
    function: Callable[..., Any] = written.names[written.name]
    lines = written.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(written.text), None, lines, filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


def field_at_fault(plan: Plan, source: Source, target: Target) -> str:
    """Return the serializer of a plan, and its first field whose code alone is none either."""
    for field in plan.fields:
        alone = CompiledPlan(plan._replace(fields=(field,)))
        try:
            compile(write_function(alone, source, target).text, plan.serializer, "exec")
        except (SyntaxError, ValueError):
            return f"{plan.serializer}.{field.name}"
    return plan.serializer


COUNT = itertools.count(1)


class WrittenFunction(NamedTuple):
    name: str
    text: str
    names: dict[str, Any]
    """Its globals."""


def write_function(compiled: CompiledPlan, source: Source, target: Target) -> WrittenFunction:
    plan = compiled.plan
    names = Names(source)
    name = names.local(f"represent_{plan.serializer}")
    values = [names.local(field.name) for field in plan.fields]
    around = names_around(compiled, source, names)
    codes = [
        named_code(plan, field, code, value, around, names)
        for field, code, value in zip(
            plan.fields, codes_of(plan, source, target), values, strict=True
        )
    ]
    emitted = dict(zip((literal(field.name) for field in plan.fields), values, strict=True))
    parameters = (*(fill(name, around) for name in target.parameters), *source.parameters)
    lines = [
        f"def {name}({', '.join(parameters)}):",
        *indented(body_lines(codes, emitted, source, target, around)),
    ]
    return WrittenFunction(name, "\n".join(lines) + "\n", names.meanings)


def codes_of(plan: Plan, source: Source, target: Target) -> Iterator[FieldCode]:
    for field in plan.fields:
        code = field_code(field, source, target)
        yield code
        if code.runs_code and source.after is not None:
            source = source.after


def body_lines(
    codes: list[FieldCode],
    emitted: dict[Code, Code],
    source: Source,
    target: Target,
    around: Mapping[str, Code],
) -> Iterator[str]:
    may_skip = any(code.may_skip for code in codes)
    # One row's code of the project's may change what the next row sees.
    is_calm = not any(code.runs_code for code in codes)
    kept = {local: reading for code in codes for local, reading in code.state} if is_calm else {}
    fresh = {"zone", *kept} if is_calm else target.fresh
    shared = {name: fill(meaning, around) for name, meaning in {**source.stores, **ZONE}.items()}
    if may_skip:
        yield "skipped = []"
    yield from dict.fromkeys(line for code in codes for line in code.opening)
    yield from (f"{local} = {reading}" for local, reading in kept.items())
    yield from (fill(line, around) for line in target.opening)
    if source.other and target.other:
        other = (*target.other, "continue")
        yield from indented((fill("if $is_other:", around),), target.depth)
        yield from indented((fill(line, around) for line in other), target.depth + 1)
    row = [*row_lines(codes, shared, fresh), *target.emit(emitted, may_skip)]
    yield from indented(row, target.depth)
    yield from target.closing


ZONE = {"zone": "active_zone()"}


def row_lines(
    codes: list[FieldCode], shared: Mapping[str, str], fresh: Iterable[str]
) -> Iterator[str]:
    """Return the lines of all fields, each after what reads the state that it needs anew."""
    known = set(fresh)
    for code in codes:
        needed = [*((name, shared[name]) for name in code.stores), *code.state]
        for local, reading in needed:
            if local not in known:
                yield f"{local} = {reading}"
                known.add(local)
        yield from code.lines
        if code.runs_code:
            known.clear()


# Names.


class Names:
    """The names of one generated function: a name is given once, and keeps its meaning."""

    def __init__(self, source: Source) -> None:
        self.meanings: dict[str, Any] = dict(NAMES)
        self.taken = {*NAMES, *PARAMETERS, *source.stores, *source.parameters, "__debug__"}
        self.taken |= {source.row, source.rows}

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
        """Return the name of a global that is `value`; a type has its own."""
        if isinstance(value, type):
            wish = value.__name__
            if self.meanings.get(wish) is value:
                return Code(wish)
        name = self.local(wish)
        self.meanings[name] = value
        return name


def names_around(compiled: CompiledPlan, source: Source, names: Names) -> dict[str, Code]:
    """Return what the placeholders mean that a source and a target use."""
    around = {"row": source.row, "rows": source.rows, "zone": Code("zone")}
    around["instance"] = fill(source.instance, around)
    for placeholder, value in source.constants:
        around[placeholder] = names.constant(placeholder, value)
    if source.other:
        around["represent_other"] = names.constant("represent_other", compiled.one)
        zone = "active_zone()" if compiled.zoned else "zone"
        other = (
            f"$represent_other[type({source.other_row})]({source.other_row}, serializer, {zone})"
        )
        around["other"] = fill(other, around)
        around["is_other"] = fill(source.other, around)
    return around


def named_code(
    plan: Plan,
    field: FieldPlan,
    code: FieldCode,
    value: Code,
    around: Mapping[str, Code],
    names: Names,
) -> FieldCode:
    """Return the code of a field with names. Raises `RepresentationError` where one is unknown."""
    try:
        name = literal(field.name)
        own = {"name": name, "value": value, "field": Code(f"field_of(serializer, {name})")}
        return named(code, {**around, **own}, names)
    except (LookupError, ValueError) as error:
        raise RepresentationError(
            f"{plan.serializer}.{field.name} can't be compiled: {error}. Mend the templates that "
            f"represents() has registered for the class of the field."
        ) from error


def named(code: FieldCode, around: Mapping[str, Code], names: Names) -> FieldCode:
    """Return the code of a field with names for all of its placeholders."""
    readings = (reading for _, reading in code.state)
    templates = (*code.opening, *readings, *code.lines)
    local = [name for template in templates for name in assigned_in(template)]
    value = around["value"]
    own = dict.fromkeys((*(name for name, _ in code.state), *local))
    meanings = table_of(
        (
            *around.items(),
            *code.codes,
            *(
                (name, names.constant(wish(name, value), meaning_of(it)))
                for name, it in code.constants
            ),
            *((name, names.local(wish(name, value))) for name in own if name != "value"),
        )
    )
    return code._replace(
        lines=tuple(fill(line, meanings) for line in code.lines),
        opening=tuple(fill(line, meanings) for line in code.opening),
        state=tuple((meanings[name], fill(reading, meanings)) for name, reading in code.state),
    )


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in CALLED else f"{value}_{placeholder}"


CALLED = ("represent", "represent_any")


def meaning_of(constant: object) -> object:
    """Return the object that generated code is given for a constant."""
    if not isinstance(constant, NestedFunctions):
        return constant
    compiled = compile_plan(constant.plan)
    functions = compiled.one if constant.target is ONE else compiled.many
    return functions if constant.rows is None else functions[constant.rows]
