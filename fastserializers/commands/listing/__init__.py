"""`list`: every serializer of the project, the one with the most to gain first."""

from __future__ import annotations

import inspect
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from fastserializers.commands.listing.savings import (
    NESTED_ROWS,
    Savings,
    measured_savings,
    saving_of,
)
from fastserializers.commands.printer import Printer
from fastserializers.commands.show.descriptions import NoPlanError, count_compiled, descriptions_of
from fastserializers.commands.show.rows_in_words import rows_document
from fastserializers.commands.tables import Cell, Heading, Styled
from fastserializers.overrides import overrides
from fastserializers.project.certainty import read_only_serializers, reads_are_fast
from fastserializers.project.lists import RowsReading, rows_reading
from fastserializers.project.modules import import_project
from fastserializers.project.naming import dotted_name, location_of, model_label, path_to
from fastserializers.project.serializers import is_fast, serializer_classes
from fastserializers.project.views import Use, uses
from fastserializers.twins import class_of_twin

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass

NAME = "list"
HELP = "List the serializers of the project, the one with the most to gain first."

# The rows of a list without pages: nobody knows, and this is neither few nor many.
ROWS_OF_A_LIST = 100


class Listed(NamedTuple):
    """What the list says of one serializer."""

    serializer: SerializerClass
    uses: tuple[Use, ...]
    only_reads: bool
    reads_are_fast: bool
    """Whether compiled code reads it: it is fast, or so is all that reads with it."""
    compiled: int | None = None
    """How many of its fields compile; None where that is not known."""
    total: int | None = None
    saves_a_row: float | None = None
    """The estimated seconds; None for what is fast, and where it is not known."""
    saves_a_request: float | None = None
    remark: str = ""
    rows: RowsReading = RowsReading()
    """How the list of a queryset is read, or would be if the serializer were fast."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--third-party",
        action="store_true",
        help="List those of installed packages too, not only the project's own.",
    )


def run(options: dict[str, Any], printer: Printer) -> int:
    for failure in import_project():
        printer.note(f"{failure.module} fails to import: {failure.error!r}")
    savings = measured_savings()
    listed = sorted(listed_of(savings, third_party=options["third_party"]), key=worst_first)
    if printer.is_json:
        printer.document({"serializers": [document_of(item) for item in listed]})
        return 0
    write_table(listed, printer)
    printer.note(
        HOW_IT_IS_ESTIMATED.format(
            fast=sum(item.reads_are_fast for item in listed),
            all=len(listed),
            nested=NESTED_ROWS,
            rows=ROWS_OF_A_LIST,
        )
    )
    return 0


HOW_IT_IS_ESTIMATED = """
{fast} of {all} are read fast; where it says rows, the lists of querysets are read as rows.
More of one: manage.py fastserializers show NAME
Savings are estimates, of the serializer alone: what a field of its kind saves in a row, as just
measured here on example fields, and what making the fields takes. Lists within a row count as
{nested} rows. A request is for a page of the view, or {rows} rows where it has no pages. To
measure one on its own rows: manage.py fastserializers profile NAME"""


def listed_of(savings: Savings, *, third_party: bool) -> Iterator[Listed]:
    known = uses()
    only_read, fast_reads = read_only_serializers(known), reads_are_fast(known)
    for serializer in serializer_classes(third_party=third_party):
        own_uses = tuple(
            use for use in known if serializer in (use.serializer, class_of_twin(use.serializer))
        )
        only_reads = is_fast(serializer) or serializer in only_read
        is_read_fast = is_fast(serializer) or fast_reads.get(serializer, False)
        item = Listed(serializer, own_uses, only_reads, is_read_fast)
        try:
            compiled, total = count_compiled(descriptions_of(serializer))
        except NoPlanError as error:
            yield item._replace(remark=str(error))
            continue
        item = item._replace(compiled=compiled, total=total, rows=rows_reading(serializer))
        yield item if is_read_fast else with_savings(item, savings)


def with_savings(item: Listed, savings: Savings) -> Listed:
    is_own = overrides(item.serializer, ("to_representation",))
    if is_own and not asks_another(item.serializer):
        remark = "saves nothing: its to_representation() asks no other one"
        return item._replace(saves_a_row=0.0, saves_a_request=0.0, remark=remark)
    a_row, setup = saving_of(item.serializer, savings)
    slow = (use for use in item.uses if use.actions - use.writing and not use.reads_fast)
    requests = [setup + rows_a_request(use) * a_row for use in slow]
    return item._replace(
        saves_a_row=a_row,
        saves_a_request=max(requests, default=None),
        remark="saves only where its to_representation() calls super()" if is_own else "",
    )


def asks_another(serializer_class: Any) -> bool:
    """Return whether the code of `to_representation()` names one: that which it overrides, say."""
    code = getattr(inspect.unwrap(serializer_class.to_representation), "__code__", None)
    return code is None or "to_representation" in code.co_names


def rows_a_request(use: Use) -> int:
    """Return how many rows a request to a view is likely to have."""
    if "list" not in use.actions:
        return 1
    pagination = use.options.get("pagination_class", getattr(use.view, "pagination_class", None))
    sizes = (getattr(pagination, name, None) for name in ("page_size", "default_limit"))
    return next((size for size in sizes if isinstance(size, int)), ROWS_OF_A_LIST)


def worst_first(item: Listed) -> tuple[bool, float, float, str]:
    return (
        item.reads_are_fast,
        -(item.saves_a_request or 0),
        -(item.saves_a_row or 0),
        dotted_name(item.serializer),
    )


WHAT = ("serializer", "where", "model", "views")
HOW = (
    "is",
    Heading("compiles", is_number=True),
    Heading("saves\nµs/row", is_number=True),
    Heading("saves\nms/request", is_number=True),
)


def write_table(listed: list[Listed], printer: Printer) -> None:
    """Write a line for each serializer, or in a terminal, which is not that wide, a few."""
    names = shortest_names([item.serializer for item in listed])
    rows = [(item, what_of(item, names[item.serializer]), how_of(item)) for item in listed]
    if printer.screen.is_terminal:
        printer.table(
            ("serializer, its place, model and views", *HOW),
            [
                (stacked(name, where, model, views, item.remark), *how)
                for item, (name, where, model, views), how in rows
            ],
        )
    else:
        printer.table(
            (*WHAT, *HOW, "remark"),
            [(*what, *how, item.remark) for item, what, how in rows],
        )


def stacked(first: str, *others: str) -> Cell:
    return (first, *(Styled(other, "dim") for other in others if other))


def shortest_names(serializers: list[SerializerClass]) -> dict[SerializerClass, str]:
    """Return what each can be asked for by: its path, where another has the same name."""
    count = Counter(serializer.__name__ for serializer in serializers)
    return {
        serializer: path_to(serializer) if count[serializer.__name__] > 1 else serializer.__name__
        for serializer in serializers
    }


def what_of(item: Listed, name: str) -> tuple[str, str, str, str]:
    return (
        name,
        location_of(item.serializer),
        model_label(item.serializer),
        ", ".join(views_of(item.uses)),
    )


def how_it_reads(item: Listed) -> Styled:
    if item.reads_are_fast:
        how = "fast" if is_fast(item.serializer) else "reads fast"
        return Styled(f"{how}, rows" if item.rows.is_by_rows else how, "green")
    return Styled("slow, only reads" if item.only_reads else "slow", "yellow")


def how_of(item: Listed) -> tuple[Cell, str, str, str]:
    return (
        how_it_reads(item),
        "" if item.total is None else f"{item.compiled}/{item.total}",
        "" if item.saves_a_row is None else f"{item.saves_a_row * 1e6:.0f}",
        "" if item.saves_a_request is None else milliseconds(item.saves_a_request),
    )


def milliseconds(seconds: float) -> str:
    if not seconds:
        return "0"
    return f"{seconds * 1e3:.1f}" if seconds >= 1e-4 else "<0.1"


def views_of(uses: Iterable[Use]) -> list[str]:
    return list(dict.fromkeys(use.view.__name__ for use in uses))


def document_of(item: Listed) -> dict[str, Any]:
    return {
        "serializer": path_to(item.serializer),
        "location": location_of(item.serializer),
        "model": model_label(item.serializer) or None,
        "views": views_of(item.uses),
        "only_reads": item.only_reads,
        "is_fast": is_fast(item.serializer),
        "reads_are_fast": item.reads_are_fast,
        "compiled": item.compiled,
        "fields": item.total,
        "estimated_seconds_saved_a_row": item.saves_a_row,
        "estimated_seconds_saved_a_request": item.saves_a_request,
        "remark": item.remark or None,
        "rows": rows_document(item.rows),
    }
