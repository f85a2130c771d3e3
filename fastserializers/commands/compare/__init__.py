"""`compare`: compares both codes on rows of the project's database.

- `verdicts`: the comparison of one serializer, or of one view.
- `report`: the verdicts as a table with sentences, or as a document.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError

from fastserializers.commands.compare.report import (
    document_of_verdict,
    print_summary,
    print_verdicts,
)
from fastserializers.commands.compare.verdicts import verdict_of, verdict_of_view
from fastserializers.commands.lookup import serializer_named
from fastserializers.commands.printer import Options, Printer
from fastserializers.commands.read_only_databases import read_only_databases
from fastserializers.commands.sampling import add_sampling_arguments
from fastserializers.project.naming import path_to, raised
from fastserializers.project.overview import project_now, ways_to_read_fast
from fastserializers.project.serializers import model_of
from fastserializers.project.views import best_uses

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
    project = project_now()
    if options["queryset"] and len(named) != 1:
        raise CommandError("--queryset gives the rows of one serializer: name it.")
    if options["view"] and named:
        raise CommandError("--view compares all that a view reads: name no serializer with it.")
    use_of = best_uses(project.uses)
    all_of_them = [] if options["view"] else named or project.serializers
    with_rows = {cls for cls, use in use_of.items() if use.queryset is not None}
    candidates = [cls for cls in all_of_them if named or model_of(cls) or cls in with_rows]
    alias = options["database"] or DEFAULT_DB_ALIAS
    try:
        with read_only_databases(alias) as kept:
            verdicts = [verdict_of_view(options)] if options["view"] else []
            verdicts += [
                verdict_of(serializer, use_of.get(serializer), options)
                for serializer in printer.track(candidates, "Comparing")
            ]
    except OperationalError as error:
        raise CommandError(f"The database {alias} does not answer: {raised(error)}") from error
    ways = ways_to_read_fast(project.uses, [verdict.subject for verdict in verdicts])
    kind = "view" if options["view"] else "serializer"
    documents = [
        {kind: path_to(each.subject), **document_of_verdict(each, ways.get(each.subject, ""))}
        for each in verdicts
    ]
    printer.document({f"{kind}s": documents, "databases": kept})
    print_verdicts(verdicts, ways, printer)
    if len(all_of_them) > len(candidates):
        more = len(all_of_them) - len(candidates)
        printer.note(f"Left out: {more} without a model and without a view that has a queryset.")
    for alias, how in kept.items():
        printer.note(f"Nothing was changed in the database {alias}: {how}.")
    for module, failure in project.failures:
        printer.note(f"Left out, because it does not import: {module}: {failure!r}")
    print_summary(verdicts, printer)
    results = {verdict.result for verdict in verdicts}
    if "different" in results or (options["strict"] and "in another order" in results):
        return 1
    if options["allow_empty"] or results - {"not compared"}:
        return 0
    printer.note("Nothing was compared, so nothing is proved. --allow-empty accepts that.")
    return 1
