from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import orjson
from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from rest_framework.serializers import BaseSerializer

from fastserializers.json_output.encoding import encode, encode_like_json
from fastserializers.renderers import OrjsonRenderer
from fastserializers.streams import CHUNK_SIZE, iterate, portions_of
from fastserializers.switch import drf_reads, switch

logger = logging.getLogger("fastserializers.responses")

ENCODER = DjangoJSONEncoder()

# The json_dumps_params that orjson has too. Its output is never escaped to ASCII.
OPTIONS = {
    "ensure_ascii=False": 0,
    "indent=None": 0,
    "indent=2": orjson.OPT_INDENT_2,
    "sort_keys=False": 0,
    "sort_keys=True": orjson.OPT_SORT_KEYS,
}


class OrjsonResponse(JsonResponse):
    """
    A response with `data` as JSON, written by orjson: a drop-in for Django's `JsonResponse`.

    The body holds the value `JsonResponse` would send, as compact UTF-8 rather than ASCII with
    spaces. `json.dumps` writes what orjson would write differently: another `encoder`,
    `json_dumps_params` other than `indent=2`, `sort_keys` and `ensure_ascii=False`, keys that
    are not strings, integers beyond 64 bits, floats that are not finite. A member of an
    `enum.Enum` is written as its value, where `JsonResponse` refuses one with no text or number
    mixed in.

    `encoder=None` is the fast road: types and precision are orjson's own, so that datetimes keep
    their microseconds and NaN is null; Django decides about the types orjson does not know.

    `data` may be a REST framework serializer: its `.data` is sent, and `safe` does not apply,
    since a serializer with `many=True` says by itself that the body is a list.

    Raises the TypeError of `JsonResponse` for other data that is not a dict unless `safe=False`,
    and what `JsonResponse` raises for a value with no JSON.
    """

    def __init__(
        self,
        data: Any,
        encoder: type[json.JSONEncoder] | None = DjangoJSONEncoder,
        safe: bool = True,
        json_dumps_params: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        if isinstance(data, BaseSerializer):
            data, safe = data.data, False
        content = None
        is_on = not (switch.is_touched and drf_reads())
        if is_on and (not safe or isinstance(data, dict)):
            content = json_content(data, encoder, json_dumps_params or {})
        if content is None:
            encoder = encoder or OrjsonTypesEncoder
            super().__init__(data, encoder, safe, json_dumps_params, **kwargs)
        else:
            kwargs.setdefault("content_type", "application/json")
            super(JsonResponse, self).__init__(content, **kwargs)


def json_content(
    data: Any, encoder: type[json.JSONEncoder] | None, json_dumps_params: dict[str, Any]
) -> bytes | None:
    """Return `data` as orjson's JSON, or None if `json.dumps` has to write it."""
    try:
        option = sum(OPTIONS[f"{name}={value!r}"] for name, value in json_dumps_params.items())
    except KeyError:
        return None
    if encoder is None:
        return encode(data, ENCODER.default, option)
    if encoder is DjangoJSONEncoder:
        return encode_like_json(data, ENCODER.default, option)
    return None


class OrjsonTypesEncoder(DjangoJSONEncoder):
    """Writes single values as orjson does, in data that orjson refuses as a whole."""

    def default(self, o: Any) -> Any:
        output = encode(o, super().default)
        return super().default(o) if output is None else orjson.loads(output)


class StepwiseResponse(StreamingHttpResponse):
    """
    A response whose parts are made one after the other, by an iterator, under WSGI and ASGI.

    Under ASGI each part is made in the thread in which a sync view would run, while the event
    loop serves others; Django's class would make all of them first.
    """

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self.is_async:
            async for part in self.streaming_content:  # type: ignore[union-attr]
                yield part
            return
        parts = iter(self.streaming_content)  # type: ignore[arg-type]
        while (part := await sync_to_async(next_of)(parts)) is not None:
            yield part


def next_of(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)


class StreamingOrjsonResponse(StepwiseResponse):
    """
    A response with rows as JSON, made and sent a portion at a time: its memory stays that of
    `chunk_size` rows, however many there are.

    `rows` is a serializer made with `many=True`, which is read as by `streams.iterate()`; or
    rows that have a JSON: the queryset of `values()`, a generator of dicts, any iterable.

    The body is the array that `OrjsonRenderer` renders of the whole, to the byte. With
    `lines=True` it is newline-delimited JSON, `application/x-ndjson`. With a `request`, the
    `Accept` header decides between the two, and the response has `Vary: Accept`.

    The rows are read after the view has returned, in the time zone and the language that were
    active when this was made. An error on the way is logged by `fastserializers.responses` and
    raised in the server, which breaks the connection off: what was sent till then is no document.
    """

    def __init__(
        self,
        rows: Any,
        *,
        lines: bool = False,
        request: Any = None,
        chunk_size: int = CHUNK_SIZE,
        **kwargs: Any,
    ) -> None:
        is_negotiated = request is not None and not lines
        media_type = preferred(request) if is_negotiated else NDJSON if lines else JSON
        kwargs.setdefault("content_type", media_type)
        if isinstance(rows, BaseSerializer):
            rows = iterate(rows, chunk_size=chunk_size)
        portions = portions_of(rows, chunk_size)
        parts = watched(BODIES[media_type](portions), portions)
        super().__init__(made_as_now(parts), **kwargs)
        if is_negotiated:
            patch_vary_headers(self, ["Accept"])


def json_array(portions: Iterable[list[Any]]) -> Iterator[bytes]:
    """Yield the parts of a JSON array; with its first rows, so that these may still fail."""
    renderer = OrjsonRenderer()
    separator = b"," if renderer.compact else b", "
    before = b"["
    for portion in portions:
        yield before + renderer.render(portion)[1:-1]
        before = separator
    yield b"[]" if before == b"[" else b"]"


def json_lines(portions: Iterable[list[Any]]) -> Iterator[bytes]:
    """Yield the lines of newline-delimited JSON, those of a portion together."""
    render = OrjsonRenderer().render
    try:
        for portion in portions:
            yield b"".join(render(row) + b"\n" for row in portion)
    except Exception:
        # Where the end of the connection is the end of the body, complete lines would do as one.
        yield BROKEN_LINE
        raise


JSON = "application/json"
NDJSON = "application/x-ndjson"
BODIES: dict[str, Callable[[Iterable[list[Any]]], Iterator[bytes]]] = {
    JSON: json_array,
    NDJSON: json_lines,
}
BROKEN_LINE = b'{"broken off'


def preferred(request: Any) -> str:
    preferred: str | None = request.get_preferred_type([JSON, NDJSON])
    return preferred or JSON


def watched(
    parts: Iterable[bytes], portions: Generator[Any, None, None]
) -> Generator[bytes, None, None]:
    """Return the parts; log what breaks them off, and end the reading when they end."""
    sent = 0
    with closing(portions):
        try:
            for part in parts:
                yield part
                sent += len(part)
        except Exception:
            logger.exception("A stream was broken off after %d bytes.", sent)
            raise


def made_as_now(parts: Generator[bytes, None, None]) -> Iterator[bytes]:
    """Return the parts, each made in the time zone and the language that are active now."""
    zone, language = timezone.get_current_timezone(), translation.get_language()

    @contextmanager
    def now() -> Iterator[None]:
        with timezone.override(zone), translation.override(language):
            yield

    return each_within(now, parts)


def each_within(
    context: Callable[[], AbstractContextManager[None]], parts: Generator[bytes, None, None]
) -> Iterator[bytes]:
    with closing(parts):
        while True:
            with context():
                part = next(parts, None)
            if part is None:
                return
            yield part
