"""The `Server-Timing` header: what a request has read, in the network tab of a browser."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from fastserializers.reading.replaced import replace
from fastserializers.recording.lines import described, milliseconds, summary
from fastserializers.recording.readings import recorded
from fastserializers.recording.records import Record

__all__ = ["ServerTimingMiddleware"]

HEADER = "Server-Timing"

# Servers and proxies limit all headers of a response together, often to 8 kB.
LONGEST = 2_000


class ServerTimingMiddleware:
    """Tells clients which serializers have read, how, and how long it took.

    The names of classes are in the header: use it where clients may know them.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)
        # In a project without fast serializers, the header says that REST framework has read.
        replace()

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self.answer(request)
        with recorded() as recorder:
            response: HttpResponseBase = self.get_response(request)
        return with_header(response, recorder.records)

    async def answer(self, request: HttpRequest) -> HttpResponseBase:
        with recorded() as recorder:
            response: HttpResponseBase = await self.get_response(request)
        return with_header(response, recorder.records)


def with_header(response: HttpResponseBase, records: list[Record]) -> HttpResponseBase:
    if records:
        before = [response.headers[HEADER]] if HEADER in response.headers else []
        response.headers[HEADER] = ", ".join((*before, *metrics(records)))
    return response


def metrics(records: list[Record]) -> Iterator[str]:
    """Yield the metrics of a header: one for all, and one for each record while there is room."""
    total = metric("fastserializers", milliseconds(records), summary(records))
    yield total
    length = len(total)
    for number, record in enumerate(records):
        how = f"{described(record)}: {record.why}" if record.why else described(record)
        one = metric(record.serializer.rpartition(".")[2], record.milliseconds, how)
        length += len(one) + 2
        if length > LONGEST:
            yield metric("others", 0, f"{len(records) - number} more")
            return
        yield one


def metric(name: str, duration: float, description: str) -> str:
    """Return a metric of the header: a token, and a quoted string of ASCII."""
    token = re.sub(r"[^\w!#$%&'*+.^`|~-]", "_", name, flags=re.ASCII)
    printable = re.sub(r"[^ -~]", "?", description)
    quoted = printable.replace("\\", "\\\\").replace('"', '\\"')
    return f'{token};dur={duration:.1f};desc="{quoted}"'
