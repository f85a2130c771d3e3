"""The cost of the parts of one list, or of a view, by either code."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer

from fastserializers.commands.costs import Cost, Costs, measured, typical
from fastserializers.commands.sampling import Read
from fastserializers.compiler.functions import compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.instances.given_instances import relations_lent
from fastserializers.instances.queryset import fetch
from fastserializers.project.reading import fast_plan
from fastserializers.project.serializers import without_list
from fastserializers.recorder import recording
from fastserializers.recording.readings import RequestRecorder
from fastserializers.recording.records import Record
from fastserializers.renderers import OrjsonRenderer
from fastserializers.runtime.zones import active_zone
from fastserializers.switch import Side, reading_by

REPEATS = 7


Phases: TypeAlias = dict[str, Costs]
"""`queries` in the database, `serializer` from the queryset to data (`view` for a whole view), and
`rendering` to bytes."""


# Phases.


def phases_of(read: Read, name: str) -> Phases:
    """Return the costs of the phases; `name` is that of the phase between queries and bytes."""
    # The first turn pays for the work that is done once per process.
    _, *turns = [
        (
            phases_by("drf", read, JSONRenderer(), name),
            phases_by("fast", read, OrjsonRenderer(), name),
        )
        for _ in range(REPEATS + 1)
    ]
    return {
        phase: Costs(*(typical([turn[side][phase] for turn in turns]) for side in (0, 1)))
        for phase in turns[0][0]
    }


def phases_by(which: Side, read: Read, renderer: Any, name: str) -> dict[str, Cost]:
    with reading_by(which):
        found = measured(read)
    if found.error is not None:
        raise found.error
    # A view may have rendered its response itself.
    is_rendered = isinstance(found.data, bytes)
    return {
        "queries": Cost(found.query_seconds, found.queries),
        name: Cost(found.cpu_seconds - found.query_cpu_seconds),
        "rendering": Cost(0.0) if is_rendered else timed(partial(renderer.render, found.data)),
    }


# What is read: the serializers, and the objects that they read.


class Taken(NamedTuple):
    """A serializer that has read, and what it has read."""

    serializer: Any
    objects: list[Any]
    """Copies of the objects, which no field has read yet."""

    @property
    def name(self) -> str:
        return type(without_list(self.serializer)).__name__

    def again(self) -> Any:
        """Return another serializer of one object, like the one that has read."""
        one = without_list(self.serializer)
        options = {key: value for key, value in one._kwargs.items() if key not in OF_THE_READING}
        options["context"] = dict(self.serializer.context)
        if one is self.serializer:
            return type(one)(**options)
        listed: Any = type(one)([], many=True, **options)
        return listed.child


OF_THE_READING = ("instance", "data", "many", "context")


@dataclass(frozen=True)
class Taking(RequestRecorder):
    """A recorder that takes what the outermost serializers read, and how that is fetched."""

    taken: list[Taken] = field(default_factory=list)
    querysets: list[QuerySet[Any]] = field(default_factory=list)
    paginate: list[Callable[[], object]] = field(default_factory=list)
    """Each fetches a page."""

    def read(self, kind: Any, serializer: Any, source: Any, represent: Any) -> Any:
        # An iterator can be read but once.
        if self.reading is None and not isinstance(source, Iterator):
            source = source.all() if isinstance(source, BaseManager) else source
            if isinstance(source, QuerySet):
                self.querysets.append(source.all())
            objects = list(source.all()) if isinstance(source, QuerySet) else source
            objects = [copy.copy(each) for each in ([objects] if kind == "object" else objects)]
            # A serializer of nothing has no costs.
            self.taken.extend([Taken(serializer, objects)] if objects else [])
        return super().read(kind, serializer, source, represent)

    def fetch(self, why: Any, paginate: Callable[[], object]) -> Any:
        self.paginate.append(paginate)
        return super().fetch(why, paginate)


def taken_by(read: Read, side: AbstractContextManager[object]) -> Taking:
    """Return what was taken of a reading by one of the codes."""
    taking = Taking()
    token = recording.set(taking)
    try:
        with side:
            read()
    finally:
        recording.reset(token)
    return taking


def fetching_of(read: Read, fast: Taking, records: list[Record]) -> Costs | None:
    """Return the cost of fetching lists and pages; None if there are none.

    `fast` has what the fast code has read, which fetches rows if a record says so.
    """
    if not (fast.querysets or fast.paginate):
        return None
    drf = taken_by(read, reading_by("drf"))
    is_by_rows = any(record.reader == "ROWS" for record in records)
    return Costs(
        fetching_by(list, fast.querysets, drf.paginate),
        fetching_by(fetch if is_by_rows else list, fast.querysets, fast.paginate),
    )


def fetching_by(
    fetch_list: Callable[[Any], object],
    querysets: list[QuerySet[Any]],
    paginate: list[Callable[[], object]],
) -> Cost:
    def fetch_all() -> None:
        for queryset in querysets:
            fetch_list(queryset.all())
        for fetch_page in paginate:
            fetch_page()

    return typical([timed(fetch_all) for _ in range(REPEATS)])


def timed(work: Callable[[], object]) -> Cost:
    """Return the cost of `work`, without the time of its queries."""
    found = measured(work)
    if found.error is not None:
        raise found.error
    return Cost(found.cpu_seconds - found.query_cpu_seconds, found.queries)


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
        fields = tuple(each for each in compiled.plan.fields if each.name in names)
        functions = compile_plan(Plan(taken.name, fields)).many
        by_plan = partial(functions[type(taken.objects[0])], serializer=fast, zone=active_zone())
        # The list has loaded the relations that its fields read, those of its methods included.
        lent = partial(relations_lent, compiled=compiled)
        with reading_by("drf"):
            child = taken.again()
            for name in set(child.fields) - names:
                del child.fields[name]
            # Not the method of the class, which may need the fields that are left out.
            represent = partial(Serializer.to_representation, child)
            drf = first_read(taken.objects, lambda rows: [*map(represent, rows)])
        return Costs(drf, first_read(taken.objects, by_plan, lent))

    row = costs_of(frozenset())
    fields = {}
    for name in track([each.name for each in compiled.plan.fields]):
        alone = costs_of(frozenset({name}))
        fields[name] = Costs(alone.drf.without(row.drf), alone.fast.without(row.fast))
    return fields


def first_read(
    objects: list[Any],
    work: Callable[[list[Any]], object],
    within: Callable[[list[Any]], AbstractContextManager[object]] = nullcontext,
) -> Cost:
    """Return the typical cost of `work` on new copies, without the time of its queries."""

    def turn() -> Cost:
        fresh = [copy.copy(each) for each in objects]
        with within(fresh):
            return timed(partial(work, fresh))

    # The first turn pays for the work that is done once per process.
    return typical([turn() for _ in range(REPEATS + 1)][1:])
