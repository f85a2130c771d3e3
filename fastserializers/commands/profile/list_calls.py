"""The cost of the parts of one list, or of a view, by either code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from typing import Any, TypeAlias

from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import Cost, Costs, clock, measured, typical, watched_queries
from fastserializers.commands.sampling import Read, Sample
from fastserializers.project.reading import fast_plan, list_function
from fastserializers.renderers import OrjsonRenderer
from fastserializers.switch import Side, reading_by

REPEATS = 7


Phases: TypeAlias = dict[str, Costs]
"""`queries` in the database, `serializer` from the queryset to data (`view` for a whole view), and
`rendering` to bytes."""


def fields_of(sample: Sample, track: Callable[[list[str]], Iterable[str]]) -> dict[str, Costs]:
    """Return the cost that each field adds to a list; nothing if rows choose their fields.

    `track` gets the names of the fields, and shows the progress.
    """
    instances = list(sample.queryset.all())
    fast = made(sample)
    compiled = fast_plan(fast)
    if compiled is None:
        return {}
    drf_row, fast_row = costs_of_fields(sample, instances, fast, frozenset())
    fields = {}
    for name in track([field.name for field in compiled.plan.fields]):
        alone = costs_of_fields(sample, instances, fast, frozenset({name}))
        fields[name] = Costs(alone.drf.without(drf_row), alone.fast.without(fast_row))
    return fields


def phases_of(read: Read, name: str) -> Phases:
    """Return the costs of the phases; `name` is that of the phase between queries and bytes."""
    turns: dict[str, list[Costs]] = {}
    # The first turn pays for the work that is done once per process.
    for _ in range(REPEATS + 1):
        drf = phases_by("drf", read, JSONRenderer(), name)
        fast = phases_by("fast", read, OrjsonRenderer(), name)
        for phase in drf:
            turns.setdefault(phase, []).append(Costs(drf[phase], fast[phase]))
    return {
        phase: Costs(*map(typical, map(list, zip(*costs[1:], strict=True))))
        for phase, costs in turns.items()
    }


def phases_by(which: Side, read: Read, renderer: Any, name: str) -> dict[str, Cost]:
    data, error, seconds, queries = measured(read, which)
    if error is not None:
        raise error
    started = clock()
    # A view may have rendered its response itself.
    if not isinstance(data, bytes):
        renderer.render(data)
    return {
        "queries": Cost(queries.seconds, queries.count),
        name: Cost(seconds - queries.cpu_seconds),
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
