"""What calls cost that are measured in turns, for the questions that make their own tables."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import Any

ROUNDS = 20

Run = Callable[[], Any]


@contextmanager
def uncollected() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def costs(runs: dict[Any, Run], calls: int = 1, rounds: int = ROUNDS) -> dict[Any, float]:
    """Return the CPU microseconds of a call of each, measured in turns."""
    seconds: dict[Any, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(rounds):
        for name, run in runs.items():
            with uncollected():
                started = process_time()
                for _ in range(calls):
                    run()
                seconds[name].append((process_time() - started) / calls)
    return {name: median(measured) * 1e6 for name, measured in seconds.items()}
