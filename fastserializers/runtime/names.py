"""The names that generated code may use, in one table."""

from __future__ import annotations

import decimal
import uuid
from typing import Any

from django.db.models.manager import BaseManager
from django.utils.duration import duration_iso_string, duration_string
from django.utils.encoding import is_protected_type
from msgspec import to_builtins
from rest_framework.relations import Hyperlink, PKOnlyObject

from fastserializers.runtime import attributes, fallbacks, links, nested, values, zones

FUNCTIONS: tuple[Any, ...] = (
    # For reading.
    AttributeError,
    KeyError,
    bool,
    callable,
    dict,
    float,
    format,
    getattr,
    hasattr,
    int,
    isinstance,
    list,
    set,
    str,
    tuple,
    type,
    BaseManager,
    attributes.called,
    attributes.get_attribute,
    attributes.Missing,
    # For representing.
    PKOnlyObject,
    decimal.Decimal,
    uuid.UUID,
    duration_iso_string,
    duration_string,
    is_protected_type,
    to_builtins,
    values.choices_of,
    values.decimal_context,
    values.json_value,
    values.labels_of,
    Hyperlink,
    links.hyperlink,
    links.links_of,
    links.links_by_project,
    zones.active_zone,
    zones.in_zone,
    zones.text_in_zone,
    zones.utc_text_in_zone,
    zones.written_in_zone,
    # The serializer, and what finishes a field where no guard holds.
    nested.serializer_at,
    nested.field_of,
    nested.file_url,
    nested.method_of,
    nested.nested_context,
    nested.read_from_row,
    fallbacks.delegate,
    fallbacks.recover,
    fallbacks.resume,
    fallbacks.represent,
    fallbacks.represented,
    fallbacks.leave_out,
)

NAMES: dict[str, Any] = {
    **{function.__name__: function for function in FUNCTIONS},
    **zones.CLOCK._asdict(),
    "FIELD_ERRORS": fallbacks.FIELD_ERRORS,
    "KEY_TYPES": links.KEY_TYPES,
    "LOADING": values.LOADING,
    "EMPTY": nested.EMPTY,
    "READ_ERRORS": fallbacks.READ_ERRORS,
    # Many fields are called `id`.
    "identity_of": id,
    "utc": zones.UTC,
}
