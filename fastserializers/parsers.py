from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import IO, Any

import orjson
from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from fastserializers.switch import drf_reads

UTF_8 = frozenset({"utf-8", "UTF-8", "utf8", "UTF8"})

# orjson reads an integer beyond 64 bits as a float. Such an integer has 19 digits or more.
# Translating all digits to zero and searching for 19 of them is ten times faster than a regular
# expression.
ANY_DIGIT_TO_ZERO = bytes.maketrans(b"123456789", b"000000000")
LONG_NUMBER = b"0" * 19


# orjson takes up to nine bytes of memory for each byte of a body, as for `[1,1,1]`, and what it
# refuses is parsed twice: both stay small for bodies up to this size.
LARGE_BODY = 1_000_000

# Where a body has long numbers, its first rows mostly have some: then it is parsed only once.
FIRST_ROWS = 4_096


class OrjsonParser(JSONParser):
    """
    Parses JSON with orjson: a drop-in for REST framework's `JSONParser`.

    `JSONParser` parses what orjson refuses or would read differently: NaN, other charsets than
    UTF-8, and malformed JSON, whose error has the message of `JSONParser`. It also parses bodies
    of more than 1 MB, in less memory.
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
            if len(body) <= LARGE_BODY and not has_long_number(body[:FIRST_ROWS]):
                with suppress(orjson.JSONDecodeError):
                    value = orjson.loads(body)
                    # Only now: a body that is refused is not searched.
                    if not has_long_number(body):
                        return value
                    del value
            stream = BytesIO(body)
            # Only the stream keeps the bytes.
            del body
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(f"JSON parse error - {error}") from error


def has_long_number(body: bytes) -> bool:
    return LONG_NUMBER in body.translate(ANY_DIGIT_TO_ZERO)
