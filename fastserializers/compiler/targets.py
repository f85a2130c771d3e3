"""What rows are emitted as: one dict, or a list of dicts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from fastserializers.compiler.reads.source import DELEGATE
from fastserializers.compiler.templates import Code, indented


class FieldCode(NamedTuple):
    """Lines that leave in `$value` what DRF would put into the dict of a row.

    Templates, until the function that they become a part of has given out its names.
    """

    lines: tuple[str, ...]
    per_call: tuple[tuple[str, str], ...] = ()
    """Locals that the lines use, and expressions that are evaluated once per call."""
    per_row: tuple[tuple[str, str], ...] = ()
    """Locals that the lines use, and expressions that do not depend on the row, but on what code
    of the project may change: the decimal context, the active language."""
    row_locals: tuple[str, ...] = ()
    """The locals of a row that the lines use, as the source has them, and `zone`."""
    constants: tuple[tuple[str, object], ...] = ()
    runs_code: bool = True
    """Whether the lines may run code of the project, which may change all locals of the row."""

    @property
    def may_skip(self) -> bool:
        """Whether DRF may leave the field out of a row."""
        return any("skipped" in line for line in self.lines)


class Parts(NamedTuple):
    """What the body of a function is made of, with all names given out."""

    row: Code
    rows: Code
    fields: Mapping[Code, Code]
    """The names of the fields as literals, and the locals with their values."""
    codes: tuple[FieldCode, ...]
    row_locals: Mapping[str, str]
    """The expressions of the locals of a row."""
    is_other: str
    """A condition that is true for a row that another function represents; empty if there is
    none."""
    other: str
    """What represents such a row."""

    @property
    def runs_code(self) -> bool:
        return any(code.runs_code for code in self.codes)

    @property
    def may_skip(self) -> bool:
        return any(code.may_skip for code in self.codes)

    @property
    def per_row(self) -> dict[str, str]:
        return {name: expression for code in self.codes for name, expression in code.per_row}


class Target(NamedTuple):
    """What stands around the code of a row's fields."""

    name: str
    takes: str
    """A template of the first parameter of the function: `$row` or `$rows`."""
    body: Callable[[Parts], Iterator[str]]
    method: str
    """A template of the method `$method` of the serializer."""
    delegate: str
    """A template of a field that DRF's own code reads and represents."""
    method_per_call: tuple[tuple[str, str], ...] = ()
    delegate_per_call: tuple[tuple[str, str], ...] = ()
    """Locals that these expressions use, evaluated once per call."""


def one_dict(parts: Parts) -> Iterator[str]:
    yield from opening_lines(parts)
    # Whoever calls the function has just asked for the active time zone.
    yield from row_lines(parts, {"zone"})
    yield from dict_lines(parts, "return ")


def list_of_dicts(parts: Parts) -> Iterator[str]:
    yield from opening_lines(parts)
    known = {"zone"}
    if not parts.runs_code:
        yield from (f"{name} = {expression}" for name, expression in parts.per_row.items())
        known |= parts.per_row.keys()
    yield "rows = []"
    yield f"for {parts.row} in {parts.rows}:"
    if parts.is_other:
        yield f"    if {parts.is_other}:"
        yield f"        rows.append({parts.other})"
        yield "        continue"
    # The code that runs for one row may change what the next row depends on.
    yield from indented(row_lines(parts, () if parts.runs_code else known))
    yield from indented(dict_lines(parts, "rows.append(", ")"))
    yield "return rows"


def opening_lines(parts: Parts) -> Iterator[str]:
    """Return what stands before all rows."""
    if parts.may_skip:
        yield "skipped = []"
    for code in parts.codes:
        yield from (f"{name} = {expression}" for name, expression in code.per_call)


def row_lines(parts: Parts, known: Collection[str]) -> Iterator[str]:
    """Return the lines of all fields, each after the locals of the row that it needs.

    The locals that are `known` have been assigned. After code of the project has run, they are all
    assigned anew.
    """
    known = set(known)
    for code in parts.codes:
        needed = [(name, parts.row_locals[name]) for name in code.row_locals]
        for name, expression in (*needed, *code.per_row):
            if name not in known:
                yield f"{name} = {expression}"
                known.add(name)
        yield from code.lines
        if code.runs_code:
            known.clear()


def dict_lines(parts: Parts, before: str, after: str = "") -> Iterator[str]:
    """Return lines that make the dict of a row, and emit it between `before` and `after`."""
    yield "row = {" if parts.may_skip else f"{before}{{"
    yield from (f"    {name}: {value}," for name, value in parts.fields.items())
    if not parts.may_skip:
        yield f"}}{after}"
        return
    yield "}"
    yield "if skipped:"
    yield "    leave_out(row, skipped)"
    yield f"{before}row{after}"


ONE = Target(
    "one",
    "$row",
    one_dict,
    method="serializer_at(serializer).$method",
    delegate=DELEGATE,
)
# A method or a field is looked up once for all rows, which saves half of what calling it takes.
MANY = Target(
    "many",
    "$rows",
    list_of_dicts,
    method="$get",
    delegate="$delegate($instance, skipped)",
    method_per_call=(("get", 'method_of(serializer, "$method")'),),
    delegate_per_call=(("delegate", "delegating(serializer, $name)"),),
)
