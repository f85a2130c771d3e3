"""The CPU time and the queries of reading, by either code, and how the fast code has read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from statistics import median
from time import get_clock_info, perf_counter, thread_time
from typing import Any, NamedTuple

from django.db import connections

from fastserializers.commands.sampling import Read
from fastserializers.recording.lines import described, made_and_saved
from fastserializers.recording.readings import recorded
from fastserializers.recording.records import Record
from fastserializers.views import reading_fast

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
class Measured:
    """The data that was read, or the exception, and the cost, with that of all databases."""

    data: Any = None
    error: Exception | None = None
    cpu_seconds: float = 0.0
    """Of the whole, queries included."""
    queries: int = 0
    query_seconds: float = 0.0
    """Until the database answered."""
    query_cpu_seconds: float = 0.0


def measured(read: Read) -> Measured:
    """Read, and measure."""
    found = Measured()

    def watch(execute: Callable[..., Any], *arguments: Any) -> Any:
        started, cpu_started = perf_counter(), clock()
        try:
            return execute(*arguments)
        finally:
            found.queries += 1
            found.query_seconds += perf_counter() - started
            found.query_cpu_seconds += clock() - cpu_started

    with ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            stack.enter_context(connection.execute_wrapper(watch))
        started = clock()
        try:
            found.data = read()
        except Exception as error:
            found.error = error
        found.cpu_seconds = clock() - started
    return found


def records_of(read: Read) -> list[Record]:
    """Return the records of a request that reads fast: what it has read, how, and why."""
    with recorded() as recorder, reading_fast(), suppress(Exception):
        read()
    return recorder.records


def document_of_record(record: Record) -> dict[str, Any]:
    shown = {name: value for name, value in vars(record).items() if name not in HIDDEN}
    for name in ("made", "saved", "left"):
        shown[name] = {relation.label: value for relation, value in shown[name].items()}
    return {**shown, "advice": record.advice}


HIDDEN = ("began", "model")


def sentence_about(record: Record) -> str:
    """Return how a serializer has read, why nothing faster has, and what would save queries."""
    why = f", because {record.why}" if record.why else ""
    queries = made_and_saved(record.queries, sum(record.saved.values()))
    advice = f" {' and '.join(record.advice)} would save more." if record.advice else ""
    return f"{record.serializer}: {described(record)}{why}. Queries: {queries}.{advice}"
