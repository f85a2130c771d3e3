"""Async views, adrf's and Django's own, behind a real uvicorn."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path

import pytest
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers.reading.state import state_of
from fastserializers.views import FastReadMixin
from tests.endpoints.project import PublisherSerializer
from tests.models import Publisher

adrf_views = pytest.importorskip("adrf.views")
pytest.importorskip("uvicorn")

ROOT = Path(__file__).parents[2]
TAGS = [{"id": pk, "label": f"tag {pk}"} for pk in range(1, 501)]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return the address of a site that uvicorn serves, and the file of what it prints."""
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "example_project")]),
    }
    printed = folder / "printed"
    with socket.create_server(("127.0.0.1", 0)) as listening, printed.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "tests.endpoints.served", str(listening.fileno())],
            env=environment,
            cwd=folder,
            pass_fds=[listening.fileno()],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield listening.getsockname(), printed
        finally:
            process.terminate()
            process.wait(timeout=60)


def asked(server, path, accept="application/json"):
    """Return a connection on which the server was asked for a path, and its answer."""
    connection = HTTPConnection(*server[0], timeout=60)
    connection.request("GET", path, headers={"Accept": accept})
    return connection, connection.getresponse()


def get(server, path, accept="application/json"):
    connection, answer = asked(server, path, accept)
    with closing(connection):
        return answer.status, dict(answer.getheaders()), answer.read()


def get_plain_and_fast(server, path):
    """Return the status, and what plain and fast views answer."""
    status, _, plain = get(server, f"/plain/{path}")
    fast_status, _, fast = get(server, f"/fast/{path}")
    assert fast_status == status
    return status, plain.replace(b"/plain/", b"/fast/"), fast


@pytest.mark.parametrize("name", ["viewset", "list"])
def test_views_of_adrf_answer_the_same(server, name):
    queries = "", "?page=25", "?page=26", "?page=x"
    answers = [get_plain_and_fast(server, f"{name}/{query}") for query in queries]
    assert [status for status, _, _ in answers] == [200, 200, 404, 404]
    assert [fast for _, _, fast in answers] == [plain for _, plain, _ in answers]


@pytest.mark.parametrize("query", ["", "?page=26", "?page=x"])
def test_an_object_of_adrf_is_on_no_page(server, query):
    status, plain, fast = get_plain_and_fast(server, f"detail/{query}")
    assert status == 200
    assert fast == plain


def test_an_async_view_of_django_answers(server):
    status, headers, body = get(server, "/by_hand/")
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert json.loads(body) == TAGS[:20]


def lines(body):
    return [json.loads(line) for line in body.splitlines()]


@pytest.mark.parametrize(
    ("accept", "rows_in"), [("application/json", json.loads), ("application/x-ndjson", lines)]
)
def test_an_async_view_of_django_streams(server, accept, rows_in):
    status, headers, body = get(server, "/stream/", accept)
    assert (status, headers["Content-Type"]) == (200, accept)
    assert rows_in(body) == TAGS
    assert "must consume synchronous iterators" not in server[1].read_text()


def test_the_event_loop_is_free_while_a_portion_is_made(server):
    connection, answer = asked(server, "/waiting/")
    with closing(connection):
        first = answer.read(10)
        # Its other rows are made when this is answered, and not before.
        assert get(server, "/release/")[2] == b"released"
        rows = json.loads(first + answer.read())
    assert [row["id"] for row in rows] == [tag["id"] for tag in TAGS]
    assert all(row["waited"] for row in rows)


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_an_error_half_way_breaks_the_connection_off(server, accept):
    printed_before = len(server[1].read_text())

    connection, answer = asked(server, "/failing/", accept)
    with closing(connection), pytest.raises(IncompleteRead):
        answer.read()

    printed = server[1].read_text()[printed_before:]
    assert printed.count("A stream was broken off after") == 1
    assert "KeyError: 'row 250'" in printed


class AwaitedByHand(FastReadMixin, adrf_views.APIView):
    authentication_classes = permission_classes = ()

    async def get(self, request):
        state = state_of(PublisherSerializer(Publisher()))
        return Response({"reads fast": state is not None})


def test_all_that_an_async_view_reads_is_fast():
    async def answer():
        return await AwaitedByHand.as_view()(APIRequestFactory().get("/"))

    assert asyncio.run(answer()).data == {"reads fast": True}
