"""`profile`: where the time of one list goes, by REST framework's code and by the fast code.

- `list_calls`: the cost of the parts of one list.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import partial

from django.core.management.base import CommandError
from django.db import DatabaseError
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import Cost, Costs
from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Document, Options, Printer
from fastserializers.commands.profile.list_calls import REPEATS, Profile, profile_of
from fastserializers.commands.read_only_databases import in_one_line, read_only_databases
from fastserializers.commands.sampling import (
    NotCompared,
    Sample,
    Sampling,
    add_sampling_arguments,
    entering,
    rows_of_model,
    sample_of,
    sampling_of,
    uses_asked_for,
)
from fastserializers.commands.tables import Heading
from fastserializers.project.lists import rows_reading
from fastserializers.project.naming import path_to
from fastserializers.project.serializers import SerializerClass
from fastserializers.project.ways import way_of

NAME = "profile"
HELP = "Show where the time of one list goes: queries, serializer, each field, rendering."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="A class: shop.serializers.BookSerializer or BookSerializer.")
    add_sampling_arguments(parser)


def run(options: Options, printer: Printer) -> int:
    """Profile one serializer class. Raises `CommandError` if there is nothing to measure."""
    serializer = serializer_named(options["name"])
    asked = sampling_of(options)
    with read_only_databases(), entering(asked):
        sample = listed_sample(serializer, asked)
        profile = measured_profile(sample, printer)
    way = way_of(serializer)
    if printer.is_json:
        printer.document(document_of(sample, profile, way))
    title = (
        f"{path_to(serializer)}, {profile.rows} rows of {sample.source}, "
        f"fast by: {way or 'nothing yet'}"
    )
    printer.line(title, "MIGRATE_HEADING")
    printer.table(HEADINGS, table_rows(profile))
    if sample.remark:
        printer.line(f"\nThese are {rows_of_model(sample.remark)}", "WARNING")
    for sentence in (HOW_IT_IS_MEASURED, *rows_reading(serializer, sample.queryset).in_words()):
        printer.line(sentence)
    return 0


def listed_sample(serializer: SerializerClass, asked: Sampling) -> Sample:
    """Return a page of the view that uses a serializer, or rows of its model."""
    if not issubclass(serializer, Serializer):
        raise CommandError(f"{path_to(serializer)} has no fields: it is a BaseSerializer.")
    use = uses_asked_for(asked, [serializer]).get(serializer)
    try:
        return sample_of(serializer, use, asked, of_page=True)
    except NotCompared as error:
        raise CommandError(
            f"There is nothing to list for {path_to(serializer)}: {error}. Give it a "
            f"Meta.model, or a view in the URLconf that has a queryset, or give --queryset."
        ) from error
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {in_one_line(error)}") from error


def measured_profile(sample: Sample, printer: Printer) -> Profile:
    model = sample.queryset.model._meta.label
    try:
        if not sample.queryset.exists():
            raise CommandError(f"There are no rows of {model} to list: the table is empty.")
        return profile_of(sample, partial(printer.track, description="Measuring"))
    except CommandError:
        raise
    except Exception as error:
        raise CommandError(
            f"{path_to(sample.serializer)} can't list these rows, for a request that "
            f"nobody is logged in for: {type(error).__name__}: {in_one_line(error)}"
        ) from error


NUMBERS = ("queries", "DRF ms", "%", "fast ms", "%", "times faster")
HEADINGS = (Heading(""), *(Heading(text, is_number=True) for text in NUMBERS))

HOW_IT_IS_MEASURED = f"""
One list, from an unevaluated queryset to the bytes: medians of {REPEATS} lists by each code.
"queries" is the time until the database answers. Everything else is CPU time. "serializer" goes
from the queryset to the data, and makes the instances. Each field is timed alone, on instances
that have loaded their relations. Its queries are REST framework's. Nothing was written to the
database."""


def table_rows(profile: Profile) -> Iterator[tuple[str, ...]]:
    total = Costs(*map(sum_of, zip(*profile.phases.values(), strict=True)))
    for name, costs in profile.phases.items():
        yield table_row(name, costs, total)
        if name == "serializer":
            for field, own in dearest_first(profile):
                yield table_row(f"  {field}", own, total)
    yield table_row("total", total, total)


def sum_of(costs: Iterable[Cost]) -> Cost:
    parts = list(costs)
    return Cost(sum(cost.seconds for cost in parts), sum(cost.queries for cost in parts))


def table_row(name: str, costs: Costs, total: Costs) -> tuple[str, ...]:
    drf, fast = costs
    # The fast code makes its queries for a list, and not for a field.
    is_field = name.startswith(" ")
    queries = f"{drf.queries}" if is_field else f"{drf.queries}, {fast.queries}"
    return (
        name,
        queries if drf.queries else "",
        f"{drf.seconds * 1e3:.2f}",
        f"{drf.seconds / total.drf.seconds:.0%}",
        f"{fast.seconds * 1e3:.2f}",
        f"{fast.seconds / total.fast.seconds:.0%}",
        f"{drf.seconds / fast.seconds:.1f}" if fast.seconds else "",
    )


def dearest_first(profile: Profile) -> list[tuple[str, Costs]]:
    return sorted(profile.fields.items(), key=lambda item: -item[1].drf.seconds)


def document_of(sample: Sample, profile: Profile, way: str) -> Document:
    def document(costs: Costs) -> Document:
        return {code: cost._asdict() for code, cost in costs._asdict().items()}

    return {
        "serializer": path_to(sample.serializer),
        "rows": profile.rows,
        "repeats": REPEATS,
        "phases": {name: document(costs) for name, costs in profile.phases.items()},
        "fields": {name: document(costs) for name, costs in dearest_first(profile)},
        "rows_of": sample.source,
        "remark": sample.remark or None,
        "fast_by": way or None,
    }
