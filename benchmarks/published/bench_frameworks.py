"""What does a web framework add to a payload of 1 kB, 10 kB, 100 kB and 1 MB?"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from benchmarks.published import served
from benchmarks.published.data import FASTAPI, USERS, document
from benchmarks.published.measuring import measure
from benchmarks.tables import versions

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("database")]

TEXT = """\
What a worker calls for a request is called here, without sockets and middleware: Django's WSGI
handler, and FastAPI's ASGI application, whose `async def` endpoints wait for nothing and need no
event loop. The published figures are whole milliseconds of wall time, of FastAPI 0.100 with
Pydantic 2.1, and include a test client (github.com/jirispilka/fastapi-pydantic-v2-benchmark). The
documents are users with two dates each: model instances for a serializer, a model that is made
already for FastAPI, strings in a dict."""

wsgi = WSGIHandler()
ENVIRONMENT = RequestFactory(SERVER_NAME="localhost").get("/").environ
SCOPE = {"type": "http", "method": "GET", "query_string": b"", "headers": []}


def body_of_django(address: str) -> bytes:
    environment = {**ENVIRONMENT, "PATH_INFO": address, "wsgi.input": BytesIO()}
    response = wsgi(environment, lambda status, headers: None)
    body = b"".join(response)
    response.close()
    return body


def body_of_fastapi(address: str) -> bytes:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    answering = served.fastapi({**SCOPE, "path": address}, None, send)
    with suppress(StopIteration):
        answering.send(None)
    return b"".join(message.get("body", b"") for message in messages)


@pytest.mark.parametrize("size", USERS)
def test_requests(size: str) -> None:
    users, column = USERS[size], list(USERS).index(size)
    runs = {
        name: partial(body_of_django, served.address(name, users)) for name in served.IN_MEMORY
    } | {name: partial(body_of_fastapi, served.address(name, users)) for name in served.WAYS}
    measure(
        f"A request for a payload of {size}",
        runs,
        lambda body: json.loads(body) == document(users),
        {name: 1_000 * milliseconds[column] for name, milliseconds in FASTAPI.items()},
        unit="µs per request",
        versions=versions(["fastapi", "starlette", "pydantic"]),
        text=TEXT if size == "1 kB" else "",
        chart="published_frameworks" if size == "100 kB" else "",
    )
