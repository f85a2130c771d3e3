"""What a representation is: templates of Python source, and what they name.

It never holds the field it was made from, so equal fields give equal representations, and equal
plans share one compilation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from rest_framework import fields

from fastserializers.compiler.templates import Code

AnyField: TypeAlias = "fields.Field[Any, Any, Any, Any]"
# "key" is that of a relation, read without the related row; "lookup" a column of a row that is
# saved. "related" is one related row; "rows" are many, and "nested" is what `ListSerializer`
# takes: prefetched rows do as well as their manager.
Access = Literal["value", "key", "column", "lookup", "related", "rows", "nested"]


class Case(NamedTuple):
    """A template of an expression, and of the guard that proves it equal to DRF's field."""

    guard: str
    """Proves it for `$value`; nothing has to be proved where it is empty."""
    expression: str
    """What the value becomes: `$value`, if it is represented by itself."""


class Representation(NamedTuple):
    """The cases of a field, in the order they are tried; a value that fits none goes to DRF.

    Its templates may name `$value`, `$name` (the field's), `$field`, `$instance`, `$row`, `$zone`
    (the time zone that is active), what is listed here, and locals that they assign.
    """

    cases: tuple[Case, ...]
    access: Access = "value"
    source: tuple[str, ...] | None = None
    """What is read, where it is not the source of the field."""
    codes: tuple[tuple[str, Code], ...] = ()
    """Names that the templates use, and the source that stands for them."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """Names that the templates use, and objects that generated code is given for them."""
    data: tuple[tuple[str, str], ...] = ()
    """Which of the constants are data of a field, and expressions of them that ask `$field`."""
    kept: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for what they mean throughout one call."""
    state: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for them that do not depend on the value."""
    each: tuple[str, ...] = ()
    """What the templates read as `$each` of `$related`: of one of the rows that are `$value`."""
    name: str = ""
    """What a source goes by that knows how to write this without making a value first."""
    zoned: bool = False
    """Whether the templates name `$zone`."""
    runs_code: bool = False
    """Whether the expressions run code of the project's."""


class Recipe(ABC):
    """A constant that can be compared, of something that can't."""

    @abstractmethod
    def build(self) -> object:
        """Return what generated code is given."""


@dataclass(frozen=True, eq=False)
class Same(Recipe):
    """A constant that is equal only to itself: a zone equals others with another name."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return hash(id(self.value))

    def build(self) -> object:
        return self.value


class TypedValue(NamedTuple):
    """A value that is equal only to one of its own type: `1`, `1.0` and `True` are three."""

    type: type
    value: Hashable


def built(constant: Hashable) -> object:
    """Return the object that a constant of a representation stands for."""
    return constant.build() if isinstance(constant, Recipe) else constant


# Neither what DRF would call first, nor what may stand for a key that is None.
ITSELF = "not callable($value) and type($value) is not PKOnlyObject"

# What DRF returns as it is.
AS_IT_IS = Representation((Case(ITSELF, "$value"),), name="as it is")

# Something to work on.
A_VALUE = f"$value is not None and {ITSELF}"
