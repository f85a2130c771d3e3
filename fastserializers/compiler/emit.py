"""The code of one field: how its value is read, and the guards and expressions that follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal, NamedTuple

from fastserializers.compiler.plan import (
    Delegated,
    FieldPlan,
    Method,
    Nested,
    Output,
    OwnRepresentation,
    Plan,
)
from fastserializers.compiler.representation import (
    A_VALUE,
    ANY,
    NOT_NONE,
    Guard,
    GuardedExpression,
    Representation,
    all_of,
    guarded,
)
from fastserializers.compiler.sources.source import Reader, RelationRows, Source
from fastserializers.compiler.templates import indented, placeholders_of, quoted

Target = Literal["one", "many"]
"""The result of a function: the dict of one row, or a list of the dicts of many rows."""
ONE: Target = "one"
MANY: Target = "many"


class FieldCode(NamedTuple):
    """Lines that assign to `$value` the output of one field.

    They are templates: the writer of the function replaces the placeholders by names.
    """

    lines: tuple[str, ...]
    per_call: tuple[tuple[str, str], ...] = ()
    """Locals that the lines use, and expressions that are evaluated once per call."""
    row_locals: tuple[str, ...] = ()
    """The row locals of the source that the lines use, and `zone`."""
    constants: tuple[tuple[str, object], ...] = ()
    runs_code: bool = True
    """Whether the lines may run project code, which may change all locals of the row."""


# A field that only DRF's own code can read.
DELEGATED = FieldCode(
    ("$value = represented($bound_field, $instance, $name, $skipped)",),
    per_call=(("bound_field", "$field"),),
)
# A field that code makes for each serializer, and that may be hidden from this one.
OPEN = DELEGATED._replace(
    lines=("$value = represented_if_read($bound_field, $instance, $name, $skipped)",)
)
# A field's own to_representation(), which is looked up once per call.
OWN = guarded(
    A_VALUE,
    "$represent($value)",
    per_call=(("represent", "method_of($field, 'to_representation')"),),
    runs_code=True,
)


def field_code(field: FieldPlan, source: Source, target: Target) -> FieldCode:
    output = field.output
    if isinstance(output, Delegated):
        return DELEGATED if output.is_complete else OPEN
    reader = reader_for(field, source)
    if reader is None:
        return DELEGATED
    if isinstance(output, Method):
        return method_code(output.name, target)
    if isinstance(output, Nested):
        return represented_code(nested_representation(output, reader.related), reader)
    return represented_code(OWN if isinstance(output, OwnRepresentation) else output, reader)


def reader_for(field: FieldPlan, source: Source) -> Reader | None:
    """Return how a field is read from a source; None if only DRF's field can read it."""
    output = field.output
    path = field.source if output.source is None else output.source
    reader = source.read(path, output.access)
    if source.through is not None and not takes_related(output, reader):
        return source.through(path, output.access)
    return reader


def takes_related(output: Output, reader: Reader | None) -> bool:
    """Return whether an output can be made of the related rows of a reader."""
    if reader is None or reader.related is None or reader.related.attribute is None:
        return True
    if isinstance(output, Representation):
        path = output.related_attribute
        return bool(path) and reader.related.attribute(path) is not None
    return isinstance(output, Nested)


def method_code(name: str, target: Target) -> FieldCode:
    """Return the code of a method of the serializer, which a list looks up once for all rows."""
    if target == ONE:
        return FieldCode((f"$value = serializer_at(serializer).{name}($instance)",))
    get = f"method_of(serializer_at(serializer), {quoted(name)})"
    return FieldCode(("$value = $get($instance)",), per_call=(("get", get),))


def represented_code(representation: Representation, reader: Reader) -> FieldCode:
    only_columns = bool(representation.related_attribute) and is_certain(reader.related)
    return FieldCode(
        tuple(value_lines(representation, reader)),
        per_call=(*reader.per_call, *representation.per_call),
        row_locals=(*reader.row_locals, *(["zone"] if representation.zoned else [])),
        constants=(*reader.constants, *representation.constants),
        runs_code=reader.runs_code or (representation.runs_code and not only_columns),
    )


def is_certain(related: RelationRows | None) -> bool:
    """Return whether a value can only be a row of the related source."""
    return related is not None and not related.otherwise


# The lines.


def value_lines(representation: Representation, reader: Reader) -> Iterator[str]:
    """Return the lines that read a value and represent it."""
    reading = (*reader.steps, f"$value = {reader.value}")
    represented = list(represented_lines(representation, reader))
    if not reader.errors:
        yield from reading
        yield from represented
        return
    yield "try:"
    yield from indented(reading)
    yield f"except {reader.errors}{' as error' if reader.fallback.takes_error else ''}:"
    yield f"    $value = {reader.fallback.error}"
    if represented:
        yield "else:"
        yield from indented(represented)


