"""The names that generated code may use, in one table."""

from __future__ import annotations

import decimal
import uuid
from collections.abc import Iterable
from typing import TypeVar

from django.db.models.manager import BaseManager
from django.utils.duration import duration_iso_string, duration_string
from django.utils.encoding import is_protected_type
from msgspec import to_builtins
from rest_framework.relations import PKOnlyObject

from fastserializers.runtime import (
    attributes,
    fallbacks,
    links,
    nested,
    values,
    zones,
)

Meaning = TypeVar("Meaning")


def table_of(named: Iterable[tuple[str, Meaning]]) -> dict[str, Meaning]:
    """Return names and what they mean. Raises `ValueError` for a name that is given twice."""
    table: dict[str, Meaning] = {}
    for name, meaning in named:
        if name in table:
            raise ValueError(f"{name} has a meaning already")
        table[name] = meaning
    return table


def by_name(*functions: object) -> Iterable[tuple[str, object]]:
    return ((function.__name__, function) for function in functions)  # type: ignore[attr-defined]


NAMES = table_of(
    (
        *by_name(AttributeError, KeyError, bool, callable, dict, float, format, getattr, hasattr),
        *by_name(int, isinstance, list, set, str, tuple, type),
        # Many fields are called `id`.
        ("identity_of", id),
        # For reading.
        ("FIELD_ERRORS", fallbacks.FIELD_ERRORS),
        ("READ_ERRORS", fallbacks.READ_ERRORS),
        ("LOADING", values.LOADING),
        ("NOTHING", nested.NOTHING),
        *by_name(BaseManager, attributes.called, attributes.get_attribute, attributes.Missing),
        # For representing.
        ("Decimal", decimal.Decimal),
        ("KEY_TYPES", links.KEY_TYPES),
        ("utc", zones.UTC),
        *zones.CLOCK._asdict().items(),
        *by_name(PKOnlyObject, uuid.UUID, duration_iso_string, duration_string),
        *by_name(
            is_protected_type,
            to_builtins,
            values.choices_of,
            values.decimal_context,
            values.labels_of,
        ),
        *by_name(links.hyperlink, links.hyperlink_to, links.hyperlinks, links.links_of),
        *by_name(zones.active_zone, zones.in_zone, zones.text_in_zone, zones.utc_text_in_zone),
        *by_name(values.json_value, zones.written_in_zone),
        # The serializer, and what finishes a field where no guard holds.
        *by_name(nested.serializer_at, nested.field_of, nested.file_url, nested.method_of),
        *by_name(nested.nested_context, nested.is_pending, nested.representing),
        *by_name(fallbacks.delegate, fallbacks.delegating, fallbacks.recover, fallbacks.resume),
        *by_name(fallbacks.represent, fallbacks.leave_out),
    )
)
