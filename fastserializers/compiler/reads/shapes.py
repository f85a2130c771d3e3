"""What the compiler has to know of the rows of a query: what is where, and what leads on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from django.db.models import Model

from fastserializers.compiler.representation import GuardedExpression


class Making(IntEnum):
    """What instances of the rows of a model are made by, and when."""

    ON_DEMAND = 0
    """By this library, when somebody asks for one."""
    WITH_SIGNAL = 1
    """By this library, each when its row is read: receivers of `post_init` get it."""
    BY_DJANGO = 2
    """By `Model.from_db()`, each when its row is read."""


class Conversion(NamedTuple):
    """What stands in a row for a value that Django would make of it."""

    same: str = ""
    """A template that is true where `$value` is the value already; never, if it is empty."""
    keeps_none: bool = True
    """Whether None stands for None."""
    runs_code: bool = False
    """Whether code of the project makes the value."""
    unconverted: Callable[[str], tuple[GuardedExpression, ...]] = lambda name: ()
    """Takes the name of a representation; returns the cases of what stands in a row."""


def written(cases: Mapping[str, tuple[GuardedExpression, ...]]) -> Conversion:
    """Return the conversion of what stands for a value in some representations, by their name."""
    return Conversion(unconverted=lambda name: cases.get(name, ()))


class Column(NamedTuple):
    """Where the value of a column is, and what is there."""

    number: int
    conversion: Conversion | None = None
    """None for the value itself."""


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of one model in a row. Equal only to itself: there is one for each query."""

    model: type[Model]
    by_attribute: Mapping[str, Column]
    """By the attribute of an instance: columns, and what the query has annotated."""


class Shape(NamedTuple):
    """The columns of rows, and what leads from them to others."""

    columns: Columns
    joined: tuple[JoinedShape, ...] = ()
    links: tuple[RelatedShape, ...] = ()
    instances_escape: bool = False
    """Whether code of the project may get hold of the instances of rows."""
    has_instances: bool = False
    """Whether an instance is made of each row in any case, and all values for it."""
    making: Making = Making.ON_DEMAND
    """Unless it is `ON_DEMAND`, instances alone have the values of the rows."""


class JoinedShape(NamedTuple):
    """A relation to columns of the same row."""

    name: str
    key: int
    """Where there is None if the related row is missing."""
    may_be_none: bool
    """Whether the attribute is None then; otherwise it is an error."""
    shape: Shape


class RelatedShape(NamedTuple):
    """A relation to rows of another query."""

    name: str
    single: bool
    key: int
    """Where a row has the key of the related ones."""
    by_key: bool
    """Whether that finds them; otherwise, only `of()` does."""
    may_be_none: bool
    """Whether the attribute is None where the key is."""
    shape: Shape
