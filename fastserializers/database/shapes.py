"""What the compiler has to know of the rows of a level."""

from __future__ import annotations

from fastserializers.compiler.sources.columns import JoinedShape, LinkShape, Shape
from fastserializers.database.demands import NOTHING, Demand
from fastserializers.database.levels import Level, Link


def shape_of(level: Level, demand: Demand, *, is_watched: bool) -> Shape:
    """Return the shape of rows, which is equal for those of equal queries."""
    layout = level.layout
    joined = (
        JoinedShape(
            part.name,
            part.key,
            part.may_be_none,
            shape_of(level.joined[part.name], below(demand, part.name), is_watched=is_watched),
        )
        for part in layout.joined
    )
    links = (
        link_shape(level, name, link, below(demand, name), is_watched)
        for name, link in level.links.items()
    )
    return Shape(
        layout.columns_without(
            tuple(
                name for known in level.known if known.changes_column() for name in known.columns
            )
        ),
        tuple(joined),
        tuple(link for link in links if link is not None),
        is_watched,
        demand.makes_instances(layout.model),
    )


def below(demand: Demand, name: str) -> Demand:
    return demand.related.get(name, NOTHING)


def link_shape(
    level: Level, name: str, link: Link, demand: Demand, is_watched: bool
) -> LinkShape | None:
    key = level.position_of(link.relation.key)
    if key is None:
        return None
    return LinkShape(
        name,
        link.relation.single,
        key,
        link.is_by_key,
        link.is_lent,
        link.relation.may_be_none and level.is_raw(link.relation.key),
        None if link.level.maker is None else shape_of(link.level, demand, is_watched=is_watched),
    )
