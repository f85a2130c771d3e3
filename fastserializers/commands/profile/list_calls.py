"""The cost of the parts of one list, or of a view, by either code."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Model, QuerySet
from django.db.models.manager import BaseManager
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import Cost, Costs, clock, measured, typical, watched_queries
from fastserializers.commands.sampling import Read
from fastserializers.instances.given_instances import relations_lent
from fastserializers.project.reading import fast_plan, list_function
from fastserializers.recorder import recording
from fastserializers.recording.readings import RequestRecorder, one_of
from fastserializers.renderers import OrjsonRenderer
from fastserializers.switch import Side, reading_by
from fastserializers.views import reading_fast

REPEATS = 7


Phases: TypeAlias = dict[str, Costs]
"""`queries` in the database, `serializer` from the queryset to data (`view` for a whole view), and
`rendering` to bytes."""


# Phases.


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


# What is read: the serializers, and the objects that they read.


class Taken(NamedTuple):
    """A serializer that has read, and what it has read."""

    serializer: Any
    source: Any
    objects: list[Any]
    """Copies of the objects, which no field has read yet."""

    @property
    def name(self) -> str:
        return type(one_of(self.serializer)).__name__

    def again(self) -> Any:
        """Return another serializer of one object, like the one that has read."""
        one = one_of(self.serializer)
        options = {key: value for key, value in one._kwargs.items() if key not in OF_THE_READING}
        options["context"] = dict(self.serializer.context)
        if one is self.serializer:
            return type(one)(**options)
        listed: Any = type(one)([], many=True, **options)
        return listed.child

    def making(self) -> Cost | None:
        """Return the cost of the instances, as Django makes them; None for other objects."""
        if isinstance(self.source, QuerySet):
            return typical([timed(partial(list, self.source.all())) for _ in range(REPEATS)])
        if not all(isinstance(each, Model) for each in self.objects):
            return None
        rows = [(type(each), columns_loaded(each)) for each in self.objects]

        def make() -> None:
            for model, row in rows:
                model.from_db(None, [*row], [*row.values()])

        return typical([timed(make) for _ in range(REPEATS)])


OF_THE_READING = ("instance", "data", "many", "context")


@dataclass(frozen=True)
class Taking(RequestRecorder):
    """A recorder that takes what the outermost serializers read."""

    taken: list[Taken] = field(default_factory=list)

    def read(self, kind: Any, serializer: Any, source: Any, represent: Any) -> Any:
        # An iterator can be read but once.
        if self.reading is None and not isinstance(source, Iterator):
            source = source.all() if isinstance(source, BaseManager) else source
            objects = list(source.all()) if isinstance(source, QuerySet) else source
            objects = [objects] if kind == "object" else [*objects]
            self.taken.append(Taken(serializer, source, fresh_copies(objects)))
        return super().read(kind, serializer, source, represent)


def taken_by(read: Read) -> list[Taken]:
    """Return what the serializers read, without those that have nothing to read."""
    taking = Taking()
    token = recording.set(taking)
    try:
        with reading_fast():
            read()
    finally:
        recording.reset(token)
    return [taken for taken in taking.taken if taken.objects]


def fresh_copies(objects: Iterable[Any]) -> list[Any]:
    """Return copies that have loaded the same, and of which nothing more is read."""
    return [copy.copy(each) for each in objects]


def columns_loaded(instance: Model) -> dict[str, Any]:
    names = (each.attname for each in instance._meta.concrete_fields)
    return {name: vars(instance)[name] for name in names if name in vars(instance)}


def timed(work: Callable[[], object]) -> Cost:
    """Return the cost of `work`, without the time of its queries."""
    with watched_queries() as queries:
        started = clock()
        work()
        return Cost(clock() - started - queries.cpu_seconds, queries.count)


# Fields.


def fields_of(taken: Taken, track: Callable[[list[str]], Iterable[str]]) -> dict[str, Costs]:
    """Return the cost that each field adds; nothing if each object chooses its fields.

    `track` gets the names of the fields, and shows the progress.
    """
    fast = taken.again()
    compiled = fast_plan(fast)
    if compiled is None:
        return {}

    def costs_of(names: frozenset[str]) -> Costs:
        by_plan = list_function(fast, names, type(taken.objects[0]))
        # The list has loaded the relations that its fields read, those of its methods included.
        lent = partial(relations_lent, compiled=compiled)
        return Costs(cost_by_drf(taken, names), first_read(taken.objects, by_plan, lent))

    row = costs_of(frozenset())
    fields = {}
    for name in track([each.name for each in compiled.plan.fields]):
        alone = costs_of(frozenset({name}))
        fields[name] = Costs(alone.drf.without(row.drf), alone.fast.without(row.fast))
    return fields


def cost_by_drf(taken: Taken, names: frozenset[str]) -> Cost:
    """Return the cost of these fields by REST framework's code."""
    with reading_by("drf"):
        child = taken.again()
        for name in set(child.fields) - names:
            del child.fields[name]
        # Not the method of the class, which may need the fields that are left out.
        represent = Serializer.to_representation
        return first_read(taken.objects, lambda rows: [represent(child, row) for row in rows])


def first_read(
    objects: list[Any],
    work: Callable[[list[Any]], object],
    within: Callable[[list[Any]], AbstractContextManager[object]] = nullcontext,
) -> Cost:
    """Return the typical cost of `work` on new copies, without the time of its queries."""
    turns = []
    # The first turn pays for the work that is done once per process.
    for _ in range(REPEATS + 1):
        fresh = fresh_copies(objects)
        with within(fresh):
            turns.append(timed(partial(work, fresh)))
    return typical(turns[1:])
