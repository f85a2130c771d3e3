"""What does a web framework add to a payload of 1 kB, 10 kB, 100 kB and 1 MB?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import orjson
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from benchmarks.published import pages, with_fastapi
from benchmarks.published.documents import USERS, document
from benchmarks.tables import PUBLISHED
from benchmarks.work import Contender, Work, in_turns

pytestmark = [pytest.mark.thorough, pytest.mark.urls("benchmarks.published.pages")]

TEXT = """\
What a server's worker calls for a request is called here, without sockets and middleware: Django's
WSGI handler, and FastAPI's ASGI application in an event loop that is running already, with
`async def` endpoints. The published figures are whole milliseconds of wall time, of FastAPI 0.100
with Pydantic 2.1, and include Starlette's test client; its documents were of strings. Here they
are users with two dates each: model instances for a serializer, a model that is made already for
FastAPI, strings in a dict. FastAPI's own orjson response is deprecated; a subclass of
`JSONResponse` takes its place."""

# In milliseconds, by the size of the payload.
MILLISECONDS = {
    "FastAPI: dict": (2, 2, 10, 68),
    "FastAPI: dict, response model": (2, 2, 3, 27),
    "FastAPI: model, response model": (2, 2, 3, 15),
    "FastAPI: JSONResponse(dict), response model": (2, 2, 3, 11),
    "FastAPI: orjson response of a dict": (2, 2, 2, 3),
    "FastAPI: orjson response of a dict, response model": (2, 2, 2, 3),
    "FastAPI: orjson response of a model, response model": (2, 2, 2, 10),
    "FastAPI: response of model_dump_json(), response model": (2, 2, 2, 5),
}
BASELINE = "Django JsonResponse"
BYTES = {"1 kB": 1e3, "10 kB": 1e4, "100 kB": 1e5, "1 MB": 1e6}
REQUESTS_A_CALL = {"1 kB": 20, "10 kB": 10, "100 kB": 4, "1 MB": 1}
ROUNDS = {"1 kB": 40, "10 kB": 40, "100 kB": 40, "1 MB": 10}

Bodies = Callable[[asyncio.AbstractEventLoop], list[bytes]]

wsgi = WSGIHandler()
ENVIRONMENT = RequestFactory(SERVER_NAME="localhost").get("/").environ
SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"localhost")],
}


def bodies_of_django(address: str, requests: int) -> Bodies:
    return lambda loop: [body_of_django(address) for _ in range(requests)]


def body_of_django(address: str) -> bytes:
    statuses: list[str] = []
    environment = {**ENVIRONMENT, "PATH_INFO": address, "wsgi.input": BytesIO()}
    response = wsgi(environment, lambda status, headers: statuses.append(status))
    body = b"".join(response)
    response.close()
    assert statuses == ["200 OK"]
    return body


def bodies_of_fastapi(address: str, requests: int) -> Bodies:
    async def bodies() -> list[bytes]:
        return [await body_of_fastapi(address) for _ in range(requests)]

    return lambda loop: loop.run_until_complete(bodies())


async def body_of_fastapi(address: str) -> bytes:
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {**SCOPE, "path": address, "raw_path": address.encode()}
    await with_fastapi.application(scope, receive, send)
    start, *parts = messages
    assert start["status"] == 200
    return b"".join(part["body"] for part in parts)


def frameworks(size: str) -> Work:
    users, requests = USERS[size], REQUESTS_A_CALL[size]
    column = list(USERS).index(size)
    bodies = {
        **{
            name: bodies_of_django(pages.address(name, users), requests)
            for name in pages.IN_MEMORY
        },
        **{
            name: bodies_of_fastapi(address.format(count=users), requests)
            for name, address in with_fastapi.PAGES.items()
        },
    }
    return Work(
        title=f"A request for a payload of {size}",
        unit="µs per request",
        baseline=BASELINE,
        section=PUBLISHED,
        libraries=("fastapi", "starlette", "pydantic"),
        contenders=tuple(
            Contender(
                name,
                represent,
                units=requests,
                rounds=ROUNDS[size],
                published=1_000 * MILLISECONDS[name][column] if name in MILLISECONDS else None,
            )
            for name, represent in bodies.items()
        ),
        text=TEXT if size == "1 kB" else "",
        chart="published_frameworks" if size == "100 kB" else "",
    )


SMALLEST, SMALL, LARGE, LARGEST = WORKS = tuple(map(frameworks, USERS))


@pytest.fixture(scope="module")
def loop(database: None) -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


def test_outputs_are_equal(loop):
    for work, (size, users) in zip(WORKS, USERS.items(), strict=True):
        assert len(orjson.dumps(document(users))) == pytest.approx(BYTES[size], rel=0.1)
        for contender in work.contenders:
            for body in contender.represent(loop):
                assert json.loads(body) == document(users), contender.name


@in_turns(SMALLEST)
def test_1_kb(benchmark, contender, loop):
    SMALLEST.measure_time(benchmark, contender, loop)


@in_turns(SMALL)
def test_10_kb(benchmark, contender, loop):
    SMALL.measure_time(benchmark, contender, loop)


@in_turns(LARGE)
def test_100_kb(benchmark, contender, loop):
    LARGE.measure_time(benchmark, contender, loop)


@in_turns(LARGEST)
def test_1_mb(benchmark, contender, loop):
    LARGEST.measure_time(benchmark, contender, loop)
