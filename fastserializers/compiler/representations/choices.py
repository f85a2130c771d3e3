"""One of several values, or some of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from rest_framework import fields

from fastserializers.compiler.representations.representation import (
    Case,
    Representation,
    TypedValue,
)


def as_choice(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    # The blank string is returned before any choice is looked up, whatever the choices say of it.
    choices = Choices.of({**field.choice_strings_to_values, "": ""})
    return Representation(
        (
            Case(
                "type({value}) is str or type({value}) is int",
                "{choices}.get(str({value}), {value})",
            ),
        ),
        constants=(("choices", choices),),
    )


def as_choices(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    chosen = "{choices}.get(str({item}), {item}) for {item} in {value}"
    return Representation(
        (Case("type({value}) in COLLECTIONS", CHOICES_EXPRESSION % chosen),),
        constants=(("choices", Choices.of(field.choice_strings_to_values)),),
    )


# Until REST framework 3.17 it was a set.
CHOICES_EXPRESSION = (
    "list(dict.fromkeys(%s))"
    if isinstance(fields.MultipleChoiceField(choices=()).to_representation(""), list)
    else "set(%s)"
)
COLLECTIONS = frozenset({list, tuple, set, frozenset})


def has_fixed_choices(field: Any) -> bool:
    """Return whether the choices are the same next time, made by no function or translation."""
    declared = field._kwargs.get("choices", next(iter(field._args), None))
    is_listed = isinstance(declared, list | tuple | dict)
    return is_listed and not any(isinstance(choice, Promise) for choice in field.choices)


class Choices(NamedTuple):
    """`ChoiceField.choice_strings_to_values`, hashable."""

    items: tuple[tuple[str, TypedValue], ...]

    @classmethod
    def of(cls, choices: dict[str, Hashable]) -> Choices:
        return cls(
            tuple((text, TypedValue(type(value), value)) for text, value in choices.items())
        )

    def build(self) -> dict[str, Hashable]:
        return {text: choice.value for text, choice in self.items}
