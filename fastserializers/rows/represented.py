"""The rows of a list, represented by a plan, with the relations loaded that the plan reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import tzinfo
from functools import lru_cache
from typing import Any, TypeAlias

from django.db.models import Model
from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.sources.rows import columns
from fastserializers.compiler.sources.shapes import JoinedShape, RelatedShape, Shape
from fastserializers.compiler.sources.source import Source
from fastserializers.rows.layout import Layout, columns_of
from fastserializers.rows.loading import load_unloaded
from fastserializers.rows.loans import Loans
from fastserializers.rows.needs import ModelNeeds, needs_of
from fastserializers.rows.row_instances import Instances, RelatedRows

Serializer: TypeAlias = BaseSerializer[Any]


def represented_rows(
    row_set: Instances, compiled: CompiledPlan, serializer: Serializer, zone: tzinfo | None
) -> list[Any]:
    """Return the dicts that a plan makes of the rows of a row set."""
    with Loans(row_set) as loans:
        source = loaded_source(row_set, compiled, loans)
        dicts: list[Any] = compiled.many[source](row_set.rows, serializer, zone, row_set)
        return dicts


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
    load_unloaded(row_set, needs, loans)
    escaping = loans.is_seen or needs.instances_escape or loans.runs_code
    if escaping:
        loans.end_at_writes()
    return source_of_rows(row_set, needs, instances_escape=escaping)


@contextmanager
def rows_of_instances(row_set: Instances) -> Iterator[RowsOfInstances]:
    """Give the rows of a row set to code that represents its instances, and end its loans."""
    with Loans(row_set, is_seen=True) as loans:
        yield RowsOfInstances(row_set, loans)


class RowsOfInstances:
    """The rows of a row set, for project code that represents its instances one by one.

    Relations are loaded as the first plan reads them: the code may change the fields between two
    rows.
    """

    def __init__(self, row_set: Instances, loans: Loans) -> None:
        self.row_set = row_set
        self.loans = loans
        self.sources: dict[CompiledPlan, Source] = {}

    @property
    def is_read(self) -> bool:
        """Whether a plan has read one of the rows."""
        return bool(self.sources)

    def represented(
        self, compiled: CompiledPlan, instance: Model, serializer: Serializer, zone: tzinfo | None
    ) -> Any:
        """Return the dict that a plan makes of an instance: of its row, if it is of the rows."""
        row = self.row_set.row_of(instance)
        if row is None:
            return compiled.one[type(instance)](instance, serializer, zone)
        source = self.sources.get(compiled)
        if source is None:
            source = self.source_for(compiled)
            # Project code has had the instance.
            source = self.sources[compiled] = source.after or source
        # A function is compiled in the middle of a long list.
        return compiled.one[source](row, serializer, zone, self.row_set)

    def source_for(self, compiled: CompiledPlan) -> Source:
        if not self.sources:
            return loaded_source(self.row_set, compiled, self.loans)
        needs = needs_of(compiled, self.row_set.model)
        return source_of_rows(self.row_set, needs, instances_escape=True)


# The source and the shape of the rows, for the compiler.


def source_of_rows(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Source:
    """Return the source of the rows of a row set, the same one for those of equal queries."""
    if row_set.joined or row_set.links:
        return columns(shape_of(row_set, needs, instances_escape=instances_escape))
    return source_of_layout(row_set.fetched.layout, instances_escape, needs.makes_instances)


@lru_cache(maxsize=1024)
def source_of_layout(layout: Layout, instances_escape: bool, makes_instances: bool) -> Source:
    """Return the source of rows with nothing joined or fetched for them."""
    return columns(Shape(columns_of(layout), (), (), instances_escape, makes_instances))


def shape_of(row_set: Instances, needs: ModelNeeds, *, instances_escape: bool) -> Shape:
    """Return the shape of rows, which is equal for those of equal queries."""
    layout = row_set.fetched.layout
    joined = (
        JoinedShape(
            part.name,
            part.key,
            part.may_be_none,
            shape_of(
                row_set.joined[part.name],
                needs.below(part.name, part.layout.model),
                instances_escape=instances_escape,
            ),
        )
        for part in layout.joined
        # Code of the project makes each of the others: the instance of the row leads to it.
        if row_set.joined[part.name].is_plain
    )
    links = (
        related_shape(row_set, name, link, needs, instances_escape)
        for name, link in row_set.links.items()
    )
    return Shape(
        columns_of(layout),
        tuple(joined),
        tuple(link for link in links if link is not None),
        instances_escape,
        needs.makes_instances,
    )


def related_shape(
    row_set: Instances, name: str, link: RelatedRows, needs: ModelNeeds, instances_escape: bool
) -> RelatedShape | None:
    key = row_set.fetched.position_of(link.relation.key)
    if key is None or not link.row_set.is_plain:
        return None
    below = needs.below(name, link.row_set.model)
    return RelatedShape(
        name,
        link.relation.single,
        key,
        link.is_by_key,
        link.relation.may_be_none,
        link.is_lent,
        shape_of(link.row_set, below, instances_escape=instances_escape),
    )
