"""Functions measured in turns, beside what was published for each."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.tables import MADE, PUBLISHED, Bars, Cells, Table, figure, without_empty_columns
from benchmarks.turns import costs

ROUNDS = 20


def measure(
    title: str,
    runs: Mapping[str, Callable[[], Any]],
    right: Callable[[Any], bool],
    published: Mapping[str, float],
    *,
    units: float = 1,
    more: Mapping[str, Cells] | None = None,
    chart: str = "",
    **details: Any,
) -> None:
    """Keep a table of the microseconds that each function takes, divided by `units`.

    Nothing is measured before all outputs are right. The ratios are to the first function. `more`
    has further cells of a function's row.
    """
    for name, run in runs.items():
        assert right(run()), f"{title}: the output of {name} is another one"
    took = {name: cost / units for name, cost in costs(dict(runs), ROUNDS, warm_calls=4).items()}
    baseline = next(iter(runs))
    rows = [
        {
            "": name,
            "measured": figure(took[name]),
            "ratio": figure(took[name] / took[baseline]),
            **published_cells(name, baseline, published),
            **(more or {}).get(name, {}),
        }
        for name in runs
    ]
    MADE.append(
        Table(
            section=PUBLISHED,
            title=title,
            rows=without_empty_columns(rows),
            how=f"CPU time, median of {ROUNDS} rounds, no garbage collected in a round",
            baseline=baseline,
            chart=Bars(chart, details["unit"], took) if chart else None,
            **details,
        )
    )


def published_cells(name: str, baseline: str, published: Mapping[str, float]) -> Cells:
    if name not in published:
        return {}
    ratio = figure(published[name] / published[baseline]) if baseline in published else ""
    return {"published": f"{published[name]:,}", "published ratio": ratio}


def profiled(run: Callable[[], Any], times: int) -> Cells:
    """Return what running a function so many times takes with cProfile."""
    profile = cProfile.Profile()
    profile.runctx(f"for _ in range({times}): run()", {"run": run}, {})
    stats = pstats.Stats(profile)
    return {
        "with cProfile": f"{stats.total_tt:.3f}",
        "function calls": f"{stats.total_calls:,}",
    }
