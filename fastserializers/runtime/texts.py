"""What the database has written, taken for what it says."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

# Numbers that orjson may not keep as `json` does, and characters that it refuses.
UNUSUAL = re.compile(r"\d{16}|\d[eE]|NaN|Infinity|\\u[dD]").search


def json_value(text: str) -> Any:
    """Return what `django.db.models.JSONField` makes of the text in its column."""
    if UNUSUAL(text) is None:
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            pass
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
