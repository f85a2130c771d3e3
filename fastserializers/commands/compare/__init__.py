"""`compare`: proof, on the rows of the project's own database."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connections
from rich.progress import track
from rich.text import Text

from fastserializers.commands.compare.verdicts import RESULTS, Cost, Trial, trial_of
from fastserializers.commands.naming import serializer_named
from fastserializers.commands.output import Column, Output
from fastserializers.commands.read_only_databases import read_only_databases
from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to
from fastserializers.project.serializers import is_fast, model_of, serializer_classes
from fastserializers.project.views import Use, uses

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass

HELP = "Compare REST framework's output with the fast one, on rows of your database."
ROWS = 100


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="A serializer: its name, or its path; all that have a model if none is given.",
    )
    parser.add_argument(
        "--rows",
        type=positive,
        default=ROWS,
        metavar="N",
        help=f"How many rows to compare each serializer on ({ROWS}).",
    )
    parser.add_argument(
        "--database",
        choices=tuple(connections),
        help="The database to read; the project's routers decide if none is given.",
    )


def positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number of rows: give 1 or more.")


def run(options: dict[str, Any], output: Output) -> int:
    """Write what came of each comparison; return 1 if a serializer differs, else 0."""
    named = [serializer_named(name) for name in dict.fromkeys(options["names"])]
    failures = import_project()
    known = known_uses()
    all_of_them = named or serializer_classes()
    serializers = named or [
        serializer
        for serializer in all_of_them
        if model_of(serializer) is not None
        or (serializer in known and known[serializer].queryset is not None)
    ]
    database = options["database"]
    with read_only_databases(database or DEFAULT_DB_ALIAS) as kept:
        trials = [
            trial_of(serializer, known.get(serializer), options["rows"], database)
            for serializer in track(
                serializers,
                "Comparing",
                console=output.notes,
                transient=True,
                disable=not output.notes.is_terminal,
            )
        ]
    if output.is_json:
        output.document(
            {"serializers": [document_of(trial) for trial in trials], "databases": kept}
        )
    else:
        write(trials, output)
    if len(all_of_them) > len(serializers):
        more = len(all_of_them) - len(serializers)
        output.note(f"Left out: {more} without a model and without a view that has a queryset.")
    for alias, how in kept.items():
        output.note(f"Nothing was changed in the database {alias}: {how}.")
    for module, error in failures:
        output.note(f"Left out, for it does not import: {module}: {error!r}")
    return 1 if any(trial.difference for trial in trials) else 0


def known_uses() -> dict[SerializerClass, Use]:
    """Return a use of each serializer that has one: the first one whose queryset is known."""
    best_first = sorted(uses(), key=lambda use: use.queryset is None)
    return {use.serializer: use for use in reversed(best_first)}


def document_of(trial: Trial) -> dict[str, Any]:
    difference = trial.difference
    return {
        "serializer": path_to(trial.serializer),
        "is_fast": is_fast(trial.serializer),
        "result": trial.result,
        "remark": trial.remark,
        "rows": trial.rows,
        "difference": difference
        and {
            "path": difference.path,
            "pk": trial.pk,
            "drf": difference.drf._asdict(),
            "fast": difference.fast._asdict(),
        },
        "drf": trial.drf and trial.drf._asdict(),
        "fast": trial.fast and trial.fast._asdict(),
    }


COLUMNS = (
    "serializer",
    "output",
    Column("rows", True),
    Column("queries", True),
    Column("DRF ms", True),
    Column("fast ms", True),
)


def write(trials: list[Trial], output: Output) -> None:
    rows = [row_of(trial, trial.drf, trial.fast) for trial in trials if trial.drf and trial.fast]
    if rows:
        output.table(COLUMNS, rows)
    for trial in trials:
        if trial.difference is not None:
            where = f"at {trial.difference.path}" if trial.difference.path else "as a whole"
            row = "" if trial.pk is None else f", pk {trial.pk!r}"
            output.line(f"\n{path_to(trial.serializer)} differs {where}{row}:", "red")
            output.line(str(trial.difference))
    for trial in trials:
        if trial.remark:
            is_compared = trial.result != "not compared"
            what = "is equal, but" if is_compared else "was not compared:"
            output.line(f"{path_to(trial.serializer)} {what} {trial.remark}", "yellow")
    count = Counter(trial.result for trial in trials)
    output.line("\n" + ", ".join(f"{count[result]} {result}" for result in RESULTS) + ".", "bold")


def row_of(trial: Trial, drf: Cost, fast: Cost) -> tuple[str | Text, ...]:
    # A list that raises has no time worth telling.
    times = ("", "") if trial.remark else (f"{cost.seconds * 1000:.2f}" for cost in (drf, fast))
    return (
        path_to(trial.serializer) + (" (fast)" if is_fast(trial.serializer) else ""),
        Text(trial.result, "red" if trial.difference else "green"),
        str(trial.rows),
        f"{drf.queries}" if drf.queries == fast.queries else f"{drf.queries}, {fast.queries}",
        *times,
    )
