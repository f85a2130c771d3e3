"""What a source is: how generated code gets from its rows to the raw values of a plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from fastserializers.compiler.fallbacks import READ, Fallback
from fastserializers.compiler.representations.representation import Access, Case
from fastserializers.compiler.templates import Code


class Reader(NamedTuple):
    """How one plan entry gets its raw value out of a row: statements that assign `$value`."""

    statements: tuple[str, ...]
    words: str
    """What is read, told to a person."""
    errors: str = "READ_ERRORS"
    """What the statements may raise; nothing, if it is empty."""
    fallback: Fallback = READ
    guard: str = ""
    """What must hold, beside the representation's guard, for the value to be the right one."""
    stores: tuple[str, ...] = ()
    """The stores of the source that the statements name."""
    codes: tuple[tuple[str, Code], ...] = ()
    """Literals that the statements name."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    """Names that the statements use, and expressions for what they mean throughout one call."""
    state: tuple[tuple[str, str], ...] = ()
    """Names that the statements use, and expressions for them that do not depend on the row."""
    runs_code: bool = False
    """Whether reading may run code of the project's, such as a property."""
    related: Related | None = None
    """What a relation leads to, if nothing else is given instead."""
    lenient: Reader | None = None
    """A reader that leaves `Missing` in `$value` where the row lacks the attribute or the item."""
    conversion: tuple[str, ...] = ()
    """Statements that make of what was read what Django would make of it."""
    same: str = ""
    """A template that proves that it takes none."""
    unconverted: Callable[[str], tuple[Case, ...]] = lambda name: ()
    """Takes the name of a representation; returns the cases of a value before that."""


class Related(NamedTuple):
    """The rows that a relation leads to."""

    rows: Hashable
    """Their type, or their source."""
    guard: str
    """A template that proves that `$value` is one of them."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """What the guard names."""
    arguments: str = ""
    """What their functions are given besides them."""
    each: Callable[[tuple[str, ...]], str | None] | None = None
    """Takes what is read of `$related`, one of them; returns a template, if there is one."""
    otherwise: bool = True
    """Whether `$value` may be anything else."""


INSTANCE, INSTANCES = Code("instance"), Code("instances")


@dataclass(frozen=True, eq=False)
class Source:
    """What rows come from. Equal only to itself: functions are found by it."""

    name: str
    read: Callable[[tuple[str, ...], Access], Reader | None]
    """Takes what is to be read, and how; returns None where only DRF's field knows."""
    row: Code = INSTANCE
    """The local that holds a row."""
    rows: Code = INSTANCES
    """The parameter that holds all rows."""
    instance: str = "$row"
    """The template of an expression of an instance, for a fallback and for methods."""
    other: str = ""
    """A template that is true for a row of another source; without one, there is no such row."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """What that names."""
    stores: Mapping[str, str] = field(default_factory=dict)
    """Where a row keeps its values: names that readers use, and templates of what they mean."""
    parameters: tuple[Code, ...] = ()
    """What a function is given besides the rows, the serializer and the time zone."""
    through: Callable[[tuple[str, ...], Access], Reader | None] | None = None
    """Takes the same as `read`; returns a reader of an instance of the row."""
    other_row: str = "$row"
    """The template of what is to be represented for a row that `other` is true of."""
    after: Source | None = None
    """What a row is read from after code of the project's has run for it."""


def of_type(cls: type, read: Callable[[tuple[str, ...], Access], Reader | None]) -> Source:
    """Return the source of objects that are found by their type."""
    return Source(
        cls.__name__,
        read,
        other="type($row) is not $known",
        constants=(("known", cls),),
    )
