"""Sources: how generated code gets from their rows to the raw values of a plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from fastserializers.compiler.representation import ANY, Access, Guard
from fastserializers.compiler.sources.shapes import Conversion
from fastserializers.compiler.templates import Code


class Fallback(NamedTuple):
    """Templates of the calls that finish a field."""

    value: str
    """For a value that fits no case."""
    error: str
    """For an error that reading has raised."""
    takes_error: bool = False
    """Whether that call is given the `error`."""


DELEGATE = "delegate(serializer, $name, $instance, $skipped)"
RECOVER = "recover(serializer, $name, $instance, error, $skipped)"

NOT_READ = Fallback(DELEGATE, DELEGATE)
"""No code of the project has run yet: DRF reads the field itself."""
READ = Fallback(
    "resume(serializer, $name, $instance, $value, $skipped)", RECOVER, takes_error=True
)
"""The attribute has been read once: DRF's field is given the value, and calls a callable."""
READ_AND_CALLED = Fallback("represent(serializer, $name, $value)", RECOVER, takes_error=True)
"""The value has been called where DRF calls it: DRF's field represents it."""


class Reader(NamedTuple):
    """How the raw value of one field is read from a row. The writer assigns it to `$value`."""

    value: str
    """The template of an expression of the value."""
    words: str
    """How it is read, for people."""
    steps: tuple[str, ...] = ()
    """Templates of the lines that stand before."""
    errors: str = "READ_ERRORS"
    """The errors that reading may raise; empty if there are none."""
    fallback: Fallback = READ
    guard: str = ""
    """The template of a test of the value, beside the guard of a representation."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """Names that these templates use, and the objects that they stand for."""
    per_call: tuple[tuple[str, str], ...] = ()
    """Names that these templates use, and expressions that are evaluated once per call."""
    row_locals: tuple[str, ...] = ()
    """The locals of a row, as the source has them, that these templates use."""
    runs_code: bool = False
    """Whether reading may run project code, such as a property."""
    related: RelationRows | None = None
    """The rows that a relation leads to."""
    conversion: Conversion = Conversion()
    """How the value in the row differs from Django's."""
    converted: str = ""
    """The template of Django's value; empty if the row has Django's value."""
    may_be_missing: bool = False
    """Whether the value is `Missing` if a relation on the way to it leads to no row."""


class RelationRows(NamedTuple):
    """The rows that a relation leads to."""

    rows: Hashable
    """Their type, or their source."""
    guard: Guard = ANY
    """Proves that `$value` is one of them, or has them."""
    attribute: Callable[[tuple[str, ...]], str | None] | None = None
    """Takes the path of an attribute of `$related`, one of the rows; returns a template that reads
    the attribute, or None if the rows do not hold it. None if the rows are instances."""
    otherwise: bool = True
    """Whether `$value` may be anything else that can be represented."""


ReadPath = Callable[[tuple[str, ...], Access], Reader | None]
"""Takes a path of attributes, and how it is read; returns None if only DRF's field can read it."""

INSTANCE = Code("instance")


@dataclass(frozen=True, eq=False)
class Source:
    """A kind of objects to read. It equals only itself: generated functions are found by it."""

    name: str
    read: ReadPath
    row: Code = INSTANCE
    """The local that holds a row. The parameter that holds all rows has its plural."""
    instance: str = "$row"
    """The template of an expression of an instance, for a fallback and for methods."""
    other: str = ""
    """A template that is true for a row of another source; empty if there is no other source."""
    other_row: str = "$row"
    """The template of the object that is represented for such a row."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """Names that these templates use, and the objects that they stand for."""
    row_locals: Mapping[str, str] = field(default_factory=dict)
    """Locals of a row that readers use, and templates of the expressions that they are given."""
    parameters: tuple[Code, ...] = ()
    """The parameters of a function besides the rows, the serializer and the time zone."""
    through: ReadPath | None = None
    """Reads the same from an instance of the row."""
    after: Source | None = None
    """The source that a row is read from after project code has run for it."""

    @property
    def rows(self) -> Code:
        return Code(f"{self.row}s")


def of_type(cls: type, read: ReadPath) -> Source:
    """Return the source of objects that are found by their type."""
    return Source(
        cls.__name__,
        read,
        other="type($row) is not $row_type",
        constants=(("row_type", cls),),
    )
