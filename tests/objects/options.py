"""What a field may be told of a value that is missing."""

from __future__ import annotations

OPTIONS = [{}, {"default": "default"}, {"required": False}, {"allow_null": True}]
ALL_OPTIONS = [
    *(*OPTIONS, {"default": None}, {"default": None, "allow_null": True}),
    *({"required": False, "allow_null": True}, {"default": list}),
]
