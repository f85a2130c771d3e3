"""The rows of a list, represented by a plan, with the relations loaded that the plan reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import tzinfo
from typing import Any, TypeAlias

from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.sources.rows import columns
from fastserializers.compiler.sources.shapes import ReachedBy, RelatedShape, Shape
from fastserializers.compiler.sources.source import Source
from fastserializers.instances.loading import load_unloaded
from fastserializers.instances.loans import Loans
from fastserializers.instances.row_instances import InParts, Instances
from fastserializers.rows.layout import Row
from fastserializers.rows.needs import ModelNeeds, needs_of

Serializer: TypeAlias = BaseSerializer[Any]

Represent = Callable[[Sequence[Row]], list[Any]]
"""Takes rows of a list; returns their representations."""
Reading = AbstractContextManager[Represent]
"""Gives the function that represents the rows of a list, and ends their loans."""
RepresentOne = Callable[[Any, Any, tzinfo | None], Any]
"""Takes a row or its instance, the serializer and the time zone; returns the representation."""
FunctionOf = Callable[[CompiledPlan], RepresentOne]
"""Takes the plan of a row; returns the function for all rows that have this plan."""


def represented_rows(
    row_set: Instances, compiled: CompiledPlan, serializer: Serializer, zone: tzinfo | None
) -> Any:
    """Return the dicts that a plan makes of the rows of a row set: see `whole_or_parts()`."""
    if asks_of_one(row_set, compiled):
        return compiled.many[row_set.model]([*row_set], serializer, zone)
    return whole_or_parts(row_set, reading_by_plan(row_set, compiled, serializer, zone))


def whole_or_parts(row_set: Instances, reading: Reading) -> Any:
    """Return a list of all rows; an iterator over the lists of some rows each for a stream."""
    if row_set.in_parts is not None:
        return in_parts(row_set, row_set.in_parts, reading)
    # Not in a generator: it would replace a `StopIteration` that project code raises.
    with reading as represent:
        return represent(row_set.rows)


def in_parts(row_set: Instances, parts_by: InParts, reading: Reading) -> Iterator[list[Any]]:
    with reading as represent:
        yield from parts_by(row_set.rows, represent)


def asks_of_one(row_set: Instances, compiled: CompiledPlan) -> bool:
    """Return whether the instance of an only row is cheaper: it is asked for what is not loaded.

    Of one instance, a query finds no more than Django's. Where it is made plainly, both cost the
    same.
    """
    return (
        len(row_set.rows) == 1
        and not (row_set.is_plain or compiled.reads_below_many)
        and any(
            row_set.following(relation.name) is None
            for relation, _ in needs_of(compiled, row_set.model).relations
        )
    )


@contextmanager
def reading_by_plan(
    row_set: Instances, compiled: CompiledPlan, serializer: Serializer, zone: tzinfo | None
) -> Iterator[Represent]:
    """Give the function by which a plan represents rows of a row set."""
    with Loans(row_set) as loans:
        many = compiled.many[loaded_source(row_set, compiled, loans)]
        yield lambda rows: many(rows, serializer, zone, row_set)


def loaded_source(row_set: Instances, compiled: CompiledPlan, loans: Loans) -> Source:
    """Return the source of the rows of a row set, with the relations loaded that a plan reads."""
    needs = needs_of(compiled, row_set.model)
    loans.is_seen = loans.is_seen or needs.instances_escape
    load_unloaded(row_set, needs, loans)
    escaping = loans.is_seen or loans.runs_code
    if escaping:
        loans.end_at_writes()
    return source_of_rows(row_set, needs, instances_escape=escaping)


@contextmanager
def rows_given(row_set: Instances, *, as_instances: bool) -> Iterator[FunctionOf]:
    """Give the rows of a row set to code that represents them one by one, and end its loans.

    Yields a function that takes a plan, and returns the function that represents rows by it, or
    `as_instances` the instances of rows.
    """
    with Loans(row_set, is_seen=as_instances) as loans:

        def function_of(compiled: CompiledPlan) -> RepresentOne:
            source = loaded_source(row_set, compiled, loans)
            return (of_instances if as_instances else of_rows)(row_set, compiled, source)

        yield function_of


def of_rows(row_set: Instances, compiled: CompiledPlan, source: Source) -> RepresentOne:
    """Return the function that represents a row by a plan."""
    of_row, of_made = compiled.one[source], compiled.one[source.after or source]
    made = row_set.made

    def represent(row: Any, serializer: Any, zone: tzinfo | None) -> Any:
        # Another row may have led to the instance of this one.
        function = of_made if id(row) in made else of_row
        return function(row, serializer, zone, row_set)

    return represent


def of_instances(row_set: Instances, compiled: CompiledPlan, source: Source) -> RepresentOne:
    """Return the function that represents an instance by a plan: its row, if it is of the rows."""
    row_of, by_type = row_set.row_of, compiled.one
    # Project code has had the instance.
    of_row = compiled.one[source.after]

    def represent(instance: Any, serializer: Any, zone: tzinfo | None) -> Any:
        row = row_of(instance)
        if row is None:
            return by_type[type(instance)](instance, serializer, zone)
        return of_row(row, serializer, zone, row_set)

    return represent


# The source and the shape of the rows, for the compiler.


def source_of_rows(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Source:
    """Return the source of the rows of a row set, the same one for those of equal queries."""
    return columns(shape_of(row_set, needs, instances_escape=instances_escape))


def shape_of(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Shape:
    """Return the shape of rows, which is equal for those of equal queries."""

    def shape_below(name: str, below: Instances) -> Shape:
        needs_below = needs.below(name, below.model)
        return shape_of(below, needs_below, instances_escape=instances_escape)

    layout, related = row_set.fetched.layout, []
    # Code of the project makes each instance of an unknown model: that of the row leads to it.
    for part in layout.joined:
        below = row_set.joined[part.name]
        if below.is_known:
            shape, may_be_none = shape_below(part.name, below), part.may_be_none
            related.append(
                RelatedShape(part.name, shape, part.key, "join", may_be_none=may_be_none)
            )
    for name, fetched in row_set.related_rows.items():
        relation = fetched.relation
        key = row_set.fetched.position_of(relation.key)
        if key is not None and fetched.row_set.is_known:
            shape = shape_below(name, fetched.row_set)
            reached_by: ReachedBy = "key" if fetched.is_by_key else "method"
            related.append(
                RelatedShape(name, shape, key, reached_by, relation.single, relation.may_be_none)
            )
    return Shape(layout, tuple(related), instances_escape, needs.makes_instances)
