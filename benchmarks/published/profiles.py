"""Statements run thousands of times, with cProfile and without: that is how they were published."""

from __future__ import annotations

import cProfile
import gc
import pstats
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.tables import figure

Run = Callable[[], Any]

ROUNDS = 3
HOW = f"wall time, median of {ROUNDS} rounds, no garbage collected in a round; cProfile once"


def profile_rows(
    runs: Mapping[str, Run], baseline: str, times: int, remarks: Mapping[str, Mapping[str, str]]
) -> list[dict[str, str]]:
    """Return what running each so many times takes, and the remarks on it."""
    wall = wall_times(runs, times)
    rows = []
    for name, run in runs.items():
        stats = profile(run, times)
        rows.append(
            {
                "": name,
                "seconds": precise(wall[name]),
                "ratio": figure(wall[name] / wall[baseline]),
                "cProfile: seconds": precise(stats.total_tt),
                "function calls": f"{stats.total_calls:,}",
                "primitive calls": f"{stats.prim_calls:,}",
                **remarks[name],
            }
        )
    return rows


def wall_times(runs: Mapping[str, Run], times: int) -> dict[str, float]:
    """Return the seconds that each takes, measured in turns."""
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(ROUNDS):
        for name, run in runs.items():
            gc.disable()
            started = perf_counter()
            repeat(run, times)
            seconds[name].append(perf_counter() - started)
            gc.enable()
    return {name: median(measured) for name, measured in seconds.items()}


def profile(run: Run, times: int) -> pstats.Stats:
    recorded = cProfile.Profile()
    recorded.runcall(repeat, run, times)
    return pstats.Stats(recorded)


def repeat(run: Run, times: int) -> None:
    for _ in range(times):
        run()


def precise(seconds: float) -> str:
    return f"{seconds:.3f}"
