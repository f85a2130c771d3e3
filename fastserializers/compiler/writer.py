"""Writes the source of one function: the code of all fields, with names for what they need.

The function of a plan makes the dicts of rows. The function of one field makes, for one list, what
returns the value of that field in a row: see `composition`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

from fastserializers.compiler.emit import MANY, ONE, FieldCode, Target, field_code
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

Built = Callable[[object], object]
"""Takes a constant; returns the object that generated code is given for it."""


class WrittenFunction(NamedTuple):
    name: str
    text: str
    globals: dict[str, Any]


def write_function(
    plan: Plan, source: Source, target: Target, built: Built, represent_other: object = None
) -> WrittenFunction:
    """Return the function that represents one row of `source`, or many of them.

    `represent_other` has the functions for rows of another source, by their type.
    """
    names = Namespace((source.row, source.rows, *source.row_locals, *source.parameters))
    name = names.local(f"represent_{plan.serializer}")
    values = {literal(field.name): names.local(field.name) for field in plan.fields}
    shared = shared_names(source, names)
    if source.other:
        shared["represent_other"] = names.constant("represent_other", represent_other)
    codes = [
        named_code(plan.serializer, field, code, {**shared, "value": value}, names, built)
        for value, (field, code) in zip(
            values.values(), codes_of(plan, source, target), strict=True
        )
    ]
    row = RowCode(values, codes, row_locals_of(source, shared))
    if target == ONE:
        takes, body = source.row, one_dict(row)
    else:
        named = {**shared, "other": names.local("other")}
        other = [fill(line, named) for line in lines_for_other_rows(plan, source)]
        takes, body = source.rows, list_of_dicts(row, f"for {source.row} in {source.rows}:", other)
    parameters = (takes, "serializer", "zone", *source.parameters)
    lines = (f"def {name}({', '.join(parameters)}):", *indented(body))
    return WrittenFunction(name, "\n".join(lines) + "\n", names.globals)


def write_field(
    serializer: str, field: FieldPlan, source: Source, built: Built, *, is_zone_known: bool
) -> WrittenFunction:
    """Return the function that makes, for one list, what returns the value of a field in a row.

    With `is_zone_known`, the active time zone is the same for all rows.
    """
    names = Namespace((source.row, *source.row_locals, *source.parameters))
    name, read = names.local(f"reading_{field.name}"), names.local(f"read_{field.name}")
    value = names.local(field.name)
    shared: dict[str, Code] = {**shared_names(source, names), "value": value}
    code = named_code(serializer, field, field_code(field, source, MANY), shared, names, built)
    row = RowCode({}, [code], row_locals_of(source, shared))
    parameters = ("serializer", "zone", "skipped", *source.parameters)
    lines = (
        f"def {name}({', '.join(parameters)}):",
        *indented(lines_for_all_rows(row)),
        f"    def {read}({source.row}):",
        *indented(row_lines(row, {"zone"} if is_zone_known else ()), 2),
        f"        return {value}",
        f"    return {read}",
    )
    return WrittenFunction(name, "\n".join(lines) + "\n", names.globals)


def write_any_field(source: Source) -> WrittenFunction:
    """Return the function that makes what has REST framework's field of a `name` read a row."""
    names = Namespace((source.row, *source.parameters, "name", "reading", "read", "bound_field"))
    instance = shared_names(source, names)["instance"]
    parameters = ("serializer", "zone", "skipped", *source.parameters, "name")
    lines = (
        f"def reading({', '.join(parameters)}):",
        "    bound_field = field_of(serializer, name)",
        f"    def read({source.row}):",
        f"        return represented(bound_field, {instance}, name, skipped)",
        "    return read",
    )
    return WrittenFunction("reading", "\n".join(lines) + "\n", names.globals)


def write_other_row(source: Source) -> WrittenFunction:
    """Return the function that gives the row of another source that stands for a row, if any."""
    names = Namespace((source.row, *source.parameters, "other_row"))
    shared = shared_names(source, names)
    lines = (
        f"def other_row({', '.join((source.row, *source.parameters))}):",
        f"    if {fill(source.other, shared)}:",
        f"        return ({fill(source.other_row, shared)},)",
        "    return ()",
    )
    return WrittenFunction("other_row", "\n".join(lines) + "\n", names.globals)


def shared_names(source: Source, names: Namespace) -> dict[str, Code]:
    """Return what the placeholders mean that a source uses."""
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
    """Return the code of each field, by the source that the row is read from by then."""
    for field in plan.fields:
        code = field_code(field, source, target)
        yield field, code
        if code.runs_code and source.after is not None:
            source = source.after


def lines_for_other_rows(plan: Plan, source: Source) -> Iterator[str]:
    """Return the templates of the lines that represent a row of another source."""
    if source.other:
        zone = "active_zone()" if plan.zoned else "zone"
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
    yield from lines_for_all_rows(row)


def lines_for_all_rows(row: RowCode) -> Iterator[str]:
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
    serializer: str,
    field: FieldPlan,
    code: FieldCode,
    shared: Mapping[str, Code],
    names: Namespace,
    built: Built,
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
                (each, names.constant(wish(each, value), built(constant)))
                for each, constant in code.constants
            ),
        )
        named += tuple((each, names.local(wish(each, value))) for each in local)
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
            f"{serializer}.{field.name} can't be compiled: {error}. Mend the "
            f"templates that represents() has registered for the class of the field."
        ) from error


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in VERBS else f"{value}_{placeholder}"


VERBS = ("get", "represent", "represent_any")
