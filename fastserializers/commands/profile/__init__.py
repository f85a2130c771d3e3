"""`profile`: where the time of one list goes, by REST framework's code and by the fast one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from rest_framework.serializers import Serializer

from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Printer
from fastserializers.commands.profile.list_calls import (
    REPEATS,
    ListCall,
    Profile,
    Times,
    profile_of,
)
from fastserializers.commands.read_only_databases import in_one_line, read_only_databases
from fastserializers.commands.sampling import (
    NotCompared,
    Sampling,
    add_sampling_arguments,
    entering,
    sample_of,
    sampling_of,
    uses_asked_for,
)
from fastserializers.commands.show.rows_in_words import rows_in_words
from fastserializers.commands.tables import Heading
from fastserializers.project.lists import rows_reading
from fastserializers.project.naming import path_to

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass

NAME = "profile"
HELP = "Show where the time of one list goes: queries, instances, each field, rendering."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="A class: shop.serializers.BookSerializer or BookSerializer.")
    parser.add_argument("--rows", type=int, default=100, help="How many rows to list (100).")
    add_sampling_arguments(parser)
    parser.add_argument("--plot", metavar="FILE", help="Draw it, too: .png, .svg or .pdf.")


def run(options: dict[str, Any], printer: Printer) -> int:
    """Profile one serializer class. Raises `CommandError` where there is nothing to measure."""
    if options["rows"] < 1:
        raise CommandError(f"--rows must be 1 or more, not {options['rows']}.")
    draw = drawing(options["plot"]) if options["plot"] else None
    serializer = serializer_named(options["name"])
    asked = sampling_of(options)
    with read_only_databases(), entering(asked)():
        call = list_call_of(serializer, asked)
        instances = instances_of(call)
        profile = measured_profile(call, instances, printer)
    title = f"{path_to(serializer)}, {len(instances)} rows"
    if printer.is_json:
        printer.document(document_of(serializer, len(instances), profile))
    write_tables(title, profile, printer)
    for sentence in rows_in_words(rows_reading(serializer)):
        printer.note(sentence)
    if draw is not None:
        draw(title, profile)
        printer.note(f"Drawn to {options['plot']}.")
    return 0


def drawing(file: str) -> Callable[[str, Profile], None]:
    """Return what draws a profile to a file. Raises `CommandError` where that can't work."""
    try:
        from fastserializers.commands.profile.chart import FORMATS, draw
    except ImportError as error:
        raise CommandError(
            'matplotlib draws the plot: pip install "django-fastserializers[plot]"'
        ) from error
    if Path(file).suffix.lower() not in FORMATS:
        raise CommandError(f"--plot takes a file that ends in {' or '.join(FORMATS)}, not {file}.")
    if not Path(file).parent.is_dir():
        raise CommandError(f"--plot: there is no directory {Path(file).parent}.")
    return partial(draw, file)


def list_call_of(serializer: SerializerClass, asked: Sampling) -> ListCall:
    """Return the list that a view of a serializer would be asked for."""
    if not issubclass(serializer, Serializer):
        raise CommandError(f"{path_to(serializer)} has no fields: it is a BaseSerializer.")
    use = uses_asked_for(asked, [serializer]).get(serializer)
    if use is None and asked.view:
        raise CommandError(f"{asked.view} does not use {path_to(serializer)}.")
    try:
        return ListCall(serializer, *sample_of(serializer, use, asked))
    except NotCompared as error:
        raise CommandError(
            f"There is nothing to list for {path_to(serializer)}: {error}. Give it a "
            f"Meta.model, or a view in the URLconf that has a queryset, or give --queryset."
        ) from error
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {in_one_line(error)}") from error


def instances_of(call: ListCall) -> list[Any]:
    model = call.queryset.model._meta.label
    try:
        instances = list(call.queryset.all())
    except DatabaseError as error:
        why = in_one_line(error)
        raise CommandError(f"The database does not give the rows of {model}: {why}") from error
    if not instances:
        raise CommandError(f"There are no rows of {model} to list: the table is empty.")
    return instances


def measured_profile(call: ListCall, instances: list[Any], printer: Printer) -> Profile:
    try:
        return profile_of(call, instances, partial(printer.track, description="Measuring"))
    except Exception as error:
        raise CommandError(
            f"{path_to(call.serializer_class)} can't list these rows, for a request that "
            f"nobody is logged in for: {type(error).__name__}: {error}"
        ) from error


HEADINGS = (
    "",
    Heading("queries", is_number=True),
    Heading("DRF ms", is_number=True),
    Heading("%", is_number=True),
    Heading("fast ms", is_number=True),
    Heading("%", is_number=True),
    Heading("times faster", is_number=True),
)


HOW_IT_IS_MEASURED = f"""
One list, from the queryset to the bytes: medians of {REPEATS} calls by either code. Queries is the
time until the database answers, the rest is time of the processor; instances includes fetching
the rows. A field is timed alone, on rows that have loaded their relations, less what a row costs
without any field; its queries are counted on rows that have not. Everything else is to make the
serializer and its fields, and the first reads of relations.
Nothing was written to the database."""

# What either code has done for it by the same code of Django's.
SAME_FOR_BOTH = ("queries", "instances")


def write_tables(title: str, profile: Profile, printer: Printer) -> None:
    printer.table(HEADINGS, table_rows(profile), title)
    if printer.is_json:
        return
    printer.note(HOW_IT_IS_MEASURED)


def table_rows(profile: Profile) -> Iterator[tuple[str, ...]]:
    total = total_of(profile)
    for name, times in profile.phases.items():
        yield table_row(name, times, total)
        if name == "fields":
            yield table_row("  the row itself", profile.row, total)
            for field, own_times in dearest_first(profile):
                yield table_row(f"  {field}", own_times, total)
            yield table_row("  everything else", profile.rest, total)
    yield table_row("total", total, total)


def table_row(name: str, times: Times, total: Times) -> tuple[str, ...]:
    return (
        name,
        str(times.queries or ""),
        f"{times.drf * 1e3:.2f}",
        f"{times.drf / total.drf:.0%}",
        f"{times.fast * 1e3:.2f}",
        f"{times.fast / total.fast:.0%}",
        f"{times.drf / times.fast:.1f}" if times.fast and name not in SAME_FOR_BOTH else "",
    )


def total_of(profile: Profile) -> Times:
    return Times(*(sum(parts) for parts in zip(*profile.phases.values(), strict=True)))


def dearest_first(profile: Profile) -> list[tuple[str, Times]]:
    return sorted(profile.fields.items(), key=lambda item: -item[1].drf)


def document_of(serializer: SerializerClass, rows: int, profile: Profile) -> dict[str, Any]:
    return {
        "serializer": path_to(serializer),
        "rows": rows,
        "repeats": REPEATS,
        "seconds": {
            "phases": {name: times._asdict() for name, times in profile.phases.items()},
            "row": profile.row._asdict(),
            "everything_else": profile.rest._asdict(),
            "fields": {name: times._asdict() for name, times in dearest_first(profile)},
        },
    }
