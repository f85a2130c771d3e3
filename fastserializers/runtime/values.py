"""Functions that represent values where one expression is not enough."""

from __future__ import annotations

import decimal
from typing import Any

from django.db.models import QuerySet
from django.db.models.query import RawQuerySet

from fastserializers.compiler.overrides import is_unpatched_code
from fastserializers.runtime.clock import CLOCK


def decimal_context(max_digits: int | None) -> decimal.Context:
    """Return the context in which `DecimalField.quantize()` would work now."""
    context = decimal.getcontext().copy()
    if max_digits is not None:
        context.prec = max_digits
    return context


def choices_of(field: Any) -> dict[str, Any]:
    """Return the choices of a `ChoiceField` by their text, which is what it looks them up by."""
    # DRF returns the empty text before it looks up a choice.
    return {**field.choice_strings_to_values, "": ""}


# The types of Django's `is_protected_type()`, subclasses included.
PROTECTED_TYPES = (
    type(None),
    int,
    float,
    decimal.Decimal,
    CLOCK.datetime,
    CLOCK.date,
    CLOCK.time,
)

# These load all rows first: no code of the project runs between two rows.
LOADING = tuple(
    iterate
    for iterate in (list.__iter__, tuple.__iter__, QuerySet.__iter__, RawQuerySet.__iter__)
    if is_unpatched_code(iterate, {"django"})
)
