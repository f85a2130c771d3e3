"""Statements run thousands of times, with cProfile and without, as they were published."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Mapping
from statistics import median
from timeit import Timer
from typing import Any

from benchmarks.tables import figure

ROUNDS = 3
HOW = f"wall time, median of {ROUNDS} rounds, no garbage collected in a round; cProfile once"


def profile_rows(
    statements: Mapping[str, str],
    names: dict[str, Any],
    *,
    times: int,
    baseline: str,
    remarks: Mapping[str, Mapping[str, str]],
) -> list[dict[str, str]]:
    """Return what running each statement so many times takes, and the remarks on it."""
    wall = wall_times(statements, names, times)
    rows = []
    for name, statement in statements.items():
        stats = profile(statement, names, times)
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


def wall_times(
    statements: Mapping[str, str], names: dict[str, Any], times: int
) -> dict[str, float]:
    """Return the seconds that each takes, measured in turns."""
    timers = {name: Timer(statement, globals=names) for name, statement in statements.items()}
    seconds: dict[str, list[float]] = {name: [] for name in statements}
    for timer in timers.values():
        timer.timeit(1)
    for _ in range(ROUNDS):
        for name, timer in timers.items():
            seconds[name].append(timer.timeit(times))
    return {name: median(measured) for name, measured in seconds.items()}


def profile(statement: str, names: dict[str, Any], times: int) -> pstats.Stats:
    recorded = cProfile.Profile()
    recorded.runctx(f"for _ in range({times}): {statement}", names, {})
    return pstats.Stats(recorded)


def precise(seconds: float) -> str:
    return f"{seconds:.3f}"
