"""`profile`: where the time of one list goes, or of a whole view, by either code.

- `list_calls`: the cost of the parts of one list.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from django.core.management.base import CommandError
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import (
    Cost,
    Costs,
    document_of_record,
    records_of,
    sentence_about,
)
from fastserializers.commands.lookup import serializer_named
from fastserializers.commands.printer import Document, Options, Printer
from fastserializers.commands.profile.list_calls import (
    REPEATS,
    Phases,
    fetching_of,
    fields_of,
    phases_of,
    taken_by,
)
from fastserializers.commands.read_only_databases import read_only_databases
from fastserializers.commands.sampling import (
    WHAT_A_REQUEST_LACKS,
    NotCompared,
    Sample,
    Viewed,
    add_sampling_arguments,
    entering,
    rows_of_model,
    sample_of,
    viewed,
)
from fastserializers.commands.tables import Heading
from fastserializers.project.naming import path_to, raised
from fastserializers.project.overview import way_of
from fastserializers.project.serializers import SerializerClass
from fastserializers.project.views import best_uses, uses
from fastserializers.recording.records import Record
from fastserializers.views import reading_fast

NAME = "profile"
HELP = "Show where the time of a list, or of a view, goes: queries, each field, rendering."


class Profile(NamedTuple):
    """The cost of one list, or of a view's response to one `GET` request."""

    sample: Sample | Viewed
    phases: Phases
    fetching: Costs | None
    """The cost of fetching lists; None if only objects are read."""
    fields: dict[str, Costs]
    """The cost that each field adds, the dearest first."""
    records: list[Record]
    """How the fast code has read, and why."""

    @property
    def rows(self) -> int:
        return sum(record.count for record in self.records if not record.within)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        help="A serializer: shop.serializers.BookSerializer or BookSerializer; or else --view.",
    )
    add_sampling_arguments(parser)


def run(options: Options, printer: Printer) -> int:
    """Profile a serializer class, or a view. Raises `CommandError` without anything to measure."""
    name, view = options["name"], options["view"]
    if bool(view) == bool(name):
        raise CommandError("Name one serializer to profile, or give --view.")
    serializer = None if view else serializer_named(name)
    with read_only_databases(), entering(options), refused(name or view):
        sample = list_of(serializer, options) if serializer else viewed(options)
        profile = profile_of(sample, printer)
    way = way_of(sample.subject)
    printer.document(document_of_profile(profile, way))
    subject = path_to(sample.subject)
    title = f"{subject}, {profile.rows} rows of {sample.source}, fast by: {way or 'nothing yet'}"
    printer.line(title, "MIGRATE_HEADING")
    printer.table(HEADINGS, rows_of_profile(profile))
    if sample.remark:
        printer.line(f"\nThese are {rows_of_model(sample.remark)}", "WARNING")
    for sentence in (HOW_IT_IS_MEASURED, *map(sentence_about, profile.records)):
        printer.line(sentence)
    return 0


@contextmanager
def refused(name: str | None) -> Iterator[None]:
    """Raise `CommandError` for every exception."""
    try:
        yield
    except CommandError:
        raise
    except NotCompared as error:
        raise CommandError(
            f"There is nothing to list for {name}: {error}. Give it a Meta.model, or a view in "
            f"the URLconf that has a queryset, or give --queryset."
        ) from error
    except Exception as error:
        why = f"{name} can't be read: {raised(error)}. {WHAT_A_REQUEST_LACKS}."
        raise CommandError(why) from error


def list_of(serializer: SerializerClass, options: Options) -> Sample:
    """Return a list of the rows of the view that uses a serializer, or else of its model."""
    if not issubclass(serializer, Serializer):
        raise CommandError(f"{path_to(serializer)} has no fields: it is a BaseSerializer.")
    sample = sample_of(serializer, best_uses(uses()).get(serializer), options)
    if not sample.queryset.exists():
        model = sample.queryset.model._meta.label
        raise CommandError(f"There are no rows of {model} to list: the table is empty.")
    return sample


