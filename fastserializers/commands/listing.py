"""`list`: every serializer of the project, those that are not read fast first."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from fastserializers.commands.printer import Printer
from fastserializers.commands.show.descriptions import NoPlanError, count_compiled, descriptions_of
from fastserializers.commands.tables import Cell, Heading, Styled
from fastserializers.project.by_hand import made_by_hand
from fastserializers.project.certainty import (
    chosen_by_code,
    read_only_serializers,
    ways_to_read_fast,
)
from fastserializers.project.lists import RowsReading, rows_reading
from fastserializers.project.modules import import_project
from fastserializers.project.naming import dotted_name, location_of, model_label, path_to
from fastserializers.project.reading import is_fast, made_plain
from fastserializers.project.serializers import serializer_classes
from fastserializers.project.views import Use, uses

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass

NAME = "list"
HELP = "List the serializers of the project, those that are not read fast first."


class Listed(NamedTuple):
    """What the list says of one serializer."""

    serializer: SerializerClass
    views: tuple[str, ...]
    is_chosen_by_code: bool
    only_reads: bool
    fast_by: str
    """What makes it read fast: see `ways_to_read_fast()`."""
    slow_views: tuple[str, ...]
    """The views that read with it as REST framework does, where it reads fast in part."""
    by_hand: tuple[str, ...] = ()
    """The functions that make it by hand."""
    compiled: int | None = None
    """How many of its fields compile; None where that is not known."""
    total: int | None = None
    remark: str = ""
    """Why that is not known."""
    rows: RowsReading = RowsReading()
    """How the list of a queryset is read, or would be if the serializer were fast."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--third-party", action="store_true", help="List those of installed packages, too."
    )


def run(options: dict[str, Any], printer: Printer) -> int:
    for failure in import_project():
        printer.note(f"{failure.module} fails to import: {failure.error!r}")
    known = uses()
    ways = ways_to_read_fast(known, serializer_classes(third_party=True))
    listed = sorted(listed_of(known, ways, options["third_party"]), key=slow_first)
    if printer.is_json:
        printer.document({"serializers": [document_of(item) for item in listed]})
        return 0
    printer.table(HEADINGS, map(table_row, listed))
    fast = sum(bool(item.fast_by) for item in listed)
    more = f", and {len(ways) - fast} of installed packages" if len(ways) > fast else ""
    printer.note(f"\n{fast} of {len(listed)} read fast{more}.")
    printer.note("More of one: manage.py fastserializers show NAME")
    printer.note("What it takes on your rows: manage.py fastserializers profile NAME")
    return 0


def listed_of(
    known: list[Use], ways: dict[SerializerClass, str], third_party: bool
) -> Iterator[Listed]:
    serializers = serializer_classes(third_party=third_party)
    only_read = read_only_serializers(known)
    chosen = chosen_by_code(serializers)
    by_hand = made_by_hand(serializers)
    for serializer in serializers:
        item = Listed(
            serializer,
            views_of(serializer, known),
            slow_views=views_of(serializer, [use for use in known if not use.reads_fast]),
            is_chosen_by_code=serializer in chosen,
            only_reads=is_fast(serializer) or serializer in only_read,
            fast_by=ways.get(serializer, ""),
            by_hand=tuple(by_hand.get(serializer, ())),
        )
        try:
            compiled, total = count_compiled(descriptions_of(serializer))
        except NoPlanError as error:
            yield item._replace(remark=str(error))
        else:
            yield item._replace(compiled=compiled, total=total, rows=rows_reading(serializer))


def views_of(serializer: SerializerClass, known: list[Use]) -> tuple[str, ...]:
    """Return the names of the views whose `serializer_class` it is, or its fast class."""
    return tuple(
        dict.fromkeys(
            use.view.__name__
            for use in known
            if serializer in (use.serializer, made_plain(use.serializer))
        )
    )


def slow_first(item: Listed) -> tuple[bool, bool, bool, str]:
    return (
        bool(item.fast_by),
        item.fast_by != "in part",
        not item.views,
        dotted_name(item.serializer),
    )


# What has a limited width comes first: the last column is as wide as the screen has room.
HEADINGS = ("fast by", Heading("compiles", is_number=True), "lists from", "serializer")


def table_row(item: Listed) -> tuple[Cell, ...]:
    return (
        Styled(item.fast_by or "no", "SUCCESS" if item.fast_by else "WARNING"),
        "" if item.total is None else f"{item.compiled}/{item.total}",
        source_of_lists(item),
        (path_to(item.serializer), *about(item)),
    )


def source_of_lists(item: Listed) -> str:
    if not item.fast_by or item.total is None:
        return ""
    return "rows" if item.rows.is_by_rows else "instances"


def about(item: Listed) -> Iterator[str]:
    """Return the lines below the name of a serializer."""
    yield ", ".join(filter(None, [location_of(item.serializer), model_label(item.serializer)]))
    if not is_fast(item.serializer) and item.only_reads:
        yield "only reads"
    if item.views or item.is_chosen_by_code:
        code = ("chosen by code",) if item.is_chosen_by_code else ()
        yield f"used by: {', '.join((*item.views, *code))}"
    if item.fast_by == "in part" and item.slow_views:
        yield f"read by REST framework in: {', '.join(item.slow_views)}"
    if item.by_hand:
        yield f"made by hand in: {', '.join(item.by_hand)}"
    if item.remark:
        yield f"not compiled: {item.remark}"
    if source_of_lists(item) == "instances":
        yield f"lists from instances: {item.rows.instances}"


def document_of(item: Listed) -> dict[str, Any]:
    return {
        "serializer": path_to(item.serializer),
        "location": location_of(item.serializer),
        "model": model_label(item.serializer) or None,
        "views": list(item.views),
        "by_hand": list(item.by_hand),
        "is_chosen_by_code": item.is_chosen_by_code,
        "only_reads": item.only_reads,
        "fast_by": item.fast_by or None,
        "compiled": item.compiled,
        "fields": item.total,
        "remark": item.remark or None,
        "rows": item.rows.document(),
    }
