"""One of several values, or some of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from rest_framework import fields

from fastserializers.compiler.representations.registry import represents
from fastserializers.compiler.representations.representation import (
    Case,
    Recipe,
    Representation,
)

CHOICE_HOOKS = ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")


@represents(fields.ChoiceField, hooks=CHOICE_HOOKS)
def as_choice(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    # The blank string is returned before any choice is looked up, whatever the choices say of it.
    choices = Choices.of({**field.choice_strings_to_values, "": ""})
    return Representation(
        (
            Case(
                "type($value) is str or type($value) is int",
                "$choices.get(str($value), $value)",
            ),
        ),
        constants=(("choices", choices),),
    )


@represents(fields.MultipleChoiceField, hooks=CHOICE_HOOKS)
def as_choices(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    return Representation(
        (Case("type($value) in COLLECTIONS", CHOSEN),),
        constants=(("choices", Choices.of(field.choice_strings_to_values)),),
    )


@represents(fields.FilePathField, hooks=CHOICE_HOOKS)
def as_path(field: Any) -> Representation:
    # Whatever is in the folder now: a path is represented by itself.
    return Representation((Case("type($value) is str", "$value"),))


# Until REST framework 3.17 it was a set.
CHOSEN = (
    "list(dict.fromkeys($choices.get(str($item), $item) for $item in $value))"
    if isinstance(fields.MultipleChoiceField(choices=()).to_representation(""), list)
    else "set($choices.get(str($item), $item) for $item in $value)"
)


def has_fixed_choices(field: Any) -> bool:
    """Return whether the choices are the same next time, made by no function or translation."""
    declared = field._kwargs.get("choices", next(iter(field._args), None))
    is_listed = isinstance(declared, list | tuple | dict)
    return is_listed and not any(isinstance(choice, Promise) for choice in field.choices)


class TypedValue(NamedTuple):
    """A value that is equal only to one of its own type: `1`, `1.0` and `True` are three."""

    type: type
    value: Hashable


@dataclass(frozen=True)
class Choices(Recipe):
    """`ChoiceField.choice_strings_to_values`, hashable."""

    items: tuple[tuple[str, TypedValue], ...]

    @classmethod
    def of(cls, choices: dict[str, Hashable]) -> Choices:
        return cls(
            tuple((text, TypedValue(type(value), value)) for text, value in choices.items())
        )

    def build(self) -> dict[str, Hashable]:
        return {text: choice.value for text, choice in self.items}
