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
    # The functions, the classes and the constants of the modules of this folder.
    **{
        name: value
        for module in (attributes, fallbacks, links, nested, values, zones)
        for name, value in vars(module).items()
        if name.isupper() or getattr(value, "__module__", "") == module.__name__
    },
    **vars(zones.CLOCK),
    "BaseManager": BaseManager,
    "Decimal": decimal.Decimal,
    "Hyperlink": Hyperlink,
    "PKOnlyObject": PKOnlyObject,
    "UUID": uuid.UUID,
    "duration_iso_string": duration_iso_string,
    "duration_string": duration_string,
    "is_protected_type": is_protected_type,
    "to_builtins": to_builtins,
    "utc": zones.UTC,
}
