"""The code of one field: a value, whose templates are given names when fields are put together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from fastserializers.compiler.fallbacks import DELEGATE
from fastserializers.compiler.plan import (
    Delegated,
    FieldPlan,
    Method,
    Nested,
    Output,
    Own,
    Plan,
)
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
from fastserializers.exceptions import RepresentationError


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
    """Return the code of a field. Raises `RepresentationError` for one that can have none."""
    output = field.output
    if isinstance(output, Delegated) and output.is_mistaken:
        raise RepresentationError(output.reason)
    path = field.source if output.source is None else output.source
    reader = source.read(path, output.access)
    if source.through is not None and not reads_related(output, reader):
        reader = source.through(path, output.access)
    if reader is None:
        return DELEGATED
    if field.may_be_missing and reader.lenient is not None:
        reader = reader.lenient
    return CODE_OF[type(output)](output, reader, target)


def reads_related(output: Output, reader: Reader | None) -> bool:
    """Return whether what an output does with related rows can be done with those of a reader."""
    if reader is None or reader.related is None or reader.related.each is None:
        return True
    if isinstance(output, Representation):
        return bool(output.each) and reader.related.each(output.each) is not None
    return isinstance(output, Nested)


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
    kept = (*reader.kept, *representation.kept)
    return FieldCode(
        tuple(read_lines(reader, representation)),
        opening=tuple(f"${name} = {meaning}" for name, meaning in kept),
        stores=(*reader.stores, *(["zone"] if representation.zoned else [])),
        state=(*reader.state, *representation.state),
        codes=(*reader.codes, *representation.codes, *each_codes(representation.each)),
        constants=tuple((name, built(value)) for name, value in constants),
        runs_code=reader.runs_code
        or (representation.runs_code and not only_rows(representation, reader.related)),
    )


def only_rows(representation: Representation, related: Related | None) -> bool:
    """Return whether nothing is read but columns of related rows."""
    return bool(representation.each) and related is not None and not related.otherwise


def each_codes(each: tuple[str, ...]) -> tuple[tuple[str, Code], ...]:
    return tuple((f"each_{number}", identifier(name)) for number, name in enumerate(each))


def each_cases(representation: Representation, related: Related | None) -> Iterator[Case]:
    """Return the cases with what reads `$each` in its place: of related rows, or of instances."""
    one = "$value" if representation.access == "related" else "$related"
    if related is not None and related.each is not None:
        each = (related.each(representation.each) or "").replace("$related", one)
        for case in representation.cases:
            guard = " and ".join(filter(None, (related.guard, case.guard)))
            yield Case(guard, case.expression.replace("$each", each))
    if related is None or related.otherwise:
        each = one + "".join(f".${name}" for name, _ in each_codes(representation.each))
        for case in representation.cases:
            yield case._replace(expression=case.expression.replace("$each", each))


def read_lines(reader: Reader, representation: Representation) -> Iterator[str]:
    cases = representation.cases
    if representation.each:
        cases = tuple(each_cases(representation, reader.related))
    represented = list(converted_lines(reader, representation.name, cases))
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


def converted_lines(reader: Reader, name: str, cases: tuple[Case, ...]) -> Iterator[str]:
    """Return the lines of the cases behind what makes a value for them, if it takes that."""
    lines = (*reader.conversion, *case_lines(reader, cases))
    unconverted = reader.unconverted(name) if name else ()
    if reader.same and reader.same == cases[0].guard:
        unconverted = (cases[0], *unconverted)
    for number, case in enumerate(unconverted):
        yield f"{'elif' if number else 'if'} {case.guard}:"
        yield "    pass" if case.expression == "$value" else f"    $value = {case.expression}"
    if unconverted:
        yield "elif $value is not None:"
    yield from indented(lines, levels=1 if unconverted else 0)


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
    known = Case(related.guard, f"$represent($value, $place, zone{related.arguments})")
    return nested_representation(
        nested,
        known,
        *([any_row] if related.otherwise else []),
        represent=NestedFunctions(nested.plan, ONE, related.rows),
        **dict(related.constants),
    )


def rows_of_nested(nested: Nested, related: Related | None) -> Representation:
    if related is None:
        zone = "active_zone()" if nested.zoned and nested.runs_code else "zone"
        represented = f"[$represent_any[type(row)](row, $place, {zone}) for row in %s]"
        return nested_representation(nested, *(case_of(rows, represented) for rows in ROWS))
    represented = f"$represent(%s, $place, zone{related.arguments})"
    represent = NestedFunctions(nested.plan, MANY, related.rows)
    if related.each is None:
        cases = [case_of(rows, represented) for rows in ROWS]
        return nested_representation(nested, *cases, represent=represent)
    known = Case(related.guard, represented % "$value")
    others = rows_of_nested(nested, None).cases if related.otherwise else ()
    return nested_representation(nested, known, *others, represent=represent)


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
