"""`show`: how a plan reads and represents each field of one serializer."""

from __future__ import annotations

import inspect
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import Any, NamedTuple

from django.core.management.base import CommandError

from fastserializers.commands.lookup import serializer_named
from fastserializers.commands.printer import Document, Options, Printer, note_disabled
from fastserializers.commands.tables import Cell
from fastserializers.compiler.plan import (
    Delegated,
    FieldPlan,
    Method,
    Nested,
    OwnRepresentation,
    Plan,
)
from fastserializers.compiler.representation import NO_CALLABLE, Representation
from fastserializers.compiler.templates import Code, fill, placeholders_of
from fastserializers.debug import source_of
from fastserializers.project.list_reading import (
    RowsReading,
    reading_of_use,
    related_model,
    why_query_each,
)
from fastserializers.project.naming import location_of, model_label, path_to, raised
from fastserializers.project.overview import way_of
from fastserializers.project.reading import (
    compiled_reader,
    example_of,
    fast_plan,
    planned,
    why_unread,
    why_unused,
)
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.project.views import best_uses, uses

NAME = "show"
HELP = "Show how each field of a serializer is read, and which fields run DRF's code."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="A class: shop.serializers.BookSerializer or BookSerializer.")
    parser.add_argument(
        "--source",
        action="store_true",
        help="Show the generated code: for a list, for one object and for rows.",
    )


def run(options: Options, printer: Printer) -> int:
    """Show one serializer class. Raises `CommandError` for a class without a plan."""
    serializer = serializer_named(options["name"])
    descriptions = descriptions_of(serializer)
    reading = reading_of_use(serializer, best_uses(uses()).get(serializer))
    sources = generated_functions(serializer, reading) if options["source"] else {}
    way, unused = way_of(serializer), why_unused(serializer)
    printer.document(
        {
            "serializer": path_to(serializer),
            "location": location_of(serializer),
            "model": model_label(serializer) or None,
            "fast_by": way or None,
            "fields": [document_of_field(description) for description in descriptions],
            "unused_because": unused or None,
            "source": sources or None,
            "rows": reading.document(),
        }
    )
    compiled, total = count_compiled(descriptions)
    printer.line(path_to(serializer), "MIGRATE_HEADING")
    printer.line(f"{location_of(serializer)}, {compiled} of {total} fields compile")
    if unused:
        printer.line(f"Nothing of it is used: {unused}.", "WARNING")
    printer.line()
    printer.table(("field", "source", "read as", "becomes"), rows_of_fields(descriptions))
    printer.line()
    for sentence in reading.sentences():
        printer.line(sentence)
    for heading, source in sources.items():
        printer.line()
        printer.line(heading, "MIGRATE_HEADING")
        printer.line()
        printer.text(source)
    printer.note(f"\nFast by: {way or 'nothing, this is how it would be read'}")
    note_disabled(printer)
    return 0


def generated_functions(serializer: SerializerClass, reading: RowsReading) -> dict[str, str]:
    """Return the generated functions for the model, or else for a dict."""
    instance_class = model_of(serializer) or dict
    sources = {
        f"{shape} {instance_class.__name__}": source_of(serializer, instance_class, many=many)
        for shape, many in (("A list of", True), ("One", False))
    }
    if reading.make_function:
        of_rows = inspect.getsource(reading.make_function())
        sources[f"Rows of {instance_class.__name__}"] = of_rows
    return sources


def rows_of_fields(
    descriptions: Iterable[Description], depth: int = 0
) -> Iterator[tuple[Cell, ...]]:
    for name, source, reader, representation, delegated, fields in descriptions:
        becomes: Cell = f"REST framework's own code: {delegated}" if delegated else representation
        yield f"{'  ' * depth}{name}", source, reader, becomes
        yield from rows_of_fields(fields, depth + 1)


def document_of_field(description: Description) -> Document:
    fields = [document_of_field(field) for field in description.fields]
    return {**description._asdict(), "delegated": description.delegated or None, "fields": fields}


# A plan in words.


