from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer
from rest_framework.utils import encoders

from fastserializers.json_output.encoding import encode_like_json
from fastserializers.switch import drf_reads, switch

ENCODER = encoders.JSONEncoder()

# U+2028 and U+2029, which JSONRenderer always escapes: JavaScript once took them for line ends.
LINE_SEPARATOR = re.compile(rb"\xe2\x80[\xa8\xa9]")
ESCAPED = {b"\xe2\x80\xa8": rb"\u2028", b"\xe2\x80\xa9": rb"\u2029"}


class OrjsonRenderer(JSONRenderer):
    """
    Renders JSON with orjson: a drop-in for REST framework's `JSONRenderer`.

    `JSONRenderer` itself renders what orjson would write differently: another `encoder_class`,
    `UNICODE_JSON = False`, `COMPACT_JSON = False`, an indent other than 2, keys that are not
    strings, integers beyond 64 bits, floats that are not finite.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """
        Return `data` as JSON, the bytes `JSONRenderer.render` returns, and raise what it raises.

        Floats such as 1e-07 may be spelled 1e-7 or 0.0000001. A member of an `enum.Enum` is
        written as its value, where `JSONRenderer` refuses one with no text or number mixed in.
        """
        if switch.is_touched and drf_reads():
            return super().render(data, accepted_media_type, renderer_context)
        if data is None:
            return b""
        indent = self.get_indent(accepted_media_type, renderer_context or {})  # type: ignore[arg-type]
        option = self._option(indent)
        if option is None:
            return super().render(data, accepted_media_type, renderer_context)
        output = encode_like_json(data, ENCODER.default, option)
        if output is None:
            return super().render(data, accepted_media_type, renderer_context)
        return _escape_line_separators(output)

    def _option(self, indent: Any) -> int | None:
        if self.encoder_class is not encoders.JSONEncoder or self.ensure_ascii:
            return None
        if indent is None:
            return 0 if self.compact else None
        return orjson.OPT_INDENT_2 if indent == 2 and type(indent) is int else None


def _escape_line_separators(output: bytes) -> bytes:
    # One byte is searched for at the speed of memchr; most output goes no further.
    if b"\xe2" in output:
        return LINE_SEPARATOR.sub(lambda found: ESCAPED[found[0]], output)
    return output
