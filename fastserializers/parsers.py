from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import IO, Any

import msgspec
import orjson
from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from fastserializers.switch import drf_reads

UTF_8 = frozenset({"utf-8", "UTF-8", "utf8", "UTF8"})

# orjson reads an integer beyond 64 bits as a float. Such an integer has 19 digits or more.
# Translating all digits to zero and searching for 19 of them is ten times faster than a regular
# expression. All other bytes become a space: CPython's search skips 19 bytes at each space, but
# not at letters such as "p", which share a bit with "0".
DIGITS_AND_SPACES = bytes(ord("0") if byte in b"0123456789" else ord(" ") for byte in range(256))
LONG_NUMBER = b"0" * 19

# orjson takes up to nine bytes of memory for each byte of a body, as for `[1,1,1]`: that stays
# small for bodies up to this size.
LARGE_BODY = 1_000_000

REFUSALS = (orjson.JSONDecodeError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class OrjsonParser(JSONParser):
    """
    Parses JSON with orjson or msgspec: a drop-in for REST framework's `JSONParser`.

    `JSONParser` parses what both refuse: NaN, halves of a surrogate pair, other charsets than
    UTF-8, and malformed JSON, whose error has the message of `JSONParser`. It also parses bodies
    of more than 1 MB that have a backslash or are not ASCII, in less memory.
    """

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """
        Return the value that `JSONParser.parse` returns, and raise the `ParseError` it raises.

        Raises a `ParseError` also for JSON nested beyond Python's recursion limit, where
        `JSONParser` raises RecursionError.
        """
        encoding = (parser_context or {}).get("encoding", settings.DEFAULT_CHARSET)
        if encoding in UTF_8 and not drf_reads():
            body = stream.read()
            with suppress(*REFUSALS):
                if is_simple_ascii(body):
                    return msgspec.json.decode(body)
                if len(body) <= LARGE_BODY:
                    value = orjson.loads(body)
                    if not has_long_number(body):
                        return value
                    del value
                    return msgspec.json.decode(body)
            stream = BytesIO(body)
            # Only the stream keeps the bytes.
            del body
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(f"JSON parse error - {error}") from error


def is_simple_ascii(body: bytes) -> bool:
    """Return True for ASCII without escapes.

    msgspec parses it as fast as orjson, in the memory of `json`, and reads integers of any length.
    Escapes and other characters take msgspec up to 2.5 times as long.
    """
    return b"\\" not in body and body.isascii()


def has_long_number(body: bytes) -> bool:
    return LONG_NUMBER in body.translate(DIGITS_AND_SPACES)
