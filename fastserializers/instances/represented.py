"""The rows of a list, represented by a plan, with the relations loaded that the plan reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import tzinfo
from functools import lru_cache
from typing import Any, TypeAlias

from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.sources.rows import columns
from fastserializers.compiler.sources.shapes import Layout, RelatedShape, Shape
from fastserializers.compiler.sources.source import Source
from fastserializers.instances.loading import load_unloaded
from fastserializers.instances.loans import Loans
from fastserializers.instances.row_instances import Instances, RelatedInstances
from fastserializers.rows.needs import ModelNeeds, needs_of

Serializer: TypeAlias = BaseSerializer[Any]

RepresentOne = Callable[[Any, Any, tzinfo | None], Any]
"""Takes an instance of a list, the serializer and the time zone; returns the representation."""
FunctionOf = Callable[[CompiledPlan], RepresentOne]
"""Takes the plan of an instance; returns the function for all that have this plan."""


def represented_rows(
    row_set: Instances, compiled: CompiledPlan, serializer: Serializer, zone: tzinfo | None
) -> list[Any]:
    """Return the dicts that a plan makes of the rows of a row set."""
    dicts: list[Any]
    if asks_of_one(row_set, compiled):
        dicts = compiled.many[row_set.model]([*row_set], serializer, zone)
        return dicts
    with Loans(row_set) as loans:
        source = loaded_source(row_set, compiled, loans)
        dicts = compiled.many[source](row_set.rows, serializer, zone, row_set)
        return dicts


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


def represented_parts(
    row_set: Instances, compiled: CompiledPlan, serializer: Serializer, zone: tzinfo | None
) -> Iterator[list[Any]]:
    """Yield what `represented_rows()` returns, in the parts of a stream."""
    in_parts: Any = row_set.in_parts
    with Loans(row_set) as loans:
        many = compiled.many[loaded_source(row_set, compiled, loans)]
        yield from in_parts(row_set.rows, lambda rows: many(rows, serializer, zone, row_set))


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
def rows_given(row_set: Instances) -> Iterator[FunctionOf]:
    """Give the rows of a row set to code that represents its instances, and end its loans.

    Yields a function that takes the plan of an instance, and returns the function that represents
    instances by it. Relations are loaded as the first plan reads them.
    """
    with Loans(row_set, is_seen=True) as loans:
        plans: list[CompiledPlan] = []

        def function_of(compiled: CompiledPlan) -> RepresentOne:
            plans.append(compiled)
            if len(plans) == 1:
                return function_of_rows(row_set, compiled, loaded_source(row_set, compiled, loans))
            needs = needs_of(compiled, row_set.model)
            source = source_of_rows(row_set, needs, instances_escape=True)
            return function_of_rows(row_set, compiled, source)

        yield function_of


@contextmanager
def rows_passed(row_set: Instances) -> Iterator[FunctionOf]:
    """Give rows to code that passes them on, as `rows_given()` gives it their instances."""
    with Loans(row_set) as loans:

        def function_of(compiled: CompiledPlan) -> RepresentOne:
            source = loaded_source(row_set, compiled, loans)
            of_row, of_made = compiled.one[source], compiled.one[source.after or source]
            made = row_set.made

            def represent(row: Any, serializer: Any, zone: tzinfo | None) -> Any:
                # Another row may have led to the instance of this one.
                function = of_made if id(row) in made else of_row
                return function(row, serializer, zone, row_set)

            return represent

        yield function_of


def function_of_rows(row_set: Instances, compiled: CompiledPlan, source: Source) -> RepresentOne:
    """Return the function that represents an instance by a plan: its row, if it is of the rows."""
    row_of, by_type = row_set.row_of, compiled.one
    # Project code has had the instance.
    of_row = compiled.one[source.after or source]

    def represent(instance: Any, serializer: Any, zone: tzinfo | None) -> Any:
        row = row_of(instance)
        if row is None:
            return by_type[type(instance)](instance, serializer, zone)
        return of_row(row, serializer, zone, row_set)

    return represent


# The source and the shape of the rows, for the compiler.


def source_of_rows(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Source:
    """Return the source of the rows of a row set, the same one for those of equal queries."""
    if row_set.joined or row_set.links:
        return columns(shape_of(row_set, needs, instances_escape=instances_escape))
    return source_of_layout(row_set.fetched.layout, instances_escape, needs.makes_instances)


@lru_cache(maxsize=1024)
def source_of_layout(layout: Layout, instances_escape: bool, makes_instances: bool) -> Source:
    """Return the source of rows with nothing joined or fetched for them."""
    return columns(Shape(layout, (), (), instances_escape, makes_instances))


def shape_of(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Shape:
    """Return the shape of rows, which is equal for those of equal queries."""
    layout = row_set.fetched.layout
    joined = (
        (
            part,
            shape_of(
                below, needs.below(part.name, below.model), instances_escape=instances_escape
            ),
        )
        for part, below in zip(layout.joined, row_set.joined.values(), strict=True)
        # Code of the project makes each of the others: the instance of the row leads to it.
        if below.is_known
    )
    links = (
        related_shape(row_set, name, related, needs, instances_escape)
        for name, related in row_set.links.items()
    )
    return Shape(
        layout,
        tuple(joined),
        tuple(link for link in links if link is not None),
        instances_escape,
        needs.makes_instances,
    )


def related_shape(
    row_set: Instances,
    name: str,
    related: RelatedInstances,
    needs: ModelNeeds,
    instances_escape: bool,
) -> RelatedShape | None:
    key = row_set.fetched.position_of(related.relation.key)
    if key is None or not related.row_set.is_known:
        return None
    below = needs.below(name, related.row_set.model)
    return RelatedShape(
        name,
        related.relation.single,
        key,
        related.is_by_key,
        related.relation.may_be_none,
        shape_of(related.row_set, below, instances_escape=instances_escape),
    )
