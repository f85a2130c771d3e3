"""What is printed of a trial, and its table for the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.metadata import version
from statistics import median

from benchmarks.tables import PROJECTS, TRIALS, Table, save, versions
from trials.engine.project import PLAIN, WAYS, project_named
from trials.engine.turns import SIZES, Endpoint

FAST = tuple(way for way in WAYS if way != PLAIN)
LEAST = 12
WIDTH = 12
INTRODUCTION = """\
{} of {} endpoints were asked; {} of them differ or make more queries. Those that gain least, and
where REST framework's time goes in them:
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


def report(project: str, endpoints: list[Endpoint], *, of: int, keep: bool) -> int:
    """Print the tables of endpoints out of so many, and keep them for the report.

    Returns the code to exit with.
    """
    rows = table(endpoints)
    say(*columns(rows), *least(endpoints))
    faulty = [endpoint for endpoint in endpoints if endpoint.faults]
    for endpoint in faulty:
        say(endpoint.route, *endpoint.faults)
    say(f"{len(endpoints)} endpoints, {len(faulty)} with differences or more queries")
    if keep:
        save(project, [result(project, rows, endpoints, of)], folder=TRIALS)
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


def result(project: str, rows: list[dict[str, str]], endpoints: list[Endpoint], of: int) -> Table:
    faulty = sum(bool(endpoint.faults) for endpoint in endpoints)
    return Table(
        section=PROJECTS,
        title=f"{project} {version(project)}",
        unit="times faster than REST framework",
        rows=rows,
        versions=versions(project_named(project).versions),
        how=(
            "CPU time of whole requests in process by an admin, each way in a process of its own, "
            "in turns, the call that took least"
        ),
        baseline="REST framework as it is, without this library in the process",
        text="\n".join([INTRODUCTION.format(len(endpoints), of, faulty), *least(endpoints)]),
    )


def table(endpoints: Iterable[Endpoint]) -> list[dict[str, str]]:
    figures: dict[tuple[str, str], list[float]] = {}
    for endpoint in endpoints:
        for size in endpoint.milliseconds:
            for way in FAST:
                of_these = figures.setdefault((what_is_asked(endpoint, size), way), [])
                of_these.append(endpoint.times_faster(size, way))
    return [
        {
            "what": what,
            "way": way,
            "endpoints": str(len(of_these)),
            "median": f"{median(of_these):.2f}",
            "least": f"{min(of_these):.2f}",
            "most": f"{max(of_these):.2f}",
            "below 1": str(sum(figure < 1 for figure in of_these)),
        }
        for what in KINDS
        for way in FAST
        if (of_these := figures.get((what, way)))
    ]


def what_is_asked(endpoint: Endpoint, size: int) -> str:
    if endpoint.kind == "object":
        return "object"
    return f"list, {size}" if endpoint.rows[size] == size else OTHER_SIZE


OTHER_SIZE = "list of another size"
"""A list that has fewer rows than it was asked for, or knows no sizes."""
KINDS = (*(f"list, {size}" for size in SIZES), OTHER_SIZE, "object")
