"""Writes the source of one function: the code of all fields, with names for what they need."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NamedTuple

from fastserializers.compiler.emit import ONE, FieldCode, Target, field_code
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.reads.source import Source
from fastserializers.compiler.templates import (
    SEPARATOR,
    Code,
    assigned_in,
    fill,
    fill_all,
    has_placeholder,
    indented,
    is_literal,
    literal,
)
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.names import NAMES

if TYPE_CHECKING:
    from fastserializers.compiler.function import CompiledPlan


class WrittenFunction(NamedTuple):
    name: str
    text: str
    globals: dict[str, Any]


def write_function(compiled: CompiledPlan, source: Source, target: Target) -> WrittenFunction:
    """Return the function that represents one row of `source`, or many of them."""
    plan = compiled.plan
    names = Namespace((source.row, source.rows, *source.row_locals, *source.parameters))
    name = names.local(f"represent_{plan.serializer}")
    values = {literal(field.name): names.local(field.name) for field in plan.fields}
    shared = shared_names(compiled, source, names)
    codes = [
        named_code(compiled, field, code, {**shared, "value": value}, names)
        for value, (field, code) in zip(
            values.values(), codes_of(plan, source, target), strict=True
        )
    ]
    row_locals = {local: fill(text, shared) for local, text in source.row_locals.items()}
    row = RowCode(values, codes, {"zone": "active_zone()", **row_locals})
    if target == ONE:
        takes, body = source.row, one_dict(row)
    else:
        named = {**shared, "other": names.local("other")}
        other = [fill(line, named) for line in lines_for_other_rows(compiled, source)]
        takes, body = source.rows, list_of_dicts(row, f"for {source.row} in {source.rows}:", other)
    parameters = (takes, "serializer", "zone", *source.parameters)
    lines = (f"def {name}({', '.join(parameters)}):", *indented(body))
    return WrittenFunction(name, "\n".join(lines) + "\n", names.globals)


def shared_names(compiled: CompiledPlan, source: Source, names: Namespace) -> dict[str, Code]:
    """Return what the placeholders mean that a source uses."""
    shared = {"row": source.row, "zone": Code("zone"), "skipped": Code("skipped")}
    shared["instance"] = fill(source.instance, shared)
    for placeholder, value in source.constants:
        shared[placeholder] = names.constant(placeholder, value)
    if source.other:
        shared["represent_other"] = names.constant("represent_other", compiled.one)
    return shared


def codes_of(plan: Plan, source: Source, target: Target) -> Iterator[tuple[FieldPlan, FieldCode]]:
    """Return the code of each field, by the source that the row is read from by then."""
    for field in plan.fields:
        code = field_code(field, source, target)
        yield field, code
        if code.runs_code and source.after is not None:
            source = source.after


def lines_for_other_rows(compiled: CompiledPlan, source: Source) -> Iterator[str]:
    """Return the templates of the lines that represent a row of another source."""
    if source.other:
        zone = "active_zone()" if compiled.zoned else "zone"
        yield f"if {source.other}:"
        row = source.other_row
        if row != "$row":
            yield f"    $other = {row}"
            row = "$other"
        yield f"    rows.append($represent_other[type({row})]({row}, serializer, {zone}))"
        yield "    continue"


# The lines.


class FilledCode(NamedTuple):
    """The code of a field with all names given out, as `FieldCode` describes it."""

    lines: tuple[str, ...]
    per_call: tuple[tuple[Code, Code], ...]
    row_locals: tuple[str, ...]
    runs_code: bool
    may_skip: bool
    """Whether DRF may leave the field out of a row."""


class RowCode(NamedTuple):
    """The code of a row, with all names given out."""

    values: Mapping[Code, Code]
    """The names of the fields as literals, and the locals with their values."""
    codes: Sequence[FilledCode]
    locals: Mapping[str, str]
    """Locals that the fields share, and their expressions."""

    @property
    def runs_code(self) -> bool:
        return any(code.runs_code for code in self.codes)

    @property
    def may_skip(self) -> bool:
        """Whether DRF may leave a field out of a row."""
        return any(code.may_skip for code in self.codes)


def one_dict(row: RowCode) -> Iterator[str]:
    yield from opening_lines(row)
    # The caller has just asked for the active time zone.
    yield from row_lines(row, {"zone"})
    yield from dict_lines(row, "return ")


def list_of_dicts(row: RowCode, loop: str, other: Iterable[str]) -> Iterator[str]:
    yield from opening_lines(row)
    yield "rows = []"
    yield loop
    yield from indented(other)
    # The code that runs for one row may activate another time zone for the next one.
    yield from indented(row_lines(row, () if row.runs_code else {"zone"}))
    yield from indented(dict_lines(row, "rows.append(", ")"))
    yield "return rows"


def opening_lines(row: RowCode) -> Iterator[str]:
    """Return what stands before all rows."""
    if row.may_skip:
        yield "skipped = []"
    for code in row.codes:
        yield from (f"{name} = {expression}" for name, expression in code.per_call)


def row_lines(row: RowCode, known: Collection[str]) -> Iterator[str]:
    """Return the lines of all fields, each after the locals of the row that it needs.

    The locals that are `known` have been assigned. After code of the project has run, they are all
    assigned anew.
    """
    known = set(known)
    for code in row.codes:
        for name in code.row_locals:
            if name not in known:
                yield f"{name} = {row.locals[name]}"
                known.add(name)
        yield from code.lines
        if code.runs_code:
            known.clear()


def dict_lines(row: RowCode, before: str, after: str = "") -> Iterator[str]:
    """Return lines that make the dict of a row, and emit it between `before` and `after`."""
    yield "row = {" if row.may_skip else f"{before}{{"
    yield from (f"    {name}: {value}," for name, value in row.values.items())
    if not row.may_skip:
        yield f"}}{after}"
        return
    yield "}"
    yield "if skipped:"
    yield "    leave_out(row, skipped)"
    yield f"{before}row{after}"


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


def named_code(
    compiled: CompiledPlan,
    field: FieldPlan,
    code: FieldCode,
    shared: Mapping[str, Code],
    names: Namespace,
) -> FilledCode:
    """Return the code of a field with names. Raises `RepresentationError` where one is unknown."""
    name, value = literal(field.name), shared["value"]
    texts = [*(line.code for line in code.lines), *(text for _, text in code.per_call)]
    together = SEPARATOR.join(texts)
    assigned = (name for name in assigned_in(together) if name != "value")
    local = dict.fromkeys((*dict(code.per_call), *assigned))
    try:
        named = (
            *shared.items(),
            ("name", name),
            ("field", Code(f"field_of(serializer, {name})")),
            *(
                (each, names.constant(wish(each, value), compiled.built(constant)))
                for each, constant in code.constants
            ),
            *((each, names.local(wish(each, value))) for each in local),
        )
        meanings = dict(named)
        if len(meanings) < len(named):
            raise ValueError("one of its constants or locals has a name that is given twice")
        filled = iter(fill_all(texts, meanings))
        return FilledCode(
            tuple(text for line in code.lines for text in line.written(next(filled))),
            tuple((meanings[each], Code(next(filled))) for each, _ in code.per_call),
            code.row_locals,
            code.runs_code,
            may_skip=has_placeholder(together, "skipped"),
        )
    except (LookupError, ValueError) as error:
        raise RepresentationError(
            f"{compiled.plan.serializer}.{field.name} can't be compiled: {error}. Mend the "
            f"templates that represents() has registered for the class of the field."
        ) from error


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in VERBS else f"{value}_{placeholder}"


VERBS = ("get", "represent", "represent_any")
