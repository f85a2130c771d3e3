"""Serializers, what they are given and where, as data: it prints as it is written.

`made()` turns a description into the thing itself, a new one each time.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from rest_framework import serializers

from tests.overrides.fields import CUSTOM_FIELDS


def made(description):
    """Return what a description describes, also within dicts, lists and tuples."""
    if type(description) is dict:
        return {key: made(value) for key, value in description.items()}
    if type(description) in (list, tuple):
        return type(description)(made(value) for value in description)
    return description.make() if hasattr(type(description), "make") else description


class Call:
    """What a function returns for these arguments."""

    def __init__(self, function, *arguments, **options):
        self.function, self.arguments, self.options = function, arguments, options

    def __repr__(self):
        name = getattr(self.function, "__name__", self.function)
        options = (f"{option}={value!r}" for option, value in self.options.items())
        return f"{name}({', '.join([*map(repr, self.arguments), *options])})"

    def make(self, *before):
        return self.function(*before, *made(self.arguments), **made(self.options))


class Step(Call):
    """A function of what the steps before have given, or a method of it, by its name."""

    def make(self, given):
        if callable(self.function):
            return super().make(given)
        return getattr(given, self.function)(*made(self.arguments), **made(self.options))


class Steps:
    """A value, and what is done with it step by step."""

    def __init__(self, start, *steps):
        self.start, self.steps = start, steps

    def __repr__(self):
        return ".".join(map(repr, (self.start, *self.steps)))

    def make(self):
        return functools.reduce(lambda given, step: step.make(given), self.steps, made(self.start))


# These take no arguments, represent nothing, or are made by the language of the moment: rows may
# change it, and where few rows are planned at once, as here, the fields are made before them.
UNFIT = ["Unread", "rounded", "SourceOfTheLanguage", "FormatOfTheLanguage"]
CUSTOM = {
    name: [cls for cls in classes if cls.__name__ not in UNFIT]
    for name, classes in CUSTOM_FIELDS.items()
}
"""A project's field classes, by the attribute of which they represent the values."""
OWN_FIELDS = {cls.__name__: cls for classes in CUSTOM.values() for cls in classes}


@dataclass(frozen=True)
class Field:
    """A field by the name of its class, and the arguments that it is made with."""

    kind: str
    options: dict[str, Any] = field(default_factory=dict)

    def make(self):
        cls = getattr(serializers, self.kind, None) or OWN_FIELDS[self.kind]
        return cls(**made(self.options))


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
class Example:
    """A serializer class and what is represented by it: alone, and all together in a list."""

    shape: Shape
    sources: tuple[Any, ...]
    listed: Any = "list"
    """The rows of a list, or the kind of collection that has all sources."""
    context: dict[str, Any] = field(default_factory=dict)
    surroundings: tuple[Call, ...] = ()
    """Settings, an active zone, a receiver of signals, a package: contexts, one in another."""
    before: str = ""
    """Whether the class is "defined" before what surrounds it begins, or has also "read"."""
    paged: str | None = None
    """What is around a view that takes a page of the list; None for the list itself."""
