"""The shapes of rows of a query: the places of columns, and the relations to other rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Model

from fastserializers.compiler.representation import DecimalText, Form, GuardedExpression

Cases = tuple[GuardedExpression, ...]
DecimalCases = Callable[[DecimalText], Cases]


class Conversion(NamedTuple):
    """How the values that rows have for a column differ from Django's values."""

    made: str = ""
    """The name of the type whose values in a row are Django's already; empty if there is none."""
    runs_code: bool = False
    """Whether project code makes the value, once the row is fetched."""
    unconverted: Callable[[Form], Cases] = lambda form: ()
    """Takes the form of a representation; returns the cases of the value as a row has it."""


def written(cases: Mapping[Form | type[DecimalText], Cases | DecimalCases]) -> Conversion:
    """Return the conversion of a column whose values are represented as rows have them.

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
    """The place of a column in a row, and how its value is converted."""

    number: int
    conversion: Conversion | None = None
    """None for the value itself."""


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of one model in a row. Equal only to itself: there is one for each query."""

    model: type[Model]
    by_attribute: Mapping[str, Column]
    """The columns and the annotations of the query, by the attribute of an instance."""


class Shape(NamedTuple):
    """The columns of rows, and the relations to other rows."""

    columns: Columns
    joined: tuple[JoinedShape, ...] = ()
    links: tuple[RelatedShape, ...] = ()
    instances_escape: bool = False
    """Whether project code may be given the instances of rows."""
    has_instances: bool = False
    """Whether an instance is made of every row, with all its values."""


class JoinedShape(NamedTuple):
    """A relation to columns of the same row."""

    name: str
    key: int
    """The place of a column that is None if there is no related row."""
    may_be_none: bool
    """Whether the attribute is None then; otherwise, reading it is an error."""
    shape: Shape


class RelatedShape(NamedTuple):
    """A relation to rows of another query."""

    name: str
    single: bool
    key: int
    """The place of the key of the related rows."""
    by_key: bool
    """Whether the key finds the related rows; otherwise, only `of()` does."""
    may_be_none: bool
    """Whether the attribute is None if the key is None."""
    shape: Shape
