"""How long something takes on this machine, now."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import get_clock_info, perf_counter, thread_time

# The time of the processor, whatever else the machine does; on Windows that one ticks too slowly.
is_fine = get_clock_info("thread_time").resolution < 1e-6
clock: Callable[[], float] = thread_time if is_fine else perf_counter

# A single measurement takes at least this long, so that the clock is fine enough for it.
SHORTEST = 0.002


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Return the median time of `work`, which runs once before it is measured."""
    work()
    loops = 1 + int(SHORTEST / max(seconds_of(work, 1), 1e-9))
    return median(seconds_of(work, loops) for _ in range(repeats)) / loops


def seconds_of(work: Callable[[], object], loops: int) -> float:
    started = clock()
    for _ in range(loops):
        work()
    return clock() - started
