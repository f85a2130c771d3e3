"""The shape of the rows of a query: the place of each column, and the relations to other rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Model

from fastserializers.compiler.representation import DecimalText, Form, GuardedExpression

Cases = tuple[GuardedExpression, ...]
DecimalCases = Callable[[DecimalText], Cases]


class Conversion(NamedTuple):
    """How the values in the rows of a column differ from those that Django makes of them."""

    made: str = ""
    """The name of the type whose values in a row are Django's already; empty if there is none."""
    keeps_none: bool = True
    """Whether None stands for None."""
    runs_code: bool = False
    """Whether code of the project makes the value, once the row is fetched."""
    unconverted: Callable[[Form], Cases] = lambda form: ()
    """Takes the form of a representation; returns the cases of what stands in a row."""


def written(cases: Mapping[Form | type[DecimalText], Cases | DecimalCases]) -> Conversion:
    """Return the conversion of what a representation takes as it stands in a row.

    `cases` is a table by the form of the representation; a function for all numbers of digits.
    """

    def unconverted(form: Form) -> Cases:
        if isinstance(form, DecimalText):
            of_decimal = cases.get(DecimalText, ())
            return of_decimal(form) if callable(of_decimal) else of_decimal
        found = cases.get(form, ())
        return () if callable(found) else found

    return Conversion(unconverted=unconverted)


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
    is_lent: bool
    """Whether instances have it only once a field has read it."""
    shape: Shape
