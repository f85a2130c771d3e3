"""The results of pytest-benchmark as tables that say what was measured, and against what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.differences import Finding
from benchmarks.tables import (
    Bars,
    Cells,
    Lines,
    Table,
    figure,
    verdict,
    versions,
    without_empty_columns,
)

TIMES_FASTER = "times faster"
"""The heading of how many times faster than REST framework something is."""


@dataclass
class Measured:
    """What all turns of one contender came to."""

    details: dict[str, Any]
    microseconds: list[float] = field(default_factory=list)
    """For one unit, a figure for each round."""

    @property
    def cost(self) -> float:
        """What is compared: bytes if memory was measured, microseconds otherwise."""
        memory = self.details.get("memory")
        return memory["peak"] / self.details["units"] if memory else median(self.microseconds)


Results = dict[tuple[str, int | None], Measured]
"""By the name of the contender, and how much of what grows it had to do with."""


def tables(output: dict[str, Any], findings: dict[tuple[str, str], Finding]) -> Iterator[Table]:
    for title, results in results_by_title(output["benchmarks"]).items():
        details = next(iter(results.values())).details
        found = {name: finding for (work, name), finding in findings.items() if work == title}
        yield Table(
            section=details["section"],
            title=title,
            unit=details["unit"],
            rows=growth_rows(results) if details["axis"] else rows(results, found),
            versions=versions(details["libraries"]),
            how=how(details, results),
            baseline=details["baseline"],
            text=details["text"],
            chart=chart(details, results),
        )


def results_by_title(benchmarks: list[dict[str, Any]]) -> dict[str, Results]:
    by_title: dict[str, Results] = defaultdict(dict)
    for benchmark in benchmarks:
        details = benchmark["extra_info"]
        key = details["contender"], details["at"]
        measured = by_title[benchmark["group"]].setdefault(key, Measured(details))
        measured.microseconds += [
            seconds * 1e6 / details["units"] for seconds in benchmark["stats"]["data"]
        ]
    return by_title


def how(details: dict[str, Any], results: Results) -> str:
    if "memory" in details:
        return "bytes that Python allocated (tracemalloc), 1 round"
    rounds = sorted({len(measured.microseconds) for measured in results.values()})
    counts = " to ".join(str(count) for count in dict.fromkeys((rounds[0], rounds[-1])))
    return f"CPU time, median of {counts} rounds, no garbage collected in a round"


def rows(results: Results, findings: dict[str, Finding]) -> list[Cells]:
    """Return a row for each contender, without the columns that would be empty."""
    complete = [
        {"": name, **cells(measured, results), "output": output_cell(findings.get(name))}
        for (name, _), measured in results.items()
    ]
    unable = [
        {"": name, "output": output_cell(finding)}
        for name, finding in findings.items()
        if finding[0] == "can't"
    ]
    return without_empty_columns([*complete, *unable])


def cells(measured: Measured, results: Results) -> Cells:
    details = measured.details
    ratio = measured.cost / results[details["baseline"], None].cost
    saved = results[details["drf"], None].cost / measured.cost if details["drf"] else None
    targets = (
        verdict_on_ratio(ratio, details["at_most"]),
        verdict_on_saved(saved, details["at_least"]),
    )
    comparison = {"ratio": figure(ratio), "target": ", ".join(filter(None, targets))}
    if "memory" in details:
        kept, peak = (details["memory"][name] / details["units"] for name in ("kept", "peak"))
        return {"kept": figure(kept), "peak": figure(peak), **comparison}
    return {
        "rounds": str(len(measured.microseconds)),
        "median": figure(measured.cost),
        "min": figure(min(measured.microseconds)),
        TIMES_FASTER: figure(saved) if saved else "",
        **comparison,
    }


def output_cell(finding: Finding | None) -> str:
    return "" if finding is None else f"{finding[0]}: {finding[1]}"


def growth_rows(results: Results) -> list[Cells]:
    """Return a row for each size; the ratios are to what the same contender takes at another."""
    details = next(iter(results.values())).details
    sizes = sorted({size for _, size in results})
    return without_empty_columns([growth_cells(details, size, results) for size in sizes])


def growth_cells(details: dict[str, Any], size: int, results: Results) -> Cells:
    names = list(dict.fromkeys(name for name, _ in results))
    here = {name: results[name, size] for name in names if (name, size) in results}
    ratios = {
        name: measured.cost / results[name, int(details["baseline"])].cost
        for name, measured in here.items()
    }
    targets = (verdict_on_ratio(ratios[name], here[name].details["at_most"]) for name in here)
    return {
        details["axis"]: f"{size:,}",
        **{name: figure(here[name].cost) if name in here else "" for name in names},
        **{f"{name}: ratio": figure(ratios[name]) if name in here else "" for name in names},
        "target": ", ".join(filter(None, targets)),
    }


def verdict_on_ratio(ratio: float, at_most: float | None) -> str:
    return "" if at_most is None else verdict("≤", at_most, ratio <= at_most)


def verdict_on_saved(saved: float | None, at_least: float | None) -> str:
    if saved is None or at_least is None:
        return ""
    return f"{at_least:g} times faster " + ("reached" if saved >= at_least else "missed")


def chart(details: dict[str, Any], results: Results) -> Lines | Bars | None:
    if not details["chart"]:
        return None
    if not details["axis"]:
        lengths = {name: measured.cost for (name, _), measured in results.items()}
        return Bars(details["chart"], details["unit"], lengths)
    points: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (name, size), measured in sorted(results.items(), key=lambda result: result[0][1]):
        points[name].append((size, measured.cost))
    return Lines(details["chart"], details["axis"], details["unit"], dict(points))
