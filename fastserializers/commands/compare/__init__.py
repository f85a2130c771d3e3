"""`compare`: compares both codes on rows of the project's database.

- `verdicts`: the comparison of one serializer, or of one view.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import get_args

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError
from rest_framework.views import APIView

from fastserializers.commands.compare.verdicts import Verdict, verdict_of, verdict_of_view
from fastserializers.commands.costs import Costs, document_of_record, sentence_about
from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Document, Options, Printer
from fastserializers.commands.read_only_databases import read_only_databases
from fastserializers.commands.sampling import (
    Sampling,
    add_sampling_arguments,
    rows_of_model,
    sampling_of,
)
from fastserializers.commands.tables import Cell, Heading
from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to, raised
from fastserializers.project.serializers import model_of, serializer_classes
from fastserializers.project.views import best_uses, uses
from fastserializers.project.ways import way_of_view, ways_to_read_fast
from fastserializers.proof.compare import Result

NAME = "compare"
HELP = "Compare REST framework's output with the fast one, on rows of your database."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="A serializer: its name or its path. Without one, all that have a model.",
    )
    add_sampling_arguments(parser)
    parser.add_argument(
        "--allow-empty", action="store_true", help="Don't fail if there was nothing to compare."
    )
    parser.add_argument(
        "--strict", action="store_true", help="Fail if the same rows come in another order, too."
    )


def run(options: Options, printer: Printer) -> int:
    """Write the verdict on each serializer; return 1 if one differs or none was compared."""
    named = [serializer_named(name) for name in dict.fromkeys(options["names"])]
    failures = import_project()
    asked = sampling_of(options)
    if asked.queryset and len(named) != 1:
        raise CommandError("--queryset gives the rows of one serializer: name it.")
    if asked.view and named:
        raise CommandError("--view compares all that a view reads: name no serializer with it.")
    use_of = best_uses(uses())
    all_of_them = [] if asked.view else named or serializer_classes()
    with_rows = {cls for cls, use in use_of.items() if use.queryset is not None}
    candidates = [cls for cls in all_of_them if named or model_of(cls) or cls in with_rows]
    try:
        with read_only_databases(asked.database or DEFAULT_DB_ALIAS) as kept:
            verdicts = [verdict_of_view(asked)] if asked.view else []
            verdicts += [
                verdict_of(serializer, use_of.get(serializer), asked)
                for serializer in printer.track(candidates, "Comparing")
            ]
    except OperationalError as error:
        alias = asked.database or DEFAULT_DB_ALIAS
        raise CommandError(f"The database {alias} does not answer: {raised(error)}") from error
    ways = ways_of(verdicts, asked)
    if printer.is_json:
        kind = "view" if asked.view else "serializer"
        documents = [
            {kind: path_to(each.subject), **document_of(each, ways.get(each.subject, ""))}
            for each in verdicts
        ]
        printer.document({f"{kind}s": documents, "databases": kept})
    else:
        print_verdicts(verdicts, ways, printer)
    if len(all_of_them) > len(candidates):
        more = len(all_of_them) - len(candidates)
        printer.note(f"Left out: {more} without a model and without a view that has a queryset.")
    for alias, how in kept.items():
        printer.note(f"Nothing was changed in the database {alias}: {how}.")
    for module, failure in failures:
        printer.note(f"Left out, because it does not import: {module}: {failure!r}")
    return exit_code(verdicts, printer, options)


def ways_of(verdicts: list[Verdict], asked: Sampling) -> dict[type, str]:
    """Return what makes each serializer, or the view, read fast."""
    subjects = [verdict.subject for verdict in verdicts]
    if asked.view:
        return {view: way_of_view(view) for view in subjects}
    return {**ways_to_read_fast(uses(), subjects)}


def exit_code(verdicts: list[Verdict], printer: Printer, options: Options) -> int:
    results = {verdict.result for verdict in verdicts}
    if "different" in results or (options["strict"] and "in another order" in results):
        return 1
    if options["allow_empty"] or results - {"not compared"}:
        return 0
    printer.note("Nothing was compared, so nothing is proved. --allow-empty accepts that.")
    return 1


def document_of(verdict: Verdict, way: str) -> Document:
    difference = verdict.difference
    return {
        "fast_by": way or None,
        "result": verdict.result,
        "remark": verdict.remark,
        "rows": verdict.rows,
        "rows_of": verdict.source or None,
        "rows_remark": verdict.sampled or None,
        "readings": [*map(document_of_record, verdict.records)],
        "another_order": [relation.label for relation in verdict.relations],
        "difference": difference
        and {
            "path": difference.path,
            "pk": verdict.pk,
            "drf": difference.drf._asdict(),
            "fast": difference.fast._asdict(),
        },
        "drf": verdict.costs and verdict.costs.drf._asdict(),
        "fast": verdict.costs and verdict.costs.fast._asdict(),
    }


RESULTS = (*get_args(Result), "not compared")
ALWAYS_COUNTED = ("equal", "different", "not compared")

# The words between a serializer's name and the remark about it.
BEFORE_REMARK = {
    "equal": "is equal, but",
    "not stable": "is equal, but for what is not stable:",
    "in another order": "has the same rows, but",
    "not compared": "was not compared:",
}

HEADINGS = (
    "output",
    "rows of",
    Heading("rows", True),
    Heading("queries", True),
    Heading("DRF ms", True),
    Heading("fast ms", True),
)


def print_verdicts(verdicts: list[Verdict], ways: dict[type, str], printer: Printer) -> None:
    is_view = any(issubclass(verdict.subject, APIView) for verdict in verdicts)
    rows = [
        table_row(verdict, ways.get(verdict.subject, ""), verdict.costs)
        for verdict in verdicts
        if verdict.costs
    ]
    if rows:
        printer.table(("view" if is_view else "serializer", *HEADINGS), rows)
    for verdict in verdicts:
        if verdict.difference is not None:
            where = f"at {verdict.difference.path}" if verdict.difference.path else "as a whole"
            row = "" if verdict.pk is None else f", pk {verdict.pk!r}"
            printer.line(f"\n{path_to(verdict.subject)} differs {where}{row}:", "ERROR")
            printer.line(str(verdict.difference))
    for relation in dict.fromkeys(each for verdict in verdicts for each in verdict.relations):
        names = (path_to(each.subject) for each in verdicts if relation in each.relations)
        why = f"Same rows, another order: {', '.join(names)}. {relation.why}."
        printer.line(f"\n{why}", "WARNING")
    for verdict in verdicts:
        if verdict.remark:
            what = BEFORE_REMARK[verdict.result]
            printer.line(f"{path_to(verdict.subject)} {what} {verdict.remark}", "WARNING")
    for verdict in verdicts:
        for record in verdict.records:
            # A view may read with several serializers.
            if record.why or is_view:
                printer.line(sentence_about(record))
        if verdict.sampled:
            what = rows_of_model(verdict.sampled)
            printer.line(f"{path_to(verdict.subject)} was compared on {what}", "WARNING")
    count = Counter(verdict.result for verdict in verdicts)
    shown = [result for result in RESULTS if count[result] or result in ALWAYS_COUNTED]
    summary = ", ".join(f"{count[result]} {result}" for result in shown)
    printer.line(f"\n{summary}.", "MIGRATE_HEADING")


def table_row(verdict: Verdict, way: str, costs: Costs) -> tuple[Cell, ...]:
    drf, fast = costs
    # The time until an exception is no cost of a list.
    raises = verdict.remark and verdict.result == "equal"
    times = ("", "") if raises else (f"{cost.seconds * 1000:.2f}" for cost in costs)
    return (
        path_to(verdict.subject) + (f" (fast: {way})" if way else ""),
        verdict.result,
        verdict.source,
        str(verdict.rows),
        f"{drf.queries}" if drf.queries == fast.queries else f"{drf.queries}, {fast.queries}",
        *times,
    )