class Description(NamedTuple):
    """A field in words."""

    name: str
    source: str
    reader: str
    """How it is read from the model."""
    representation: tuple[str, ...]
    """The cases of the value, one a line. DRF's code represents values that fit none."""
    delegated: str = ""
    """Why the field runs DRF's own code, if it does."""
    fields: tuple[Description, ...] = ()
    """The fields of a nested serializer."""


def descriptions_of(cls: SerializerClass) -> tuple[Description, ...]:
    """Return the fields of a serializer class, in words. Raises `CommandError` without a plan."""
    try:
        compiled, remark = planned(cls)
    except Exception as error:
        compiled, remark = None, why_no_fields(error)
    if compiled is None:
        with suppress(Exception):
            compiled = fast_plan(example_of(cls))
    if compiled is None:
        raise CommandError(f"{path_to(cls)} is not compiled: {remark}.")
    return described_plan(compiled.plan, model_of(cls))


def why_no_fields(error: Exception) -> str:
    return f"making its fields raises {raised(error)}"


def fields_by_drf(cls: SerializerClass) -> list[tuple[str, str]]:
    """Return the fields of a serializer class that run REST framework's code, and why."""
    try:
        return [*delegated_among(descriptions_of(cls), "")]
    except CommandError as reason:
        return [("all of its fields", str(reason))]


def delegated_among(descriptions: Iterable[Description], path: str) -> Iterator[tuple[str, str]]:
    for description in descriptions:
        if description.delegated:
            yield f"{path}{description.name}", description.delegated
        yield from delegated_among(description.fields, f"{path}{description.name}.")


def count_compiled(descriptions: Iterable[Description]) -> tuple[int, int]:
    """Return how many fields compile, and how many fields there are.

    The fields of a nested serializer count, and not the field that nests it.
    """
    compiled = total = 0
    for description in descriptions:
        counts = (int(not description.delegated), 1)
        if description.fields and not description.delegated:
            counts = count_compiled(description.fields)
        compiled, total = compiled + counts[0], total + counts[1]
    return compiled, total


def described_plan(plan: Plan, model: type | None) -> tuple[Description, ...]:
    """Return the fields of a plan in words, as they are read from `model` if there is one."""
    return tuple(described_field(field, model) for field in plan.fields)


def described_field(field: FieldPlan, model: type | None) -> Description:
    output = field.output
    source = ".".join(field.source) or "*"
    if isinstance(output, Delegated):
        return Description(field.name, source, "", (), output.reason)
    if isinstance(output, Method):
        call = f"{output.name}(instance)"
        return Description(field.name, source, "method of the serializer", (call,))
    path = field.source if output.source is None else output.source
    reader = compiled_reader(field, model) if model else None
    if model and reader is None:
        return Description(field.name, source, "", (), why_unread(field, model))
    words = reader.words if reader else "as the type of the object has it"
    if words.endswith(", or a query"):
        words += how_often(related_model(model, path[:-1]), path[-1])
    if isinstance(output, Nested):
        becomes = f"list of {output.plan.serializer}" if output.many else output.plan.serializer
        rows: Any = reader.related.rows if reader and reader.related else None
        fields = described_plan(output.plan, rows)
        return Description(field.name, source, words, (becomes,), fields=fields)
    if isinstance(output, OwnRepresentation):
        return Description(field.name, source, words, ("its own to_representation(value)",))
    return Description(field.name, source, words, representation_in_words(output))


def how_often(model: Any, name: str) -> str:
    """Return for how much a relation that is not loaded takes a query."""
    with suppress(Exception):
        why = why_query_each(model, name)
        return f" for each object: {why}" if why else " for each list"
    return ""


def representation_in_words(representation: Representation) -> tuple[str, ...]:
    """Return the cases as expressions, in which plain constants have their values."""
    constants = {
        name: Code(repr(value))
        for name, value in representation.constants
        if isinstance(value, str | int | Decimal | None)
    }
    phrases = []
    for case in representation.cases:
        guard = case.guard.text
        for of_any_value in (f" and {NO_CALLABLE}", NO_CALLABLE):
            guard = guard.replace(of_any_value, "")
        expression = case.expression.replace("\n    ", " ")
        phrase = f"{expression} if {guard}" if guard else expression
        names = {name: Code(name) for name in placeholders_of(phrase)}
        phrases.append(fill(phrase, names | constants))
    return tuple(phrases)
