"""Writes the source of one function: the code of all fields, with names for their placeholders."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from keyword import iskeyword
from typing import Any, NamedTuple

from fastserializers.compiler.emit import ONE, FieldCode, Target, field_code
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.sources.source import Source
from fastserializers.compiler.templates import (
    Code,
    fill,
    indented,
    is_literal,
    literal,
    placeholders_of,
)
from fastserializers.runtime.generated_names import NAMES

Built = Callable[[object], object]
"""Takes a constant; returns the object that generated code is given for it."""


class WrittenFunction(NamedTuple):
    name: str
    text: str
    globals: dict[str, Any]


def write_function(
    plan: Plan,
    source: Source,
    target: Target,
    built: Built,
    represent_other: object = None,
    *,
    is_choosing: bool = False,
) -> WrittenFunction:
    """Return the function that represents one row of `source`, or many of them.

    `represent_other` has the functions for rows of another source, by their type. A function that
    `is_choosing` takes a tuple as its first argument, with a flag for each field.
    """
    first = ["wanted"] if is_choosing else []
    names = Namespace((*first, source.row, source.rows, *source.row_locals, *source.parameters))
    name = names.local(f"represent_{'some_of_' if is_choosing else ''}{plan.serializer}")
    # Before any other local, so that each is called as its field is.
    values = [names.local(field.name) for field in plan.fields]
    shared = shared_names(source, names)
    if source.other:
        shared["represent_other"] = names.constant("represent_other", represent_other)
    codes = [
        named_code(field, code, {**shared, "value": value}, names, built)
        for value, (field, code) in zip(values, codes_of(plan, source, target), strict=True)
    ]
    flags = [names.local(f"wanted_{value}") for value in values] if is_choosing else []
    row = RowCode(codes, row_locals_of(source, shared), flags)
    if target == ONE:
        takes, body = source.row, one_dict(row)
    else:
        named = {**shared, "other": names.local("other")}
        other = [fill(line, named) for line in lines_for_other_rows(plan, source, first)]
        takes, body = source.rows, list_of_dicts(row, f"for {source.row} in {source.rows}:", other)
    parameters = (*first, takes, "serializer", "zone", *source.parameters)
    lines = (f"def {name}({', '.join(parameters)}):", *indented(body))
    return WrittenFunction(name, "\n".join(lines) + "\n", names.globals)


def shared_names(source: Source, names: Namespace) -> dict[str, Code]:
    """Return the names for the placeholders of a source."""
    shared = {"row": source.row, "zone": Code("zone"), "skipped": Code("skipped")}
    shared["instance"] = fill(source.instance, shared)
    for placeholder, value in source.constants:
        shared[placeholder] = names.constant(placeholder, value)
    return shared


def row_locals_of(source: Source, shared: Mapping[str, Code]) -> dict[str, str]:
    """Return the expressions of the locals that the fields of a row share."""
    of_source = {local: fill(text, shared) for local, text in source.row_locals.items()}
    return {"zone": "active_zone()", **of_source}


def codes_of(plan: Plan, source: Source, target: Target) -> Iterator[tuple[FieldPlan, FieldCode]]:
    """Return the code of each field; after project code has run, by the source for that."""
    for field in plan.fields:
        code = field_code(field, source, target)
        yield field, code
        if code.runs_code and source.after is not None:
            source = source.after


def lines_for_other_rows(plan: Plan, source: Source, first: list[str]) -> Iterator[str]:
    """Return the templates of the lines that represent a row of another source."""
    if source.other:
        zone = "active_zone()" if plan.zoned else "zone"
        yield f"if {source.other}:"
        row = source.other_row
        if row != "$row":
            yield f"    $other = {row}"
            row = "$other"
        arguments = ", ".join((*first, row, "serializer", zone))
        yield f"    rows.append($represent_other[type({row})]({arguments}))"
        yield "    continue"


# The lines.


class FilledCode(NamedTuple):
    """The code of a field, with names for its placeholders. See `FieldCode`."""

    name: Code
    """The name of the field, as a literal."""
    value: Code
    """The local with its value."""
    lines: list[str]
    per_call: list[str]
    row_locals: tuple[str, ...]
    runs_code: bool
    may_skip: bool
    """Whether DRF may leave the field out of a row."""


class RowCode(NamedTuple):
    """The code of a row, with names for its placeholders."""

    codes: Sequence[FilledCode]
    locals: Mapping[str, str]
    """Locals that the fields share, and their expressions."""
    flags: Sequence[Code]
    """Locals that say which fields are wanted; empty if all are."""

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
    # Project code that runs for one row may activate another time zone for the next one.
    runs_code = any(code.runs_code for code in row.codes)
    yield from indented(row_lines(row, set() if runs_code else {"zone"}))
    yield from indented(dict_lines(row, "rows.append(", ")"))
    yield "return rows"


def opening_lines(row: RowCode) -> Iterator[str]:
    """Return the lines before the first row."""
    if row.flags:
        yield f"{', '.join(row.flags)}, = wanted"
    if row.may_skip:
        yield "skipped = []"
    for number, code in enumerate(row.codes):
        yield from if_wanted(row, number, code.per_call)


def if_wanted(row: RowCode, number: int, lines: Sequence[str]) -> Iterator[str]:
    """Return lines of a field, behind its flag where not all fields are wanted."""
    if not row.flags or not lines:
        yield from lines
        return
    yield f"if {row.flags[number]}:"
    yield from indented(lines)


def row_lines(row: RowCode, assigned: set[str]) -> Iterator[str]:
    """Return the lines of all fields, each after the locals of the row that it needs.

    Some have been `assigned` before the first row. After project code has run for a field, all of
    them are assigned again. Behind a flag, each field assigns its own, and adds its value.
    """
    if row.flags:
        yield "row = {}"
    for number, code in enumerate(row.codes):
        needed = dict.fromkeys(name for name in code.row_locals if name not in assigned)
        lines = [*(f"{name} = {row.locals[name]}" for name in needed), *code.lines]
        if row.flags:
            lines.append(f"row[{code.name}] = {code.value}")
        else:
            assigned |= needed.keys()
        yield from if_wanted(row, number, lines)
        if code.runs_code:
            assigned = set()


def dict_lines(row: RowCode, before: str, after: str = "") -> Iterator[str]:
    """Return lines that make the dict of a row, and emit it between `before` and `after`."""
    if not row.flags:
        yield "row = {" if row.may_skip else f"{before}{{"
        yield from (f"    {code.name}: {code.value}," for code in row.codes)
        yield "}" if row.may_skip else f"}}{after}"
    if row.may_skip:
        yield "if skipped:"
        yield "    leave_out(row, skipped)"
    if row.flags or row.may_skip:
        yield f"{before}row{after}"


# Names for the placeholders of templates.

# The names that every function has.
RESERVED = ("error", "row", "rows", "serializer", "skipped", "zone")


class Namespace:
    """The names of one function: its locals, and its globals with their objects."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.globals: dict[str, object] = dict(NAMES)
        self.taken = {*dir(builtins), *NAMES, *RESERVED, *reserved}

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
            if self.globals.get(wish, vars(builtins).get(wish)) is value:
                return Code(wish)
        name = self.local(wish)
        self.globals[name] = value
        return name


def named_code(
    field: FieldPlan, code: FieldCode, shared: Mapping[str, Code], names: Namespace, built: Built
) -> FilledCode:
    """Return the code of a field, with names for its placeholders."""
    name, value = literal(field.name), shared["value"]
    texts = (*code.lines, *dict(code.per_call).values())
    used = [*dict(code.per_call), *chain.from_iterable(map(placeholders_of, texts))]
    meanings = {**shared, "name": name, "field": Code(f"field_of(serializer, {name})")}
    for each, constant in code.constants:
        meanings[each] = names.constant(wish(each, value), built(constant))
    for each in used:
        if each not in meanings:
            # A local of the field: it is assigned by a line, or before all rows.
            meanings[each] = names.local(wish(each, value))
    return FilledCode(
        name,
        value,
        [fill(line, meanings) for line in code.lines],
        [f"{meanings[each]} = {fill(text, meanings)}" for each, text in code.per_call],
        code.row_locals,
        code.runs_code,
        may_skip="skipped" in used,
    )


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in VERBS else f"{value}_{placeholder}"


VERBS = ("get", "represent", "represent_any")
