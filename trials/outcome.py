"""What is printed of a trial, and its table for the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.metadata import version
from statistics import median

from benchmarks.tables import PROJECTS, TRIALS, Table, machine, save, versions
from trials.projects import PROJECTS as THEIRS
from trials.turns import PLAIN, SIZES, Endpoint
from trials.worker import WAYS

FAST = tuple(way for way in WAYS if way != PLAIN)
LEAST = 12
WIDTH = 12
INTRODUCTION = """\
{} endpoints, of which {} differ or make more queries. Those that gain least, and where REST
framework's time goes in them:
"""


def say(*lines: str) -> None:
    sys.stdout.write("\n".join([*lines, ""]))
    sys.stdout.flush()


def print_line(endpoint: Endpoint) -> None:
    cells = [
        f"{size}: {endpoint.rows[size]} rows, {endpoint.milliseconds[size][PLAIN]:.1f} ms, "
        + ", ".join(f"{way} {endpoint.times_faster(size, way):.2f}" for way in FAST)
        + f", queries {'/'.join(map(str, endpoint.queries[size].values()))}"
        for size in endpoint.milliseconds
    ] or [f"{size}: queries {counts}" for size, counts in endpoint.queries.items()]
    say(endpoint.route, *(f"  {line}" for line in (*cells, *endpoint.faults)))


def report(project: str, endpoints: list[Endpoint], *, keep: bool) -> int:
    """Print the tables, and keep them for the report; return the code to exit with."""
    rows = table(endpoints)
    say(*columns(rows), *least(endpoints))
    faulty = [endpoint for endpoint in endpoints if endpoint.faults]
    for endpoint in faulty:
        say(endpoint.route, *endpoint.faults)
    say(f"{len(endpoints)} endpoints, {len(faulty)} with differences or more queries")
    if keep:
        save(project, [result(project, rows, endpoints)], folder=TRIALS)
    return 1 if faulty else 0


def columns(rows: list[dict[str, str]]) -> list[str]:
    lines = [list(rows[0]), *(list(row.values()) for row in rows)] if rows else []
    return ["  ".join(f"{cell:>{WIDTH}}" for cell in line) for line in lines]


def gaining_least(endpoints: list[Endpoint]) -> list[Endpoint]:
    return sorted((each for each in endpoints if each.milliseconds), key=gain)[:LEAST]


def least(endpoints: list[Endpoint]) -> list[str]:
    """Return a line for each endpoint that gains least, with where REST framework's time goes."""
    return [
        f"- `{endpoint.route}` {gain(endpoint):.2f} ({endpoint.kind}): {in_words(endpoint.shares)}"
        for endpoint in gaining_least(endpoints)
    ]


def gain(endpoint: Endpoint) -> float:
    """Return how many times faster an endpoint is at its worst, with the most rows."""
    size = max(endpoint.milliseconds)
    return min(endpoint.times_faster(size, way) for way in FAST)


def in_words(shares: dict[str, float]) -> str:
    parts = sorted(shares.items(), key=lambda item: -item[1])
    rest = max(0.0, 1 - sum(shares.values()))
    named = [f"{part} {share:.0%}" for part, share in parts if share >= 0.01]
    return ", ".join([*named, f"everything else {rest:.0%}"])


def result(project: str, rows: list[dict[str, str]], endpoints: list[Endpoint]) -> Table:
    faulty = sum(bool(endpoint.faults) for endpoint in endpoints)
    return Table(
        section=PROJECTS,
        title=f"{project} {version(project)}",
        unit="times faster than REST framework",
        rows=rows,
        machine=machine(),
        versions=versions(THEIRS[project].versions),
        how=(
            "CPU time of whole requests in process by an admin, each way in a process of its own, "
            "in turns, median of the rounds"
        ),
        baseline="REST framework as it is, without this library in the process",
        text="\n".join([INTRODUCTION.format(len(endpoints), faulty), *least(endpoints)]),
    )


def table(endpoints: Iterable[Endpoint]) -> list[dict[str, str]]:
    rows = []
    for kind in ("list", "object"):
        of_kind = [endpoint for endpoint in endpoints if endpoint.kind == kind]
        for size in SIZES:
            for way in FAST:
                figures = sorted(
                    endpoint.times_faster(size, way)
                    for endpoint in of_kind
                    if size in endpoint.milliseconds
                )
                if figures:
                    rows.append(
                        {
                            "what": f"{kind}, {size}",
                            "way": way,
                            "endpoints": str(len(figures)),
                            "median": f"{median(figures):.2f}",
                            "least": f"{figures[0]:.2f}",
                            "most": f"{figures[-1]:.2f}",
                            "below 1": str(sum(figure < 1 for figure in figures)),
                        }
                    )
    return rows
