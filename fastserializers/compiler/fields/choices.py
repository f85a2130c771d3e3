"""One of several values, or some of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django.utils.functional import Promise
from rest_framework import fields

from fastserializers.compiler.fields.registry import represents
from fastserializers.compiler.fields.representation import (
    FromField,
    GuardedExpression,
    Representation,
    Same,
)
from fastserializers.runtime.values import choices_of

CHOICE_HOOKS = ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")


@represents(fields.ChoiceField, hooks=CHOICE_HOOKS)
def as_choice(field: Any) -> Representation:
    chosen = GuardedExpression(
        "type($value) is str or type($value) is int", "$choices.get(str($value), $value)"
    )
    return among(choices_of(field), "choices_of($field)", field, chosen)


@represents(fields.MultipleChoiceField, hooks=CHOICE_HOOKS)
def as_choices(field: Any) -> Representation:
    chosen = GuardedExpression("type($value) in COLLECTIONS", CHOSEN)
    lookup = "$field.choice_strings_to_values"
    return among(field.choice_strings_to_values, lookup, field, chosen)


def among(
    choices: dict[str, Hashable], lookup: str, field: Any, case: GuardedExpression
) -> Representation:
    """Return a representation by choices that it holds, or that it asks the field for."""
    if not has_fixed_choices(field):
        return Representation((case,), per_call=(("choices", lookup),))
    # 1, 1.0 and True are equal, and are not the same in JSON.
    key = tuple((text, type(value), value) for text, value in choices.items())
    return Representation((case,), from_field=(FromField("choices", Same(choices, key), lookup),))


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
