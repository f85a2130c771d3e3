"""The source and the shape of the rows of a row set, for the compiler."""

from __future__ import annotations

from functools import lru_cache

from fastserializers.compiler.reads.rows import columns
from fastserializers.compiler.reads.shapes import JoinedShape, Making, RelatedShape, Shape
from fastserializers.compiler.reads.source import Source
from fastserializers.rows.layout import Layout, columns_without
from fastserializers.rows.needs import ColumnNeeds
from fastserializers.rows.row_instances import Instances, RelatedRows, row_sets_below


def source_of_rows(row_set: Instances, needs: ColumnNeeds, *, instances_escape: bool) -> Source:
    """Return the source of the rows of a row set, the same one for those of equal queries."""
    model = row_set.fetched.model
    if row_set.joined or row_set.links or row_set.fetched.owners:
        return columns(shape_of(row_set, needs, instances_escape=instances_escape))
    return source_of_layout(
        row_set.fetched.layout, instances_escape, needs.of(model).makes_instances, row_set.making
    )


@lru_cache(maxsize=1024)
def source_of_layout(
    layout: Layout, instances_escape: bool, makes_instances: bool, making: Making
) -> Source:
    """Return the source of rows with nothing joined or fetched for them."""
    has_instances = makes_instances or bool(making)
    return columns(Shape(columns_without(layout), (), (), instances_escape, has_instances, making))


def instances_escape(row_set: Instances, needs: ColumnNeeds) -> bool:
    """Return whether project code may have instances of the rows, or gets some."""
    return needs.of(row_set.fetched.model).instances_escape or any(
        below.making for below in row_sets_below(row_set)
    )


def shape_of(row_set: Instances, needs: ColumnNeeds, *, instances_escape: bool) -> Shape:
    """Return the shape of rows, which is equal for those of equal queries."""
    layout = row_set.fetched.layout
    joined = (
        JoinedShape(
            part.name,
            part.key,
            part.may_be_none,
            shape_of(
                row_set.joined[part.name],
                needs.below(part.name),
                instances_escape=instances_escape,
            ),
        )
        for part in layout.joined
    )
    hidden = (
        name
        for known in row_set.fetched.owners
        if known.changes_column()
        for name in known.columns
    )
    links = (
        related_shape(row_set, name, link, needs.below(name), instances_escape)
        for name, link in row_set.links.items()
    )
    return Shape(
        columns_without(layout, tuple(hidden)),
        tuple(joined),
        tuple(link for link in links if link is not None),
        instances_escape,
        needs.of(layout.model).makes_instances or bool(row_set.making),
        row_set.making,
    )


def related_shape(
    row_set: Instances, name: str, link: RelatedRows, needs: ColumnNeeds, instances_escape: bool
) -> RelatedShape | None:
    key = row_set.fetched.position_of(link.relation.key)
    if key is None:
        return None
    return RelatedShape(
        name,
        link.relation.single,
        key,
        link.is_by_key,
        link.relation.may_be_none and row_set.is_raw(link.relation.key),
        shape_of(link.row_set, needs, instances_escape=instances_escape),
    )
