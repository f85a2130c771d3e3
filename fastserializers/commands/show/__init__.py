"""`show`: how each field of one serializer is read and represented.

- `descriptions`: what is told of each field.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator

from django.core.management.base import CommandError

from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Document, Options, Printer
from fastserializers.commands.show.descriptions import (
    Description,
    NoPlanError,
    count_compiled,
    descriptions_of,
)
from fastserializers.commands.tables import Cell, Styled
from fastserializers.debug import source_of
from fastserializers.project.certainty import way_of
from fastserializers.project.lists import RowsReading, rows_reading
from fastserializers.project.naming import location_of, model_label, path_to
from fastserializers.project.serializers import SerializerClass, model_of

NAME = "show"
HELP = "Show how each field of a serializer is read and represented, and which run DRF's code."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="A class: shop.serializers.BookSerializer or BookSerializer.")
    parser.add_argument(
        "--source",
        action="store_true",
        help="Show the generated code, for a list, for one and for rows.",
    )


def run(options: Options, printer: Printer) -> int:
    """Show one serializer class. Raises `CommandError` for one that has no plan."""
    serializer = serializer_named(options["name"])
    try:
        descriptions = descriptions_of(serializer)
    except NoPlanError as error:
        raise CommandError(f"{path_to(serializer)} is not compiled: {error}.") from error
    reading = rows_reading(serializer)
    sources = sources_of(serializer, reading) if options["source"] else {}
    if printer.is_json:
        printer.document(
            document_of(serializer, descriptions, sources) | {"rows": reading.document()}
        )
        return 0
    compiled, total = count_compiled(descriptions)
    printer.line(path_to(serializer), "MIGRATE_HEADING")
    printer.line(f"{location_of(serializer)}, {compiled} of {total} fields compile")
    printer.line()
    printer.table(("field", "source", "read as", "becomes"), table_rows(descriptions))
    printer.line()
    for sentence in reading.in_words():
        printer.line(sentence)
    for heading, source in sources.items():
        printer.line()
        printer.line(heading, "MIGRATE_HEADING")
        printer.line()
        printer.text(source)
    printer.note(f"\nFast by: {way_of(serializer) or 'nothing, this is how it would be read'}")
    return 0


def sources_of(serializer: SerializerClass, reading: RowsReading) -> dict[str, str]:
    """Return the generated code of all shapes, for the model or else for a dict."""
    instance_class = model_of(serializer) or dict
    sources = {
        f"{shape} {instance_class.__name__}": source_of(serializer, instance_class, many=many)
        for shape, many in (("A list of", True), ("One", False))
    }
    of_rows = reading.source()
    return sources | ({f"Rows of {instance_class.__name__}": of_rows} if of_rows else {})


def table_rows(descriptions: Iterable[Description], depth: int = 0) -> Iterator[tuple[Cell, ...]]:
    for name, source, reader, representation, delegated, fields in descriptions:
        own = Styled(f"REST framework's own code: {delegated}", "WARNING")
        becomes: Cell = own if delegated else representation
        yield f"{'  ' * depth}{name}", source, reader, becomes
        yield from table_rows(fields, depth + 1)


def document_of(
    serializer: SerializerClass, descriptions: Iterable[Description], sources: dict[str, str]
) -> Document:
    return {
        "serializer": path_to(serializer),
        "location": location_of(serializer),
        "model": model_label(serializer) or None,
        "fast_by": way_of(serializer) or None,
        "fields": [document_of_field(description) for description in descriptions],
        "source": sources or None,
    }


def document_of_field(description: Description) -> Document:
    fields = [document_of_field(field) for field in description.fields]
    return {**description._asdict(), "delegated": description.delegated or None, "fields": fields}
