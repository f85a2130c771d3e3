"""What the compiler has to know of the rows of a level."""

from __future__ import annotations

from fastserializers.compiler.reads.rows import JoinedShape, LinkShape, Shape, columns
from fastserializers.compiler.reads.source import Source
from fastserializers.rows.lending import levels_below
from fastserializers.rows.needs import NOTHING, Demand
from fastserializers.rows.row_set import Level, Link


def source_of(level: Level, demand: Demand) -> Source:
    """Return the source of the rows of a level, the same one for those of equal queries."""
    model = level.model
    watched = is_watched(level, demand)
    if level.joined or level.links or level.known:
        return columns(shape_of(level, demand, is_watched=watched))
    known, flags = level.layout.sources, (watched, demand.makes_instances(model), level.making)
    if flags not in known:
        known[flags] = columns(shape_of(level, demand, is_watched=watched))
    return known[flags]


def is_watched(level: Level, demand: Demand) -> bool:
    """Return whether code may have got hold of instances of the rows, or does."""
    return demand.is_watched(level.model) or any(below.making for below in levels_below(level))


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
        demand.makes_instances(layout.model) or bool(level.making),
        level.making,
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
        link.relation.may_be_none and level.is_raw(link.relation.key),
        None if link.level.maker is None else shape_of(link.level, demand, is_watched=is_watched),
    )
