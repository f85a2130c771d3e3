"""Serializers, what they are given and where, as data: it prints as it is written.

`made()` turns a description into the thing itself, a new one each time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers

from tests.hunting.models import MODELS
from tests.hunting.named import NAMED
from tests.hunting.own_fields import OWN_FIELDS, field_class_with
from tests.hunting.queries import Content, Queryset
from tests.hunting.things import COLLECTIONS, LATE_THINGS, THINGS, made
from tests.models import Book

# What a serializer is.


@dataclass(frozen=True)
class Field:
    """A field by the name of its class, and the arguments that it is made with."""

    kind: str
    options: dict[str, Any] = field(default_factory=dict)
    hooks: tuple[str, ...] = ()
    """What a project's class overrides of it."""

    def make(self):
        cls = getattr(serializers, self.kind, None) or OWN_FIELDS[self.kind]
        return field_class_with(self.hooks, cls)(**made(self.options))


@dataclass(frozen=True)
class Method:
    """A `SerializerMethodField`, and what its method does."""

    does: str


@dataclass(frozen=True)
class ByHand:
    """A method that makes a serializer of what a relation leads to."""

    shape: Shape
    relation: str
    many: bool = False
    preparations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Nested:
    """A serializer as a field of another one."""

    shape: Shape
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Shape:
    """A serializer class: its fields, the name of its base, its `Meta`, and what it overrides."""

    fields: dict[str, Field | Method | Nested | ByHand]
    base: str = "Serializer"
    meta: dict[str, Any] = field(default_factory=dict)
    overrides: str | None = None


@dataclass(frozen=True)
class Surroundings:
    """What is set around a serializer: settings, the active time zone, the language."""

    settings: dict[str, Any] = field(default_factory=dict)
    rest_framework: dict[str, Any] = field(default_factory=dict)
    zone: str | None = None
    language: str | None = None
    is_frozen: bool = False
    """Whether time stands still, by other classes of `datetime`."""
    receiver: str | None = None
    """Who is told of each instance that is made."""
    receives: str | None = None
    """The model of which it is told; None for all."""


@dataclass(frozen=True)
class Example:
    """A serializer class and what is represented by it: alone, and all together in a list."""

    shape: Shape
    sources: tuple[Any, ...]
    listed: Any = "list"
    context: dict[str, Any] = field(default_factory=dict)
    surroundings: Surroundings = Surroundings()
    defined_before: bool = False
    """Whether the class is older than the settings that it is used under."""
    first: tuple[str, ...] = ()
    """What is done to the serializer before its data is asked for."""
    contents: tuple[Content, ...] = ()
    """What the database holds in place of what it mostly does."""
    paged: str | None = None
    """What is around a view that takes a page of the list; None for the list itself."""


# What is represented.


@dataclass(frozen=True)
class Thing:
    """An object or a mapping with some values."""

    kind: str
    values: dict[str, Any]

    def make(self):
        if self.kind in LATE_THINGS:
            return LATE_THINGS[self.kind](self.values)
        kept = {name: v for name, v in self.values.items() if not isinstance(v, Raises)}
        return THINGS[self.kind](made(kept))


@dataclass(frozen=True)
class Many:
    """Some items, in a collection of any kind."""

    kind: str
    items: tuple[Any, ...]

    def make(self):
        return COLLECTIONS[self.kind](made(self.items))


@dataclass(frozen=True)
class Called:
    """A function that returns a value, or raises."""

    value: Any

    def make(self):
        return lambda: made(self.value)


@dataclass(frozen=True)
class Raises:
    """An error in place of a value, for what runs code of its own when it is read."""

    error: str

    def make(self):
        raise ERRORS[self.error]("hunted")


@dataclass(frozen=True)
class Named:
    """A value whose `repr()` does not say how to make it."""

    name: str

    def make(self):
        return NAMED[self.name]()


@dataclass(frozen=True)
class Row:
    """One of the rows of a queryset, with some attributes set afterwards."""

    rows: Queryset
    index: int = 0
    changes: dict[str, Any] = field(default_factory=dict)

    def make(self):
        return changed(self.rows.make()[self.index], self.changes)


@dataclass(frozen=True)
class Unsaved:
    """A model instance that was never stored."""

    model: str
    values: dict[str, Any] = field(default_factory=dict)

    def make(self):
        return changed(MODELS[self.model](), self.values)


def changed(instance, changes):
    for name, value in changes.items():
        setattr(instance, name, made(value))
    return instance


ERRORS = {
    error.__name__: error
    for error in (
        AttributeError,
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        ObjectDoesNotExist,
        Book.DoesNotExist,
        serializers.SkipField,
    )
}
