from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer
from rest_framework.utils import encoders

from fastserializers.json_output.encoding import encode_like_json
from fastserializers.switch import drf_reads

ENCODER = encoders.JSONEncoder()

# JSONRenderer always escapes U+2028 and U+2029, which end a line in JavaScript before ES2019.
LINE_SEPARATOR = re.compile(rb"\xe2\x80[\xa8\xa9]")
ESCAPED = {b"\xe2\x80\xa8": rb"\u2028", b"\xe2\x80\xa9": rb"\u2029"}


class OrjsonRenderer(JSONRenderer):
    """
    Renders JSON with orjson: a drop-in for REST framework's `JSONRenderer`.

    `JSONRenderer` renders what orjson would write differently: data for another `encoder_class`,
    with `UNICODE_JSON = False` or `COMPACT_JSON = False`, or with an indent other than 2; keys
    that are not strings, integers beyond 64 bits, floats that are not finite.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """
        Return the bytes that `JSONRenderer.render` returns, and raise what it raises.

        The spelling of floats such as 1e-07 can differ: 1e-7 or 0.0000001. orjson writes a member
        of an `enum.Enum` as its value. Django's `Choices` are written as by `JSONRenderer`.
        """
        if drf_reads():
            return super().render(data, accepted_media_type, renderer_context)
        if data is None:
            return b""
        indent = self.get_indent(accepted_media_type, renderer_context or {})  # type: ignore[arg-type]
        option = orjson_option(self, indent)
        output = None if option is None else encode_like_json(data, ENCODER.default, option)
        if output is None:
            return super().render(data, accepted_media_type, renderer_context)
        return escape_line_separators(output)


def orjson_option(renderer: JSONRenderer, indent: object) -> int | None:
    """Return orjson's option for what a renderer is set to, or None if orjson has none."""
    if renderer.encoder_class is not encoders.JSONEncoder or renderer.ensure_ascii:
        return None
    if indent is None:
        return 0 if renderer.compact else None
    return orjson.OPT_INDENT_2 if indent == 2 and type(indent) is int else None


def escape_line_separators(output: bytes) -> bytes:
    # Searching for one byte is fast (memchr), and most output has none.
    if b"\xe2" in output:
        return LINE_SEPARATOR.sub(lambda found: ESCAPED[found[0]], output)
    return output
