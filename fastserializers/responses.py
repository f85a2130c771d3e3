from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import orjson
from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from rest_framework.serializers import BaseSerializer

from fastserializers.json_output.encoding import encode_like_json
from fastserializers.renderers import OrjsonRenderer
from fastserializers.streams import CHUNK_SIZE, sent_portions
from fastserializers.switch import drf_reads, reading_in, way

stream_log = logging.getLogger("fastserializers.responses")

DJANGO_ENCODER = DjangoJSONEncoder()

# The json_dumps_params that orjson has as well. orjson never escapes text to ASCII.
OPTIONS = {
    "ensure_ascii=False": 0,
    "indent=None": 0,
    "indent=2": orjson.OPT_INDENT_2,
    "sort_keys=False": 0,
    "sort_keys=True": orjson.OPT_SORT_KEYS,
}


class OrjsonResponse(JsonResponse):
    """
    Sends `data` as JSON that orjson writes: a drop-in for Django's `JsonResponse`.

    The body is the JSON value of `JsonResponse`, as compact UTF-8 without spaces. `json.dumps`
    writes what orjson would write differently: data for another `encoder`, `json_dumps_params`
    other than `indent=2`, `sort_keys` and `ensure_ascii=False`, keys that are not strings,
    integers beyond 64 bits, floats that are not finite. orjson writes a member of an `enum.Enum`
    as its value. Django's `Choices` are written as by `JsonResponse`.

    `data` can be a REST framework serializer. Its `.data` is sent, and `safe` is ignored.

    Raises the TypeError of `JsonResponse` if other data is not a dict and `safe` is true, and
    what `JsonResponse` raises for a value that has no JSON.
    """

    def __init__(
        self,
        data: Any,
        encoder: type[json.JSONEncoder] = DjangoJSONEncoder,
        safe: bool = True,
        json_dumps_params: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        if isinstance(data, BaseSerializer):
            data, safe = data.data, False
        content = None
        may_write = encoder is DjangoJSONEncoder and not drf_reads()
        if may_write and (not safe or isinstance(data, dict)):
            content = json_content(data, json_dumps_params or {})
        if content is None:
            super().__init__(data, encoder, safe, json_dumps_params, **kwargs)
        else:
            kwargs.setdefault("content_type", "application/json")
            super(JsonResponse, self).__init__(content, **kwargs)


def json_content(data: object, json_dumps_params: dict[str, Any]) -> bytes | None:
    """Return `data` as orjson's JSON, or None if `json.dumps` has to write it."""
    try:
        option = sum(OPTIONS[f"{name}={value!r}"] for name, value in json_dumps_params.items())
    except KeyError:
        return None
    return encode_like_json(data, DJANGO_ENCODER.default, option)


class StepwiseResponse(StreamingHttpResponse):
    """
    A streaming response whose iterator is read one part at a time, under WSGI and ASGI.

    Under ASGI, each part is made in the thread in which a sync view would run, and the event loop
    stays free. Django's `StreamingHttpResponse` would read the whole iterator first.
    """

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self.is_async:
            async for part in self.streaming_content:  # type: ignore[union-attr]
                yield part
            return
        parts = iter(self.streaming_content)  # type: ignore[arg-type]
        read: Any = sync_to_async(next)
        while (part := await read(parts, None)) is not None:
            yield part


class StreamingOrjsonResponse(StepwiseResponse):
    """
    Sends rows as JSON, at most `chunk_size` of them at a time, and keeps no more in memory.

    A part of the body has the rows that take 100 ms: so soon a server finds out that a client has
    left.

    `rows` is a serializer made with `many=True`, which is read as by `streams.iterate()`, or any
    iterable of rows that have a JSON, such as a generator of dicts or the queryset of `values()`.

    The body is the array that `OrjsonRenderer` renders of all rows, to the byte. With `lines=True`
    the body is newline-delimited JSON, `application/x-ndjson`. With a `request`, the `Accept`
    header decides between the two, and the response has `Vary: Accept`.

    The rows are read after the view has returned, in the time zone and the language in which the
    response was made. An error while they are read is logged by `fastserializers.responses` and
    raised in the server, which closes the connection before the document is complete.
    """

    def __init__(
        self,
        rows: BaseSerializer[Any] | Iterable[object],
        *,
        lines: bool = False,
        request: HttpRequest | None = None,
        chunk_size: int = CHUNK_SIZE,
        **kwargs: Any,
    ) -> None:
        negotiated = None if lines else request
        media_type = NDJSON if lines else JSON
        if negotiated is not None:
            media_type = negotiated.get_preferred_type([JSON, NDJSON]) or JSON
        kwargs.setdefault("content_type", media_type)
        portions = sent_portions(rows, chunk_size)
        parts = sent_parts(BODIES[media_type](portions), portions, surroundings_now())
        super().__init__(parts, **kwargs)
        if negotiated is not None:
            patch_vary_headers(self, ["Accept"])


def json_array(portions: Iterable[list[object]]) -> Iterator[bytes]:
    """Yield the parts of a JSON array, the bracket together with the first rows."""
    renderer = OrjsonRenderer()
    separator = b"," if renderer.compact else b", "
    before = b"["
    for portion in portions:
        yield before + renderer.render(portion)[1:-1]
        before = separator
    yield b"[]" if before == b"[" else b"]"


def json_lines(portions: Iterable[list[object]]) -> Iterator[bytes]:
    """Yield newline-delimited JSON, the lines of a portion together."""
    render = OrjsonRenderer().render
    try:
        for portion in portions:
            yield b"".join(render(row) + b"\n" for row in portion)
    except GeneratorExit:
        raise
    except BaseException:
        # To a client of HTTP/1.0, the end of the connection is the end of the body. gunicorn stops
        # a worker that takes too long by SystemExit.
        yield BROKEN_LINE
        raise


JSON = "application/json"
NDJSON = "application/x-ndjson"
BODIES: dict[str, Callable[[Iterable[list[object]]], Iterator[bytes]]] = {
    JSON: json_array,
    NDJSON: json_lines,
}
BROKEN_LINE = b'{"broken off'


Surroundings = Callable[[], AbstractContextManager[object]]


def surroundings_now() -> Surroundings:
    """Return what enters the time zone, the language and the way of reading of now."""
    zone, language, wanted = timezone.get_current_timezone(), translation.get_language(), way.get()

    @contextmanager
    def surroundings() -> Iterator[None]:
        with timezone.override(zone), translation.override(language), reading_in(wanted):
            yield

    return surroundings


def sent_parts(
    parts: Iterator[bytes], portions: Generator[object, None, None], surroundings: Surroundings
) -> Iterator[bytes]:
    """Yield `parts`, each of them made in the surroundings of the response.

    Logs the error that ends them early, and closes `portions` in any case.
    """
    sent = 0
    with closing(portions):
        while True:
            try:
                with surroundings():
                    part = next(parts, None)
            except BaseException:
                stream_log.exception("A stream was broken off after %d bytes.", sent)
                raise
            if part is None:
                return
            yield part
            sent += len(part)
