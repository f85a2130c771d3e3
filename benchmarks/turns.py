"""What calls cost that are measured in turns, for the questions that make their own tables."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import Cells, figure, verdict

ROUNDS = 12
SECONDS = 0.005
"""What a round takes at least."""
WARM_CALLS = 12
"""Calls before any is measured: a process that serves has answered some requests."""


def seconds_of(run: Callable[[], Any], calls: int) -> float:
    """Return the CPU seconds of a call, without the garbage collector."""
    gc.disable()
    started = process_time()
    for _ in range(calls):
        run()
    seconds = process_time() - started
    gc.enable()
    return seconds / calls


def costs(
    runs: dict[str, Callable[[], Any]], rounds: int = ROUNDS, warm_calls: int = WARM_CALLS
) -> dict[str, float]:
    """Return the CPU microseconds of a call of each, measured in turns."""
    calls = {}
    for name, run in runs.items():
        warm = seconds_of(run, warm_calls)
        calls[name] = max(1, round(SECONDS / warm))
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            seconds[name].append(seconds_of(run, calls[name]))
    return {name: median(measured) * 1e6 for name, measured in seconds.items()}


def times_faster(drf: Callable[[], Any], fast: Callable[[], Any]) -> float:
    cost = costs({"drf": drf, "fast": fast})
    return cost["drf"] / cost["fast"]


def next_to_drf(
    name: str, drf: Callable[[], Any], fast: Callable[[], Any], at_least: float | None = None
) -> Cells:
    """Return the row of what both have to answer alike: milliseconds, and times faster."""
    assert fast() == drf()
    cost = costs({"drf": drf, "fast": fast})
    faster = cost["drf"] / cost["fast"]
    return {
        "": name,
        "REST framework": figure(cost["drf"] / 1_000),
        "fast": figure(cost["fast"] / 1_000),
        TIMES_FASTER: figure(faster),
        **({"target": verdict("≥", at_least, faster >= at_least)} if at_least else {}),
    }
