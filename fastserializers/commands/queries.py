"""The cost of reading: time and queries, and a clock that leaves the queries out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import get_clock_info, perf_counter, thread_time
from typing import Any, NamedTuple

from django.db import connections

# The time of the processor, whatever else the machine does; on Windows that one ticks too slowly.
is_fine = get_clock_info("thread_time").resolution < 1e-6
clock: Callable[[], float] = thread_time if is_fine else perf_counter


class Cost(NamedTuple):
    """The cost of one thing by one code."""

    seconds: float
    queries: int = 0

    def without(self, other: Cost) -> Cost:
        return Cost(max(0.0, self.seconds - other.seconds), max(0, self.queries - other.queries))


@dataclass
class Queries:
    """The queries so far, of all databases."""

    count: int = 0
    seconds: float = 0.0
    """Until the answers came."""
    own_seconds: float = 0.0
    """By the clock that measures everything else."""


@contextmanager
def watched_queries() -> Iterator[Queries]:
    queries = Queries()

    def watch(execute: Callable[..., Any], *arguments: Any) -> Any:
        started, own_started = perf_counter(), clock()
        try:
            return execute(*arguments)
        finally:
            queries.count += 1
            queries.seconds += perf_counter() - started
            queries.own_seconds += clock() - own_started

    with ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            stack.enter_context(connection.execute_wrapper(watch))
        yield queries
