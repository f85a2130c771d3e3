"""What a representation is: templates of Python source, and the constants that they name.

It never holds the field it was made from, so equal fields give equal representations, and equal
plans share one compilation.
"""

from __future__ import annotations

import uuid
from collections.abc import Hashable
from typing import Any, Literal, NamedTuple, TypeAlias

from rest_framework import fields

AnyField: TypeAlias = "fields.Field[Any, Any, Any, Any]"
# "key" is that of a relation, read without the related row; "lookup" a column of a row that is
# saved. "nested" is what `ListSerializer` takes: prefetched rows do as well as their manager.
Access = Literal["value", "key", "column", "lookup", "rows", "nested"]


class Case(NamedTuple):
    """An expression, and the guard that proves it equal to DRF's field for `{value}`."""

    guard: str
    expression: str


class Representation(NamedTuple):
    """The cases of a field, in the order they are tried; a value that fits none goes to DRF."""

    cases: tuple[Case, ...]
    access: Access = "value"
    source: tuple[str, ...] | None = None
    """What is read, where it is not the source of the field."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for what they mean throughout one call."""
    state: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for them that do not depend on the value."""
    zoned: bool = False
    """Whether the templates name `{zone}`, the time zone that is active."""
    runs_code: bool = False
    """Whether the expressions run code of the project's."""


class TypedValue(NamedTuple):
    """A constant that is equal only to one of its own type: `1`, `1.0` and `True` are three."""

    type: type
    value: Hashable


class Same:
    """A constant that is equal only to itself: a zone equals others with another name."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return hash(id(self.value))

    def build(self) -> object:
        return self.value


# What DRF returns as it is.
AS_IT_IS = Representation((Case("not callable({value})", "{value}"),))

# Something to work on: neither nothing, nor what DRF would call first.
A_VALUE = "{value} is not None and not callable({value})"

# The types of keys that are themselves wherever DRF represents them.
KEY_TYPES = frozenset({int, str, uuid.UUID})
