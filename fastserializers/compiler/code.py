"""The code of one field: a value, whose templates are given names when fields are put together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from fastserializers.compiler.fallbacks import DELEGATE
from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Missing, Nested, Own, Plan
from fastserializers.compiler.representations.items import collection
from fastserializers.compiler.representations.representation import (
    A_VALUE,
    Case,
    Representation,
    built,
)
from fastserializers.compiler.sources.source import Reader, Related, Source
from fastserializers.compiler.targets import MANY, ONE, Target
from fastserializers.compiler.templates import Code, identifier, literal, placeholders_of


class FieldCode(NamedTuple):
    """Templates of the lines that leave in `$value` what DRF would put into the row."""

    lines: tuple[str, ...]
    opening: tuple[str, ...] = ()
    """Lines that stand before all rows."""
    stores: tuple[str, ...] = ()
    """The state of a row that the lines need, by its name."""
    state: tuple[tuple[str, str], ...] = ()
    """Other state that they need, by its placeholder, and the expressions that read it."""
    codes: tuple[tuple[str, Code], ...] = ()
    constants: tuple[tuple[str, object], ...] = ()
    runs_code: bool = True
    """Whether the lines may run code of the project's, and so change any state."""
    may_skip: bool = True
    """Whether DRF may leave the field out of a row."""


def field_code(field: FieldPlan, source: Source, target: Target) -> FieldCode:
    output = field.output
    path = field.source if output.source is None else output.source
    reader = source.read(path, output.access)
    if reader is None:
        return DELEGATED
    if field.missing is not None and reader.lenient is not None:
        reader = knowing(field.missing, reader.lenient)
    return CODE_OF[type(output)](output, reader, target)


def knowing(missing: Missing, reader: Reader) -> Reader:
    """Return a lenient reader that is told what stands for what a row lacks."""
    if missing.default is None:
        return reader._replace(codes=(*reader.codes, ("missing", Code("Missing"))))
    return reader._replace(
        constants=(*reader.constants, ("default", missing.default.value)),
        kept=(*reader.kept, ("missing", "missing_or(serializer, $default)")),
    )


# Its own code, and no more: it is looked for once.
OWN = Representation(
    (Case(A_VALUE, "$represent($value)"),),
    kept=(("represent", "representing(serializer, $name)"),),
    runs_code=True,
)

DELEGATED = FieldCode((f"$value = {DELEGATE}",))


def method_code(method: Method, reader: Reader, target: Target) -> FieldCode:
    return FieldCode(
        (f"$value = {target.method}($instance)",),
        opening=target.method_opening,
        codes=(("method", identifier(method.name)), ("method_name", literal(method.name))),
        may_skip=False,
    )


def represented_code(representation: Representation, reader: Reader, target: Target) -> FieldCode:
    constants = (*reader.constants, *representation.constants)
    return FieldCode(
        tuple(read_lines(reader, representation.cases)),
        opening=tuple(
            f"${name} = {meaning}" for name, meaning in (*reader.kept, *representation.kept)
        ),
        stores=(*reader.stores, *(["zone"] if representation.zoned else [])),
        state=(*reader.state, *representation.state),
        codes=(*reader.codes, *representation.codes),
        constants=tuple((name, built(value)) for name, value in constants),
        runs_code=reader.runs_code or representation.runs_code,
    )


def read_lines(reader: Reader, cases: tuple[Case, ...]) -> Iterator[str]:
    represented = list(case_lines(reader, cases))
    if not reader.errors:
        yield from reader.statements
        yield from represented
        return
    error = " as error" if "error" in reader.fallback.error.split("(")[1] else ""
    yield "try:"
    yield from indented(reader.statements)
    yield f"except {reader.errors}{error}:"
    yield f"    $value = {reader.fallback.error}"
    if represented:
        yield "else:"
        yield from indented(represented)


def case_lines(reader: Reader, cases: tuple[Case, ...]) -> Iterator[str]:
    word = "if"
    for case in cases:
        guard = " and ".join(part for part in (reader.guard, case.guard) if part)
        represented = "pass" if case.expression == "$value" else f"$value = {case.expression}"
        if not guard:
            yield from (represented,) if word == "if" else ("else:", f"    {represented}")
            return
        yield f"{word} {guard}:"
        yield f"    {represented}"
        word = "elif"
    yield f"{word} $value is not None:"
    yield f"    $value = {reader.fallback.value}"


def nested_code(nested: Nested, reader: Reader, target: Target) -> FieldCode:
    related = None if nested.within else reader.related
    representation = (rows_of_nested if nested.many else row_of_nested)(nested, related)
    for items in nested.within:
        representation = collection(representation, items)
    return represented_code(representation, reader, target)


class NestedFunctions(NamedTuple):
    """A constant: the functions of a nested plan by the rows that they read, or one of them."""

    plan: Plan
    target: Target
    rows: Hashable = None


def row_of_nested(nested: Nested, related: Related | None) -> Representation:
    any_row = Case(A_VALUE, "$represent_any[type($value)]($value, $place, zone)")
    if related is None:
        return nested_representation(nested, any_row)
    known = Case(related.guard, "$represent($value, $place, zone)")
    return nested_representation(
        nested,
        known,
        any_row,
        represent=NestedFunctions(nested.plan, ONE, related.rows),
        **dict(related.constants),
    )


def rows_of_nested(nested: Nested, related: Related | None) -> Representation:
    if related is None:
        zone = "active_zone()" if nested.zoned and nested.runs_code else "zone"
        represented = f"[$represent_any[type(row)](row, $place, {zone}) for row in %s]"
        return nested_representation(nested, *(case_of(rows, represented) for rows in ROWS))
    represented = "$represent(%s, $place, zone)"
    return nested_representation(
        nested,
        *(case_of(rows, represented) for rows in ROWS),
        represent=NestedFunctions(nested.plan, MANY, related.rows),
    )


def case_of(rows: Case, represented: str) -> Case:
    return Case(rows.guard, represented % rows.expression)


# What `ListSerializer` iterates.
ROWS = (
    Case('getattr(type($value), "__iter__", None) in LOADING', "$value"),
    Case("isinstance($value, BaseManager)", "$value.all()"),
)


def nested_representation(nested: Nested, *cases: Case, **constants: Hashable) -> Representation:
    named = {"represent_any": NestedFunctions(nested.plan, ONE), **constants}
    used = {name for case in cases for part in case for name in placeholders_of(part)}
    return Representation(
        cases,
        constants=tuple((name, named[name]) for name in named if name in used),
        kept=(("place", "place_of(serializer, $name)"),),
        zoned=nested.zoned,
        runs_code=nested.runs_code,
    )


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    return ("    " * levels + line for line in lines)


CODE_OF: dict[type, Callable[[Any, Reader, Target], FieldCode]] = {
    Representation: represented_code,
    Nested: nested_code,
    Method: method_code,
    Own: lambda own, reader, target: represented_code(OWN, reader, target),
    Delegated: lambda delegated, reader, target: DELEGATED,
}
