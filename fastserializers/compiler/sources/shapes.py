"""The shapes of rows of a query: the places of columns, and the relations to other rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

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
        of_form = cases.get(form, ())
        return () if callable(of_form) else of_form

    return Conversion(unconverted=unconverted)


class Column(NamedTuple):
    """The place of a column in a row, and how its value is converted."""

    number: int
    conversion: Conversion | None = None
    """None for the value itself."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The columns of one model in a row, and those of the models that are joined to it.

    Equal only to itself: the rows of equal queries have the same one.
    """

    model: type[Model]
    columns: tuple[tuple[str, int], ...]
    """The attributes that are columns, in the order of the model's fields, and their positions."""
    conversions: Mapping[int, Conversion]
    """The conversion at each position where Django converts."""
    joined: tuple[Joined, ...] = ()
    annotations: tuple[tuple[str, int], ...] = ()

    def with_conversions(self, conversions: Mapping[int, Conversion]) -> Layout:
        joined = tuple(
            part._replace(layout=part.layout.with_conversions(conversions)) for part in self.joined
        )
        return replace(self, conversions=conversions, joined=joined)

    @cached_property
    def by_code(self) -> tuple[int, ...]:
        """The positions of values that project code makes, or that depend on the moment."""
        return tuple(place for place, kind in self.conversions.items() if kind.runs_code)

    @cached_property
    def with_values(self) -> Layout:
        """The layout of the same rows, where the values of these columns are made already."""
        kinds = {place: kind for place, kind in self.conversions.items() if not kind.runs_code}
        return self.with_conversions(kinds)

    def column(self, attribute: str) -> Column | None:
        """Return where the value of an attribute stands in a row; None if it stands nowhere."""
        place = self.positions.get(attribute)
        return None if place is None else Column(place, self.conversions.get(place))

    @cached_property
    def positions(self) -> dict[str, int]:
        # An instance gets the annotation that has the name of a column.
        return dict((*self.columns, *self.annotations))


class Joined(NamedTuple):
    """A relation to one row, whose columns are in the same row."""

    name: str
    """Under what the instance keeps the related one."""
    layout: Layout
    key: int
    """The position that holds None where there is no related row."""
    remote: str | None
    """Under what the related instance keeps this one, if it does."""
    may_be_none: bool
    """Whether the attribute is None then; otherwise it is an error."""


class Shape(NamedTuple):
    """The columns of rows, and the relations to other rows."""

    layout: Layout
    related: tuple[RelatedShape, ...] = ()
    instances_escape: bool = False
    """Whether project code may be given the instances of rows."""
    has_instances: bool = False
    """Whether an instance is made of every row, with all its values."""


ReachedBy = Literal["join", "key", "method"]


class RelatedShape(NamedTuple):
    """A relation to other columns of the same row, or to rows of another query."""

    name: str
    shape: Shape
    """Of the related rows."""
    key: int
    """The place of a row that has the key of the related rows."""
    reached_by: ReachedBy
    """How a row leads to the related ones: `RelatedRows.of()` is the method."""
    single: bool = True
    may_be_none: bool = False
    """Whether the attribute is None if the key is None; otherwise, that is an error."""