def profile_of(sample: Sample | Viewed, printer: Printer) -> Profile:
    read = sample.read
    phases = phases_of(read, kind_of(sample))
    records, taking = records_of(read), taken_by(read, reading_fast())
    fetching = fetching_of(read, taking, records)
    track = partial(printer.track, description="Measuring")
    fields: dict[str, Costs] = {}
    for number, each in enumerate(taking.taken, 1):
        # Several serializers may have fields of the same name.
        prefix = f"{each.name} {number}: " if len(taking.taken) > 1 else ""
        # Its view may make a serializer in a way that cannot be repeated.
        with suppress(Exception):
            found = fields_of(each, track)
            fields |= {f"{prefix}{name}": costs for name, costs in found.items()}
    dearest_first = sorted(fields.items(), key=lambda item: -item[1].drf.seconds)
    return Profile(sample, phases, fetching, dict(dearest_first), records)


def kind_of(sample: Sample | Viewed) -> str:
    return "view" if isinstance(sample, Viewed) else "serializer"


NUMBERS = ("queries", "DRF ms", "%", "fast ms", "%", "times faster")
HEADINGS = (Heading(""), *(Heading(text, is_number=True) for text in NUMBERS))

HOW_IT_IS_MEASURED = f"""
One list, from an unevaluated queryset to the bytes; or a view, from its method to the bytes:
medians of {REPEATS} turns by each code. "queries" is the time until the database answers, and all
other lines are CPU time. "fetching" is from the query to Django's instances, or to the rows that
the fast code reads. Each field is timed alone, on instances that nothing has read yet, with REST
framework's queries. "everything else" is what is missing, such as relations that the list loads,
and the code of a view. Nothing was written to the database."""


def rows_of_profile(profile: Profile) -> Iterator[tuple[str, ...]]:
    total = Costs(*map(sum_of, zip(*profile.phases.values(), strict=True)))
    for name, costs in profile.phases.items():
        yield row_of_costs(name, costs, total)
        if name == kind_of(profile.sample):
            for part, own in lines_between(profile, costs):
                yield row_of_costs(f"  {part}", own, total)
    yield row_of_costs("total", total, total)


OTHERS = "everything else"


def lines_between(profile: Profile, whole: Costs) -> Iterator[tuple[str, Costs]]:
    """Yield the parts of the time between queries and bytes, which add up to the whole."""
    fetching = {} if profile.fetching is None else {"fetching": profile.fetching}
    parts = fetching | profile.fields
    if parts:
        yield from parts.items()
        drf, fast = map(sum_of, zip(*parts.values(), strict=True))
        others = whole.drf.seconds - drf.seconds, whole.fast.seconds - fast.seconds
        yield OTHERS, Costs(*map(Cost, others))


def sum_of(costs: Iterable[Cost]) -> Cost:
    parts = list(costs)
    return Cost(sum(cost.seconds for cost in parts), sum(cost.queries for cost in parts))


def row_of_costs(name: str, costs: Costs, total: Costs) -> tuple[str, ...]:
    drf, fast = costs
    # The fast code makes the queries of most fields for a list.
    queries = f"{drf.queries}, {fast.queries}" if fast.queries else f"{drf.queries}"
    return (
        name,
        queries if drf.queries else "",
        f"{drf.seconds * 1e3:.2f}",
        f"{drf.seconds / total.drf.seconds:.0%}",
        f"{fast.seconds * 1e3:.2f}",
        f"{fast.seconds / total.fast.seconds:.0%}",
        # What is missing is not the same for both.
        f"{drf.seconds / fast.seconds:.1f}" if fast.seconds and name != f"  {OTHERS}" else "",
    )


def document_of_profile(profile: Profile, way: str) -> Document:
    def document(costs: Costs) -> Document:
        return {code: cost._asdict() for code, cost in costs._asdict().items()}

    return {
        kind_of(profile.sample): path_to(profile.sample.subject),
        "rows": profile.rows,
        "repeats": REPEATS,
        "phases": {name: document(costs) for name, costs in profile.phases.items()},
        "fetching": profile.fetching and document(profile.fetching),
        "fields": {name: document(costs) for name, costs in profile.fields.items()},
        "rows_of": profile.sample.source,
        "remark": profile.sample.remark or None,
        "fast_by": way or None,
        "readings": [*map(document_of_record, profile.records)],
    }
