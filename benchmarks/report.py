"""The results of pytest-benchmark as tables that say what was measured, and against what."""

from __future__ import annotations

import os
import platform
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table

LIBRARIES = ("Django", "djangorestframework", "msgspec", "orjson", "django-fastserializers")


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
        return memory["peak"] if memory else median(self.microseconds)


Results = dict[str, Measured]


def heading(output: dict[str, Any]) -> str:
    processor = output["machine_info"]["cpu"].get("brand_raw", platform.machine())
    libraries = "\n".join(f"{library} {version(library)}" for library in LIBRARIES)
    return (
        f"{processor}, {os.cpu_count()} cores\nPython {platform.python_version()}\n{libraries}\n\n"
        "Every output was compared with DRF's before anything was measured.\n"
        "Times are CPU time, ratios are of medians. No garbage is collected in a round.\n"
    )


def tables(output: dict[str, Any]) -> Iterator[Group]:
    for title, results in results_by_title(output["benchmarks"]).items():
        details = next(iter(results.values())).details
        cells = memory_cells if "memory" in details else time_cells
        yield Group(
            f"[bold]{title}[/]",
            f"{details['unit']}; ratios to: {details['baseline']}",
            table_of({name: cells(measured, results) for name, measured in results.items()}),
        )


def results_by_title(benchmarks: list[dict[str, Any]]) -> dict[str, Results]:
    by_title: dict[str, Results] = defaultdict(dict)
    for benchmark in benchmarks:
        details = benchmark["extra_info"]
        measured = by_title[benchmark["group"]].setdefault(details["contender"], Measured(details))
        measured.microseconds += [
            seconds * 1e6 / details["units"] for seconds in benchmark["stats"]["data"]
        ]
    return by_title


def time_cells(measured: Measured, results: Results) -> dict[str, str]:
    drf = measured.details["drf"]
    return {
        "rounds": str(len(measured.microseconds)),
        "median": figure(measured.cost),
        "min": figure(min(measured.microseconds)),
        "speed-up\nover DRF": figure(results[drf].cost / measured.cost) if drf else "",
        **comparison_cells(measured, results),
    }


def memory_cells(measured: Measured, results: Results) -> dict[str, str]:
    memory, units = measured.details["memory"], measured.details["units"]
    return {
        "kept": figure(memory["kept"] / units),
        "peak": figure(memory["peak"] / units),
        **comparison_cells(measured, results),
    }


def comparison_cells(measured: Measured, results: Results) -> dict[str, str]:
    ratio = measured.cost / results[measured.details["baseline"]].cost
    return {"ratio": figure(ratio), "target": verdict(ratio, measured.details["at_most"])}


def verdict(ratio: float, at_most: float | None) -> str:
    if at_most is None:
        return ""
    return f"≤ {at_most:g} " + ("[green]reached[/]" if ratio <= at_most else "[red]missed[/]")


def table_of(rows: dict[str, dict[str, str]]) -> Table:
    """Return a table without the columns that would be empty."""
    table = Table("", box=box.SIMPLE_HEAD, padding=0)
    headings = [
        heading
        for heading in next(iter(rows.values()))
        if any(cells[heading] for cells in rows.values())
    ]
    for heading in headings:
        table.add_column(heading, justify="right")
    for name, cells in rows.items():
        table.add_row(name, *(cells[heading] for heading in headings))
    return table


def figure(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:,.0f}"
