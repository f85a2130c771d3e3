"""What the parts of one list call take, by REST framework's code and by the fast one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from django.db import connections
from django.db.models import QuerySet
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.serializers import Serializer

from fastserializers.commands.measuring import clock, seconds
from fastserializers.compiler.codegen import compile_plan
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.lifecycle.in_use import plan_of_rows
from fastserializers.project.reading import drf_only
from fastserializers.renderers import OrjsonRenderer
from fastserializers.runtime.zones import active_zone
from fastserializers.twins import read_only

REPEATS = 7


@dataclass(frozen=True)
class ListCall:
    """A list that is asked for: a serializer class, its rows, and the context of the request."""

    serializer_class: Any
    queryset: QuerySet[Any]
    context: dict[str, Any]

    def serializer(self, source: Any) -> Any:
        return self.serializer_class(source, many=True, context=dict(self.context))

    def fast(self) -> ListCall:
        return ListCall(read_only(self.serializer_class), self.queryset, self.context)


class Phases(NamedTuple):
    """The seconds that the phases of a list call take."""

    queries: float
    """In the database, for whatever the rows and their fields ask it."""
    instances: float
    """To make instances of models out of the rows of the queryset."""
    fields: float
    """In the serializer."""
    rendering: float
    """To make JSON of its data."""


class Times(NamedTuple):
    """What one thing takes, in seconds by REST framework's code and by the fast one."""

    drf: float
    fast: float
    queries: int
    """By REST framework's code, on rows that have loaded nothing but what the queryset says."""


class Profile(NamedTuple):
    phases: dict[str, Times]
    row: Times
    """The rows, with no field in them."""
    fields: dict[str, Times]
    """Each field alone, over all rows; none where the serializer chooses them row by row."""

    @property
    def rest(self) -> Times:
        """What the fields phase takes beside the rows and the fields."""
        parts = [self.row, *self.fields.values()]
        whole = self.phases["fields"]
        return Times(
            max(0.0, whole.drf - sum(part.drf for part in parts)),
            max(0.0, whole.fast - sum(part.fast for part in parts)),
            0,
        )


def profile_of(
    call: ListCall, instances: list[Any], track: Callable[[list[FieldPlan]], Iterable[FieldPlan]]
) -> Profile:
    """Return the profile of a list call, whose queryset has given the `instances`.

    `track` is told of the fields that are measured one after the other.
    """
    phases = phases_of(call)
    child = call.fast().serializer(instances).child
    known = plan_of_rows(child)
    if known is None:
        return Profile(phases, Times(0.0, 0.0, 0), {})
    row = times_alone(call, instances, child, None)
    fields = {}
    for field in track(list(known.plan.fields)):
        drf, fast, queries = times_alone(call, instances, child, field)
        fields[field.name] = Times(max(0.0, drf - row.drf), max(0.0, fast - row.fast), queries)
    return Profile(phases, row, fields)


# The phases of whole calls.


def phases_of(call: ListCall) -> dict[str, Times]:
    drf_calls, fast_calls = [], []
    # In turn, since a machine is not equally fast all the time; the first pair pays for what is
    # made once.
    for _ in range(REPEATS + 1):
        with drf_only():
            drf_calls.append(phases_of_one(call, JSONRenderer()))
        fast_calls.append(phases_of_one(call.fast(), OrjsonRenderer()))
    queries = drf_calls[-1][1]
    return {
        name: Times(
            median(getattr(phases, name) for phases, _ in drf_calls[1:]),
            median(getattr(phases, name) for phases, _ in fast_calls[1:]),
            queries if name == "queries" else 0,
        )
        for name in Phases._fields
    }


def phases_of_one(call: ListCall, renderer: BaseRenderer) -> tuple[Phases, int]:
    """Return the phases of one call, and how many queries it makes."""
    with watched_queries() as queries:
        moments = [clock()]
        instances = list(call.queryset.all())
        moments.append(clock() - queries.own_seconds)
        data = call.serializer(instances).data
        moments.append(clock() - queries.own_seconds)
    renderer.render(data)
    moments.append(clock() - queries.own_seconds)
    parts = [after - before for before, after in pairwise(moments)]
    return Phases(queries.seconds, *parts), queries.count


@dataclass
class Queries:
    """What the databases have been asked so far."""

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


# Single fields.


def times_alone(
    call: ListCall, instances: list[Any], child: Any, field: FieldPlan | None
) -> Times:
    """Return the times of rows with only one field in them, or with none."""
    fields = () if field is None else (field,)
    functions = compile_plan(Plan(type(child).__name__, fields)).many
    zone = active_zone()
    fast = seconds(lambda: functions[type(instances[0])](instances, child, zone))
    with drf_only():
        represent = drf_rows(call, {field.name for field in fields})
        with watched_queries() as queries:
            rows = list(call.queryset.all())
            before = queries.count
            represent(rows)
        return Times(seconds(lambda: represent(instances)), fast, queries.count - before)


def drf_rows(call: ListCall, names: set[str]) -> Callable[[list[Any]], list[Any]]:
    """Return what represents rows as REST framework does, of the fields with these names."""
    child = call.serializer([]).child
    for name in set(child.fields) - names:
        del child.fields[name]
    # Past an override in the class, which may count on the fields that are left out.
    represent = Serializer.to_representation
    return lambda instances: [represent(child, instance) for instance in instances]
