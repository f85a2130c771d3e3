"""The cost of the parts of one list, by REST framework's code and by the fast code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from typing import Any, NamedTuple

from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import Cost, Costs, clock, listed, typical, watched_queries
from fastserializers.commands.sampling import Sample
from fastserializers.project.reading import fast_plan, list_function
from fastserializers.renderers import OrjsonRenderer
from fastserializers.switch import Side, reading_by

REPEATS = 7


class Profile(NamedTuple):
    rows: int
    phases: dict[str, Costs]
    """`queries` in the database, `serializer` from the queryset to data, `rendering` to bytes."""
    fields: dict[str, Costs]
    """The cost that each field adds to a list; empty if the fields are chosen for each row."""


def profile_of(sample: Sample, track: Callable[[list[str]], Iterable[str]]) -> Profile:
    """Return the profile of a list; `track` gets the fields, and shows the progress."""
    rows, phases = phases_of(sample)
    fields = {}
    instances = list(sample.queryset.all())
    fast = made(sample)
    compiled = fast_plan(fast)
    names = [field.name for field in compiled.plan.fields] if compiled else []
    if names:
        drf_row, fast_row = costs_of_fields(sample, instances, fast, frozenset())
        for name in track(names):
            alone = costs_of_fields(sample, instances, fast, frozenset({name}))
            fields[name] = Costs(alone.drf.without(drf_row), alone.fast.without(fast_row))
    return Profile(rows, phases, fields)


def phases_of(sample: Sample) -> tuple[int, dict[str, Costs]]:
    """Return how many rows there are, and the costs of the phases of a whole call."""
    turns: dict[str, list[Costs]] = {}
    # The first turn pays for the work that is done once per process.
    for _ in range(REPEATS + 1):
        data, drf = phases_by(sample, "drf", JSONRenderer())
        _, fast = phases_by(sample, "fast", OrjsonRenderer())
        for name in drf:
            turns.setdefault(name, []).append(Costs(drf[name], fast[name]))
    return len(data), {
        name: Costs(*map(typical, map(list, zip(*costs[1:], strict=True))))
        for name, costs in turns.items()
    }


def phases_by(sample: Sample, which: Side, renderer: Any) -> tuple[Any, dict[str, Cost]]:
    data, error, seconds, queries = listed(sample, which)
    if error is not None:
        raise error
    started = clock()
    renderer.render(data)
    return data, {
        "queries": Cost(queries.seconds, queries.count),
        "serializer": Cost(seconds - queries.cpu_seconds),
        "rendering": Cost(clock() - started),
    }


def made(sample: Sample) -> Any:
    """Return the serializer of the rows of a list."""
    listed: Any = sample.serializer([], many=True, context=dict(sample.context))
    return listed.child


def costs_of_fields(
    sample: Sample, instances: list[Any], fast: Any, names: frozenset[str]
) -> Costs:
    """Return the costs of these fields, on instances that have loaded their relations.

    The queries are REST framework's, on instances that have not loaded them.
    """
    by_plan = list_function(fast, names, type(instances[0]))
    of_fast = seconds(lambda: by_plan(instances))
    with reading_by("drf"):
        child = made(sample)
        for name in set(child.fields) - names:
            del child.fields[name]
        # Not the method of the class, which may need the fields that are left out.
        represent = Serializer.to_representation
        with watched_queries() as queries:
            fresh = list(sample.queryset.all())
            before = queries.count
            for instance in fresh:
                represent(child, instance)
        of_drf = seconds(lambda: [represent(child, instance) for instance in instances])
    return Costs(Cost(of_drf, queries.count - before), Cost(of_fast))


def seconds(work: Callable[[], object]) -> float:
    """Return the median time of `work`, which runs once before it is measured."""
    work()
    taken = []
    for _ in range(REPEATS):
        started = clock()
        work()
        taken.append(clock() - started)
    return median(taken)
