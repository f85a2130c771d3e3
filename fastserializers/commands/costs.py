"""What a list costs: CPU time and queries, by REST framework's code and by the fast code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median
from time import get_clock_info, perf_counter, thread_time
from typing import Any, NamedTuple

from django.db import connections

from fastserializers.commands.sampling import Sample
from fastserializers.project.reading import data_by
from fastserializers.switch import Side

# CPU time, whatever else the machine does. On Windows, its clock ticks too slowly.
is_fine = get_clock_info("thread_time").resolution < 1e-6
clock: Callable[[], float] = thread_time if is_fine else perf_counter


class Cost(NamedTuple):
    """The cost of one thing by one code."""

    seconds: float
    queries: int = 0

    def without(self, other: Cost) -> Cost:
        return Cost(max(0.0, self.seconds - other.seconds), max(0, self.queries - other.queries))


class Costs(NamedTuple):
    """The cost of one thing by REST framework's code, and by the fast code."""

    drf: Cost
    fast: Cost


def typical(turns: list[Cost]) -> Cost:
    """Return the median time of several turns, and the queries of the last one."""
    return Cost(median(turn.seconds for turn in turns), turns[-1].queries)


@dataclass
class Queries:
    """The queries so far, of all databases."""

    count: int = 0
    seconds: float = 0.0
    """Until the database answered."""
    cpu_seconds: float = 0.0


@contextmanager
def watched_queries() -> Iterator[Queries]:
    queries = Queries()

    def watch(execute: Callable[..., Any], *arguments: Any) -> Any:
        started, cpu_started = perf_counter(), clock()
        try:
            return execute(*arguments)
        finally:
            queries.count += 1
            queries.seconds += perf_counter() - started
            queries.cpu_seconds += clock() - cpu_started

    with ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            stack.enter_context(connection.execute_wrapper(watch))
        yield queries


class Listed(NamedTuple):
    """A list that one code has read, and its cost."""

    data: Any
    error: Exception | None
    cpu_seconds: float
    """Of the whole, queries included."""
    queries: Queries


def listed(sample: Sample, which: Side) -> Listed:
    """Return the list of a sample's rows, read as a request reads it, by one of the codes."""
    # A queryset that is not evaluated, as a view gives it.
    source, context = sample.queryset.all(), dict(sample.context)
    data = error = None
    with watched_queries() as queries:
        started = clock()
        try:
            data = data_by(which, sample.serializer, source, many=True, context=context)
        except Exception as raised:
            error = raised
        seconds = clock() - started
    return Listed(data, error, seconds, queries)
