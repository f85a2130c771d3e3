"""The verdicts as a table with sentences, or as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from fastserializers.commands.compare.verdicts import Verdict
from fastserializers.commands.costs import Costs, document_of_record, sentence_about
from fastserializers.commands.printer import Document, Printer
from fastserializers.commands.sampling import rows_of_model
from fastserializers.commands.show import fields_by_drf
from fastserializers.commands.tables import Cell, Heading
from fastserializers.project.naming import path_to
from fastserializers.project.reading import why_unused
from fastserializers.proof.compare import Result


def document_of_verdict(verdict: Verdict, way: str) -> Document:
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
        "times_faster": times_faster(verdict),
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
    Heading("times faster", True),
)

# Smaller differences of speed are not told from none.
SLOWER, FASTER = 0.95, 1.05


def print_verdicts(verdicts: list[Verdict], ways: dict[type, str], printer: Printer) -> None:
    is_view = any(issubclass(verdict.subject, APIView) for verdict in verdicts)
    rows = [
        row_of_verdict(verdict, ways.get(verdict.subject, ""), verdict.costs)
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
            # A view may read with several serializers. A slower one has its reasons below.
            if (record.why and speed_of(verdict) != "slower") or is_view:
                printer.line(sentence_about(record))
        if is_view and verdict.costs:
            read = sum(record.queries for record in verdict.records if not record.within)
            others = verdict.costs.fast.queries - read
            if others > 0:
                printer.line(f"Queries that no serializer has made: {others}.")
        if verdict.sampled:
            what = rows_of_model(verdict.sampled)
            printer.line(f"{path_to(verdict.subject)} was compared on {what}", "WARNING")
    for verdict in verdicts:
        if speed_of(verdict) == "slower":
            printer.line(f"\n{path_to(verdict.subject)} is slower by the fast code:", "WARNING")
            name = f"--view {verdict.source}" if is_view else path_to(verdict.subject)
            call = f"manage.py fastserializers profile {name}"
            for reason in (*why_slow(verdict), f"Where its time goes: {call}"):
                printer.line(f"  {reason}")


def print_summary(verdicts: list[Verdict], printer: Printer) -> None:
    results = Counter(verdict.result for verdict in verdicts)
    shown = [result for result in RESULTS if results[result] or result in ALWAYS_COUNTED]
    speeds = Counter(filter(None, map(speed_of, verdicts)))
    summary = ", ".join(f"{results[result]} {result}" for result in shown)
    printer.line(f"\n{summary}.", "MIGRATE_HEADING")
    if speeds:
        summary = ", ".join(f"{speeds[speed]} {speed}" for speed in ("faster", "equal", "slower"))
        printer.line(f"Their times: {summary}.", "MIGRATE_HEADING")


def times_faster(verdict: Verdict) -> float | None:
    """Return the time by REST framework's code, in times by the fast code."""
    # The time until an exception is no cost of a list.
    if verdict.costs is None or (verdict.remark and verdict.result == "equal"):
        return None
    drf, fast = verdict.costs
    return drf.seconds / fast.seconds if fast.seconds else None


def speed_of(verdict: Verdict) -> str:
    """Return "faster", "equal" or "slower"; "" if nothing was measured."""
    times = times_faster(verdict)
    if times is None:
        return ""
    return "slower" if times < SLOWER else "faster" if times > FASTER else "equal"


def why_slow(verdict: Verdict) -> Iterator[str]:
    """Yield what keeps the fast code from being faster, in the words of `show` and the panel."""
    for record in verdict.records:
        if record.why and not record.within:
            yield sentence_about(record)
    if issubclass(verdict.subject, BaseSerializer):
        unused = why_unused(verdict.subject)
        if unused:
            yield f"Nothing of its plan is used: {unused}"
        for name, reason in fields_by_drf(verdict.subject):
            yield f"{name}: REST framework's own code: {reason}"


def row_of_verdict(verdict: Verdict, way: str, costs: Costs) -> tuple[Cell, ...]:
    drf, fast = costs
    times = times_faster(verdict)
    milliseconds = ["" if times is None else f"{cost.seconds * 1000:.2f}" for cost in costs]
    return (
        path_to(verdict.subject) + (f" (fast: {way})" if way else ""),
        verdict.result,
        verdict.source,
        str(verdict.rows),
        f"{drf.queries}" if drf.queries == fast.queries else f"{drf.queries}, {fast.queries}",
        *milliseconds,
        ("" if times is None else f"{'slower: ' if times < SLOWER else ''}{times:.2f}"),
    )
