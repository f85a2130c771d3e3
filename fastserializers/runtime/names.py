"""The names that generated code may use, besides those of Python's builtins."""

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

NAMES: dict[str, Any] = {
    # All that the modules of this folder define.
    **{
        name: value
        for module in (attributes, fallbacks, links, nested, values, zones)
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
    },
    **vars(zones.CLOCK),
    "BaseManager": BaseManager,
    "Decimal": decimal.Decimal,
    "EMPTY": nested.EMPTY,
    "FIELD_ERRORS": fallbacks.FIELD_ERRORS,
    "Hyperlink": Hyperlink,
    "KEY_TYPES": links.KEY_TYPES,
    "LOADING": values.LOADING,
    "PKOnlyObject": PKOnlyObject,
    "READ_ERRORS": fallbacks.READ_ERRORS,
    "UUID": uuid.UUID,
    "duration_iso_string": duration_iso_string,
    "duration_string": duration_string,
    "is_protected_type": is_protected_type,
    "to_builtins": to_builtins,
    "utc": zones.UTC,
}
