"""Represents rows field by field, before there is one function for all fields of a plan.

A field is read by REST framework's own, or by a function that all plans with the field share: see
`economy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from fastserializers.compiler.economy import Economy
from fastserializers.compiler.emit import MANY, field_code
from fastserializers.compiler.generated import generated
from fastserializers.compiler.kept import Kept
from fastserializers.compiler.plan import Delegated, FieldPlan
from fastserializers.compiler.reads.source import Source
from fastserializers.compiler.writer import Built, write_any_field, write_field, write_other_row
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.fallbacks import leave_out
from fastserializers.runtime.nested import SerializerOrContext
from fastserializers.runtime.zones import active_zone

MOST_SOURCES = 256
"""A process that makes classes without end has sources without end."""

Read = Callable[[Any], Any]
"""Takes a row; returns what the dict of the row has for one field."""


class FieldReader(NamedTuple):
    """How the rows of one source are read for one field."""

    reading: Callable[..., Read]
    """Takes what a list is represented with; returns what reads the field of its rows."""
    runs_code: bool
    """Whether reading may run code of the project."""


class FieldFunctions:
    """The functions of one field, by the sources that they read."""

    __slots__ = ("field", "readers", "values")

    def __init__(self, field: FieldPlan) -> None:
        self.field = field
        self.readers: dict[tuple[Source, bool], FieldReader] = {}
        self.values = 0
        """How many values REST framework's field has represented; what a field takes that it has
        to make counts as some."""

    @property
    def is_earned(self) -> bool:
        return self.values >= Economy.prices.function_of_field

    def earn(self) -> None:
        self.values = max(self.values, Economy.prices.function_of_field)

    def reader(
        self, serializer: str, source: Source, built: Built, *, is_zone_known: bool
    ) -> FieldReader:
        """Return how the field is read from a source.

        `serializer` is the name for messages. Raises `RepresentationError`.
        """
        output = self.field.output
        if isinstance(output, Delegated) and output.is_mistaken:
            raise RepresentationError(output.reason)
        if not self.is_earned:
            by_drf = partial(reading_any_field(source), name=self.field.name)
            return FieldReader(by_drf, runs_code=True)
        known = self.readers.get((source, is_zone_known))
        if known is None:
            if len(self.readers) >= MOST_SOURCES:
                self.readers.clear()
            code = field_code(self.field, source, MANY)
            written = write_field(
                serializer, self.field, source, built, is_zone_known=is_zone_known
            )
            subject = f"{serializer}.{self.field.name} {source.name}"
            known = FieldReader(generated(written, subject), code.runs_code)
            self.readers[source, is_zone_known] = known
            kept_fields.keep(self.field, self)
        return known


kept_fields: Kept[FieldPlan, FieldFunctions] = Kept(FieldFunctions, lambda field: 1)


class Part(NamedTuple):
    name: str
    reader: FieldReader


class Composition:
    """Represents rows of one source by the functions of the fields of a plan."""

    __slots__ = ("other_row", "others", "parts", "zoned")

    def __init__(
        self, parts: tuple[Part, ...], source: Source, others: Mapping[Any, Any], *, zoned: bool
    ) -> None:
        self.parts = parts
        self.zoned = zoned
        self.other_row = other_row(source) if source.other else None
        self.others = others
        """The functions for rows of another source, by their type."""

    def one(
        self, row: Any, serializer: SerializerOrContext, zone: Any, *row_sets: Any
    ) -> dict[str, Any]:
        skipped: list[str] = []
        represented = {
            name: reader.reading(serializer, zone, skipped, *row_sets)(row)
            for name, reader in self.parts
        }
        if skipped:
            leave_out(represented, skipped)
        return represented

    def many(
        self, rows: Iterable[Any], serializer: SerializerOrContext, zone: Any, *row_sets: Any
    ) -> list[dict[str, Any]]:
        skipped: list[str] = []
        reads: list[tuple[str, Read]] = []
        made: list[dict[str, Any]] = []
        for row in rows:
            if self.other_row is not None and (other := self.other_row(row, *row_sets)):
                (instance,) = other
                now = active_zone() if self.zoned else zone
                made.append(self.others[type(instance)](instance, serializer, now))
                continue
            # REST framework makes no fields where there are no rows.
            reads = reads or [
                (name, reader.reading(serializer, zone, skipped, *row_sets))
                for name, reader in self.parts
            ]
            represented = {name: read(row) for name, read in reads}
            if skipped:
                leave_out(represented, skipped)
            made.append(represented)
        return made


def fields_in_order(
    fields: Sequence[FieldFunctions],
    serializer: str,
    source: Source,
    built: Built,
    *,
    is_zone_known: bool,
) -> Iterator[Part]:
    """Return how each field is read, by the source that the row is read from by then."""
    is_after = False
    for functions in fields:
        field = functions.field
        rows = source if source.part is None else source.part(first_name(field))
        if is_after and rows.after is not None:
            rows = rows.after
        reader = functions.reader(
            serializer, rows, built, is_zone_known=is_zone_known or not field.output.zoned
        )
        yield Part(field.name, reader)
        if reader.runs_code:
            is_after, is_zone_known = True, False


def first_name(field: FieldPlan) -> str:
    """Return the attribute of a row that leads to the value of a field."""
    path = field.source if field.output.source is None else field.output.source
    return path[0] if path else ""


@lru_cache(maxsize=MOST_SOURCES)
def reading_any_field(source: Source) -> Callable[..., Read]:
    """Return what makes the function that has REST framework's field read a row."""
    return generated(write_any_field(source), f"any field {source.name}")


@lru_cache(maxsize=MOST_SOURCES)
def other_row(source: Source) -> Callable[..., tuple[Any, ...]]:
    """Return what tells a row of another source: it returns that row, or nothing."""
    return generated(write_other_row(source), f"other rows {source.name}")
