"""One of several values."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from rest_framework import fields

from fastserializers.compiler.fields.registry import represents
from fastserializers.compiler.fields.representation import (
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
    representation = Representation((chosen,), per_call=(("choices", "choices_of($field)"),))
    if not has_fixed_choices(field):
        return representation
    choices = choices_of(field)
    # 1, 1.0 and True are equal, and are not the same in JSON.
    key = tuple((text, type(value), value) for text, value in choices.items())
    return representation._replace(constants=(("choices", Same(choices, key)),))


def has_fixed_choices(field: Any) -> bool:
    """Return whether the choices are the same next time, made by no function or translation."""
    declared = field._kwargs.get("choices", next(iter(field._args), None))
    is_listed = isinstance(declared, list | tuple | dict)
    return is_listed and not any(isinstance(choice, Promise) for choice in field.choices)
