"""Functions that represent values where one expression is not enough."""

from __future__ import annotations

import decimal
import json
from collections.abc import Hashable
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.db.models.query import RawQuerySet
from django.utils.functional import Promise
from django.utils.hashable import make_hashable
from rest_framework.fields import ChoiceField


def decimal_context(max_digits: int | None) -> decimal.Context:
    """Return the context in which `DecimalField.quantize()` would work now."""
    context = decimal.getcontext().copy()
    if max_digits is not None:
        context.prec = max_digits
    return context


def choices_of(field: ChoiceField) -> dict[str, object]:
    """Return the choices of a `ChoiceField` by their text, which is what it looks them up by."""
    # DRF returns the empty text before it looks up a choice.
    return {**field.choice_strings_to_values, "": ""}


def labels_of(model_field: Any) -> dict[Hashable, object]:
    """Return the labels of a model field's choices by value, as `get_<name>_display()` has them.

    Without labels that are no text, which Django gives as they are.
    """
    choices = dict(make_hashable(model_field.flatchoices))
    return {
        value: label
        for value, label in choices.items()
        if type(label) is str or isinstance(label, Promise)
    }


# These load all rows first: no code of the project runs between two rows.
LOADING = (list.__iter__, tuple.__iter__, QuerySet.__iter__, RawQuerySet.__iter__)

# Unlike orjson's, it keeps numbers of any length.
decode = msgspec.json.Decoder().decode


def json_value(text: str) -> object:
    """Return what `django.db.models.JSONField` makes of the text in its column."""
    try:
        return decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        # What `json` takes besides: NaN, halves of a surrogate pair, numbers that are infinite.
        pass
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
