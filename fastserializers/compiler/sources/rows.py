"""The rows of a query, as the database has returned them.

A column is read by its position. A joined relation leads to other columns of the same row, any
other relation to the rows that another query has fetched, by their key. Everything else is read
from an instance of the row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django.db.models import Model

from fastserializers.compiler.representation import ANY, NOT_NONE, Access, Guard
from fastserializers.compiler.sources.instances import (
    ROW_LOCALS,
    column_of,
    descriptor_of,
    instances,
    key_column,
    relation_cache,
    rows_cache,
)
from fastserializers.compiler.sources.shapes import (
    Column,
    Conversion,
    RelatedShape,
    Shape,
)
from fastserializers.compiler.sources.source import (
    DELEGATE,
    NOT_READ,
    Reader,
    RelationRows,
    Source,
)
from fastserializers.compiler.templates import Code, quoted, replaced


@lru_cache(maxsize=1024)
def columns(shape: Shape) -> Source:
    """Return the source of rows of a shape: the same one for equal shapes."""
    source = Source(
        f"columns of {shape.layout.model.__name__}",
        partial(read_columns, shape),
        row=Code("record"),
        instance="row_set.instance_of($row)",
        row_locals=FROM_INSTANCE,
        parameters=(Code("row_set"),),
        through=partial(through, shape),
    )
    if not shape.instances_escape:
        return source
    return replace(
        source,
        other="id($row) in row_set.made",
        other_row="row_set.made[id($row)]",
        after=replace(source, read=partial(read_after, shape)),
    )


# The places where the instance of a row keeps its values.
FROM_INSTANCE = {
    "made": "row_set.instance_of($row)",
    **{name: meaning.replace("$row", "made") for name, meaning in ROW_LOCALS.items()},
}


def read_columns(shape: Shape, path: tuple[str, ...], access: Access) -> Reader | None:
    hop = hop_along(shape, path[:-1]) if path else None
    reader = READERS[access](hop, path[-1]) if hop else None
    return reader or through(shape, path, access)


def through(shape: Shape, path: tuple[str, ...], access: Access) -> Reader | None:
    """Return a reader of the instance of a row."""
    reader = instances(shape.layout.model).read(path, access)
    return reader and of_made(reader)


def of_made(reader: Reader) -> Reader:
    return reader._replace(
        value=replaced(reader.value, "row", "made"),
        row_locals=("made", *reader.row_locals),
    )


# On the way.


class Hop(NamedTuple):
    """The row that a path of relations has led to. All attributes but the shape are templates."""

    shape: Shape
    row: str = "$row"
    missing: str = ""
    """True if there is no row; empty if there is always one."""
    row_set: str = "row_set"
    steps: tuple[str, ...] = ()
    """Lines that find the rows on the way."""
    per_call: tuple[tuple[str, str], ...] = ()


def hop_along(shape: Shape, path: tuple[str, ...]) -> Hop | None:
    """Return the row that a path of to-one relations leads to; None if only instances know."""
    hop = Hop(shape)
    for number, name in enumerate(path, 1):
        related = related_shape(hop.shape, name, single=True)
        if related is None:
            return None
        hop = hop_to(hop, related, number)
    return hop


def related_shape(shape: Shape, name: str, *, single: bool) -> RelatedShape | None:
    """Return a relation of rows, to one row or to many; None if no rows were fetched for it."""
    named = (related for related in shape.related if related.name == name)
    return next((related for related in named if related.single is single), None)


def hop_to(hop: Hop, related: RelatedShape, number: int) -> Hop:
    """Return the row that a to-one relation of the row of a hop leads to."""
    shape, row_set = related.shape, row_set_of_hop(hop, related)
    if related.reached_by == "join":
        missing = " or ".join(filter(None, (hop.missing, f"{hop.row}[{related.key}] is None")))
        return hop._replace(shape=shape, missing=missing, row_set=row_set)
    per_call, found = found_rows(hop, related, f"rows_{number}")
    if hop.missing:
        found = f"None if {hop.missing} else {found}"
    row = f"$step_{number}"
    steps = (*hop.steps, f"{row} = {found}")
    return Hop(shape, row, f"{row} is None", row_set, steps, (*hop.per_call, per_call))


def found_rows(
    hop: Hop, related: RelatedShape, name: str, *otherwise: str
) -> tuple[tuple[str, str], str]:
    """Return a local with its expression, and the expression by which it finds related rows.

    A key that finds nothing gives `otherwise`, or else None.
    """
    fetched = f"{hop.row_set}.related_rows[{quoted(related.name)}]"
    if related.reached_by == "key":
        key = f"{hop.row}[{related.key}]"
        return (name, f"{fetched}.rows"), f"${name}.get({', '.join((key, *otherwise))})"
    return (name, fetched), f"${name}.of({hop.row})"


def row_set_of_hop(hop: Hop, related: RelatedShape) -> str:
    if related.reached_by == "join":
        return f"{hop.row_set}.joined[{quoted(related.name)}]"
    return f"{hop.row_set}.related_rows[{quoted(related.name)}].row_set"


# Columns.


def value_reader(hop: Hop, name: str) -> Reader | None:
    column = column_of_row(hop.shape, name)
    if column is None:
        return None
    has_instance = hop.shape.has_instances and hop == Hop(hop.shape)
    if has_instance and column.conversion and not column.conversion.made:
        # The instance of the list has the converted value.
        return None
    return column_reader_at(hop, column)


def key_reader(hop: Hop, name: str) -> Reader | None:
    """Read the key of a relation from its column, as `use_pk_only_optimization()` has it."""
    model = hop.shape.layout.model
    attribute = key_column(model, name)
    column = hop.shape.layout.column(attribute or "")
    if column is None or model.serializable_value is not Model.serializable_value:
        return None
    return column_reader_at(hop, column)


def lookup_reader(hop: Hop, name: str) -> Reader | None:
    """Read a column of a row, if that has a key, as `HyperlinkedRelatedField.get_url()`."""
    reader, key = value_reader(hop, name), column_of_row(hop.shape, "pk")
    if reader is None or key is None:
        return None
    return reader._replace(guard=f'{hop.row}[{key.number}] not in (None, "")')


def column_of_row(shape: Shape, name: str) -> Column | None:
    model = shape.layout.model
    attribute = column_of(model, name)
    if attribute is None and descriptor_of(model, name) is None:
        # The class has no attribute of this name: an annotation has.
        attribute = name
    return None if attribute is None else shape.layout.column(attribute)


def reader_at(hop: Hop, value: str, words: str, **options: Any) -> Reader:
    """Return a reader of the row of a hop: `Missing` if there is none."""
    if hop.missing:
        value = f"Missing if {hop.missing} else {value}"
    options = {"may_be_missing": bool(hop.missing), "per_call": hop.per_call, **options}
    return Reader(value, words, steps=hop.steps, errors="", fallback=NOT_READ, **options)


def column_reader_at(hop: Hop, column: Column) -> Reader:
    kind = column.conversion or Conversion()
    return reader_at(
        hop,
        f"{hop.row}[{column.number}]",
        "column through relations" if hop.missing else "column",
        conversion=kind,
        converted=converted(hop.row_set, column, "$value") if column.conversion else "",
    )


def converted(row_set: str, column: Column, value: str) -> str:
    return value if column.conversion is None else f"{row_set}.converted[{column.number}]({value})"


# Relations.


def related_reader(hop: Hop, name: str) -> Reader | None:
    """Read the one row that a relation leads to."""
    related = related_shape(hop.shape, name, single=True)
    if related is None:
        return None
    if related.reached_by == "join":
        nothing = "None" if related.may_be_none else "Missing"
        value = f"{hop.row} if {hop.row}[{related.key}] is not None else {nothing}"
        reader = row_reader(hop, related, value)
        return reader._replace(may_be_missing=bool(hop.missing) or not related.may_be_none)
    per_call, found = found_rows(hop, related, "rows_of")
    value = f"{found} or Missing"
    if related.may_be_none:
        value = f"None if {hop.row}[{related.key}] is None else {value}"
    reader = row_reader(hop, related, value, per_call)
    if not hop.shape.instances_escape:
        return reader
    return shared(reader._replace(steps=(*reader.steps, f"$found = {reader.value}")))


def shared(reader: Reader) -> Reader:
    """Return a reader of the row `$found`, or of its instance.

    Several rows may share one related instance: once it is made, it is read, so that changes show.
    """
    return reader._replace(
        value="$row_set_of.made.get(id($found), $found)",
        related=reader.related and reader.related._replace(guard=IS_ROW, otherwise=True),
    )


# A row of the source is a tuple, an instance is none.
IS_ROW = Guard("type", "tuple")


def row_reader(hop: Hop, related: RelatedShape, value: str, *per_call: tuple[str, str]) -> Reader:
    return reader_at(
        hop,
        value,
        "related columns",
        may_be_missing=True,
        per_call=(*hop.per_call, *per_call, ("row_set_of", row_set_of_hop(hop, related))),
        related=related_rows(related.shape, NOT_NONE),
    )


def rows_reader(hop: Hop, name: str) -> Reader | None:
    """Read the rows that a relation to many leads to."""
    related = related_shape(hop.shape, name, single=False)
    if related is None:
        return None
    per_call, value = found_rows(hop, related, "rows_of", "()")
    return reader_at(
        hop,
        value,
        "rows of one query",
        per_call=(*hop.per_call, per_call, ("row_set_of", row_set_of_hop(hop, related))),
        related=related_rows(related.shape, ANY),
    )


def related_rows(shape: Shape, guard: Guard) -> RelationRows:
    return RelationRows(columns(shape), guard, partial(related_column, shape), otherwise=False)


def related_column(shape: Shape, path: tuple[str, ...]) -> str | None:
    """Return a template that reads a column of the row `$related`."""
    is_column = len(path) == 1
    column = column_of_row(shape, path[0]) if is_column else None
    return column and converted("$row_set_of", column, f"$related[{column.number}]")


READERS: dict[Access, Callable[[Hop, str], Reader | None]] = {
    "value": value_reader,
    "key": key_reader,
    "column": value_reader,
    "lookup": lookup_reader,
    "related": related_reader,
    "rows": rows_reader,
    "nested": rows_reader,
}

# After project code was given the instance of a row: it may have changed whatever it has read.


def read_after(shape: Shape, path: tuple[str, ...], access: Access) -> Reader | None:
    from_instance = through(shape, path, access)
    if access not in CACHES or len(path) != 1 or from_instance is None:
        return from_instance
    store, cache_of = CACHES[access]
    cache = cache_of(shape.layout.model, path[0])
    reader = READERS[access](Hop(shape._replace(instances_escape=False)), path[0])
    if reader is None or cache is None:
        return from_instance
    finding = (
        f"$is_row = read_from_row({store}, {quoted(cache)})",
        "if $is_row:",
        f"    $found = {reader.value}",
        "else:",
        f"    $found = {from_instance.value}",
    )
    either = from_instance._replace(
        steps=finding,
        value="$found",
        may_be_missing=reader.may_be_missing,
        fallback=from_instance.fallback._replace(value=DELEGATE),
        per_call=reader.per_call,
        row_locals=(*from_instance.row_locals, store),
        related=reader.related
        and reader.related._replace(guard=Guard(test="$is_row"), otherwise=True),
    )
    return shared(either) if access == "related" else either


CACHES: dict[Access, tuple[str, Callable[[type[Model], str], str | None]]] = {
    "related": ("related", relation_cache),
    "rows": ("prefetched", rows_cache),
    "nested": ("prefetched", rows_cache),
}