def represented_lines(representation: Representation, reader: Reader) -> Iterator[str]:
    """Return the lines of the cases: for the value as a row has it, then for Django's value."""
    cases = tuple(cases_of(representation, reader.related))
    conversion = reader.conversion
    unconverted = conversion.unconverted(representation.form) if representation.form else ()
    if conversion.made and cases[0].guard == Guard("type", conversion.made):
        unconverted = (cases[0], *unconverted)
    lines = [*converting_lines(reader, is_checked=bool(unconverted)), *case_lines(cases, reader)]
    if not unconverted:
        yield from lines
        return
    for number, case in enumerate(unconverted):
        yield f"{'elif' if number else 'if'} {case.guard.text}:"
        yield from indented(assignment(case))
    yield f"elif {NOT_NONE.text}:"
    yield from indented(lines)


def converting_lines(reader: Reader, *, is_checked: bool) -> Iterator[str]:
    """Return the lines that convert the value in a row to Django's value.

    `is_checked` says that lines before have excluded None, and the type that needs no conversion.
    """
    if not reader.converted:
        return
    conversion, convert = reader.conversion, f"$value = {reader.converted}"
    condition = all_of(
        f"type($value) is not {conversion.made}" if conversion.made and not is_checked else "",
        NOT_NONE.text if not is_checked else "",
        "$value is not Missing" if reader.may_be_missing else "",
    )
    if not condition:
        yield convert
        return
    yield f"if {condition}:"
    yield f"    {convert}"


def case_lines(cases: tuple[GuardedExpression, ...], reader: Reader) -> Iterator[str]:
    word = "if"
    if reader.may_be_missing:
        yield "if $value is Missing:"
        yield f"    $value = {reader.fallback.value}"
        word = "elif"
    for case in cases:
        guard = all_of(reader.guard, case.guard.text)
        if not guard and word == "if":
            yield from assignment(case)
            return
        yield f"{word} {guard}:" if guard else "else:"
        yield from indented(assignment(case))
        if not reader.guard and case.guard in (ANY, NOT_NONE):
            return
        word = "elif"
    yield f"{word} {NOT_NONE.text}:"
    yield f"    $value = {reader.fallback.value}"


def assignment(case: GuardedExpression) -> list[str]:
    is_same = case.expression == "$value"
    return ["pass"] if is_same else f"$value = {case.expression}".split("\n")


def cases_of(
    representation: Representation, related: RelationRows | None
) -> Iterator[GuardedExpression]:
    """Return the cases, with the expression that reads `$related_attribute`."""
    path = representation.related_attribute
    if not path:
        yield from representation.cases
        return
    row = "$value" if representation.access == "related" else "$related"
    if related is not None and related.attribute is not None:
        read = (related.attribute(path) or "").replace("$related", row)
        for case in with_attribute(representation.cases, read):
            # A row of the source is a tuple: not None, no callable, and no key.
            further = "" if case.guard == A_VALUE else case.guard.text
            guard = related.guard._replace(test=all_of(related.guard.test, further))
            yield GuardedExpression(guard, case.expression)
    if not is_certain(related):
        yield from with_attribute(representation.cases, ".".join((row, *path)))


def with_attribute(cases: tuple[GuardedExpression, ...], read: str) -> Iterator[GuardedExpression]:
    for case in cases:
        yield case._replace(expression=case.expression.replace("$related_attribute", read))


# Nested serializers.


class NestedFunctions(NamedTuple):
    """A constant: the functions of a nested plan by the rows that they read, or one of them."""

    plan: Plan
    target: Target
    rows: Hashable = None


def nested_representation(nested: Nested, related: RelationRows | None) -> Representation:
    """Return the representation of a nested serializer, for `related` rows if they are known."""
    cases = tuple(nested_cases(nested, related))
    functions = {"represent_any": NestedFunctions(nested.plan, ONE)}
    if related is not None:
        target = MANY if nested.many else ONE
        functions["represent"] = NestedFunctions(nested.plan, target, related.rows)
    used = {name for case in cases for part in case.templates for name in placeholders_of(part)}
    return Representation(
        cases,
        constants=tuple((name, functions[name]) for name in functions if name in used),
        per_call=(("context", "nested_context(serializer, $name)"),),
        runs_code=nested.runs_code,
    )


def nested_cases(nested: Nested, related: RelationRows | None) -> Iterator[GuardedExpression]:
    zone = "$zone" if nested.zoned else "zone"
    if related is not None:
        represent = f"$represent(%s, $context, {zone})"
        if related.attribute is not None:
            represent = f"$represent(%s, $context, {zone}, $row_set_of)"
            yield GuardedExpression(related.guard, represent % "$value")
        elif nested.many:
            yield from rows_in(represent)
        if is_certain(related):
            return
    if nested.many:
        # The code that runs for one row may activate another time zone for the next one.
        zone = "active_zone()" if nested.zoned and nested.runs_code else zone
        yield from rows_in(f"[$represent_any[type(row)](row, $context, {zone}) for row in %s]")
    else:
        represent = f"$represent_any[type($value)]($value, $context, {zone})"
        yield GuardedExpression(A_VALUE, represent)


def rows_in(represent: str) -> Iterator[GuardedExpression]:
    """Return the cases of the values that `ListSerializer` iterates."""
    loading = 'getattr(type($value), "__iter__", None) in LOADING'
    yield GuardedExpression(Guard(test=loading), represent % "$value")
    is_manager = Guard(test="isinstance($value, BaseManager)")
    yield GuardedExpression(is_manager, represent % "$value.all()")
