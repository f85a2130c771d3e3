"""Representations: templates of Python source, and the objects that they name.

A representation never holds the field that it was made from: equal fields give equal
representations, and equal plans share one compilation.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from fastserializers.compiler.templates import has_placeholder, in_brackets

# "key" is the key of a relation, read without the related row; "lookup" a column of a saved row.
# "related" is one related row; "rows" are many, and "nested" are many for a `ListSerializer`,
# which takes prefetched rows or their manager.
Access = Literal["value", "key", "column", "lookup", "related", "rows", "nested"]


class DecimalText(NamedTuple):
    """A decimal number as a text of at most `max_digits` digits."""

    max_digits: int
    places: int


Form: TypeAlias = Literal["as it is", "iso datetime", "uuid"] | DecimalText


class Guard(NamedTuple):
    """A test of `$value`. Guards are compared by what they test, and not by their text."""

    kind: Literal["any", "not none", "value", "type"] = "any"
    type: str = ""
    """The name of the type of all values that a guard of the kind "type" lets through."""
    test: str = ""
    """The template of a further test; empty if there is none."""

    @property
    def text(self) -> str:
        """The template of the guard; empty if it lets every value through."""
        return all_of(f"type($value) is {self.type}" if self.type else TESTS[self.kind], self.test)


class GuardedExpression(NamedTuple):
    """A template of an expression, and the guard that proves it equal to DRF's field."""

    guard: Guard
    expression: str
    """The output; `$value` for a value that is its own representation."""

    @property
    def templates(self) -> tuple[str, str]:
        return self.guard.test, self.expression


class Representation(NamedTuple):
    """The cases of a field, in the order they are tried; a value that fits none goes to DRF.

    Its templates may name `$value`, `$name` (the field's), `$field`, `$instance`, `$row`, `$zone`
    (the active time zone), the names that are listed here, and locals that they assign.
    """

    cases: tuple[GuardedExpression, ...]
    access: Access = "value"
    source: tuple[str, ...] | None = None
    """The path to read, if it is not the source of the field."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    """Names that the templates use, and the objects that they stand for."""
    per_call: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions that are evaluated once per call. A name that
    is in `constants`, too, is a constant for fields of the class, an expression for own fields."""
    related_attribute: tuple[str, ...] = ()
    """The path that `$related_attribute` reads of `$related`, one of the rows in `$value`."""
    form: Form | None = None
    """The form of the output. A column that holds it already is not converted first."""
    runs_code: bool = False
    """Whether the expressions run project code."""

    @property
    def zoned(self) -> bool:
        """Whether the output depends on the active time zone."""
        return any(has_placeholder(text, "zone") for case in self.cases for text in case.templates)

    def without(self, kind: Literal["constants", "per_call"]) -> Representation:
        """Return a representation without the names of one kind that are of the other, too."""
        shared = dict(self.constants).keys() & dict(self.per_call).keys()
        left = tuple(pair for pair in getattr(self, kind) if pair[0] not in shared)
        changed: dict[str, Any] = {kind: left}
        return self._replace(**changed)


def guarded(guard: Guard, expression: str, **options: Any) -> Representation:
    """Return a representation of one case."""
    return Representation((GuardedExpression(guard, expression),), **options)


@dataclass(frozen=True)
class Same:
    """A constant that equals another one with an equal key.

    Without a key, it equals only itself: two time zones with different names may be equal.
    """

    value: object = field(compare=False)
    key: Hashable = None

    def __post_init__(self) -> None:
        if self.key is None:
            object.__setattr__(self, "key", id(self.value))


def all_of(*guards: str) -> str:
    """Return the template of a guard that holds where all of `guards` do."""
    parts = [guard for guard in guards if guard]
    return " and ".join(map(in_brackets, parts)) if len(parts) > 1 else "".join(parts)


# DRF calls a callable first, and takes a PKOnlyObject for None if its key is None.
NO_CALLABLE = "not callable($value) and type($value) is not PKOnlyObject"

TESTS = {
    "any": "",
    "not none": "$value is not None",
    "value": f"$value is not None and {NO_CALLABLE}",
}
ANY = Guard()
NOT_NONE = Guard("not none")
# A value that DRF gives to the field's to_representation().
A_VALUE = Guard("value")

# DRF returns such a value unchanged.
AS_IT_IS = guarded(Guard(test=NO_CALLABLE), "$value", form="as it is")
