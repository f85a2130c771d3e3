"""How many requests a second does one process answer: a page, all rows, one object?"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from time import monotonic
from typing import Any
from urllib.error import URLError

import pytest
from django.db import connection

from benchmarks.peers.load import is_installed, request_rate
from benchmarks.peers.servers import answer, environment_with, gunicorn
from benchmarks.tables import MADE, RIVALS, Table, figure, versions
from bookshop.server import stop

pytestmark = [
    pytest.mark.usefixtures("database"),
    pytest.mark.skipif(not is_installed(), reason="ab is missing: apt-get install apache2-utils"),
]

SETTINGS = "benchmarks.peers.served.settings"
CLIENTS = 8
ROUNDS = 3
REQUESTS = {"page of 100": ("page/", 600), "all 1,000": ("all/", 100), "one object": ("1/", 2_000)}
FLAVOURS = {
    "djangorestframework": "drf",
    "django-fastserializers": "fast",
    "django-ninja": "ninja",
    "django-bolt": "bolt",
}

TEXT = """\
django-ninja has a renderer of orjson. It, REST framework and this library run under gunicorn with
one sync worker; django-bolt runs in a process of its own server, with async views. The load
generator is `ab`, with 8 clients and a connection for each request. It shares the machine with the
server and with PostgreSQL. The fast views differ from REST framework's by the mixin and the
renderer; for the others the project's views and serializers are written anew."""


@contextmanager
def bolt() -> Iterator[str]:
    """Serve django-bolt's views in one process, and yield the address once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    process = subprocess.Popen(  # noqa: S603
        [
            *(sys.executable, "-m", "django", "runbolt", "--no-admin"),
            *("--host", "127.0.0.1", "--port", str(port), "--processes", "1"),
        ],
        env=environment_with({"DJANGO_SETTINGS_MODULE": SETTINGS}),
        stdout=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/bolt/1/")
        yield address
    finally:
        stop(process)


def wait_for(address: str) -> None:
    until = monotonic() + 60
    while not answers(address):
        if monotonic() > until:
            raise TimeoutError(address)


def answers(address: str) -> bool:
    try:
        answer(address)
    except URLError:
        return False
    return True


@pytest.fixture(scope="module")
def servers(database: None) -> Iterator[dict[str, str]]:
    """The address of each flavour."""
    with ExitStack() as stack:
        one = {"DJANGO_SETTINGS_MODULE": SETTINGS, "WEB_CONCURRENCY": "1"}
        django = stack.enter_context(gunicorn(one))
        own = stack.enter_context(bolt())
        yield {
            name: f"{own if flavour == 'bolt' else django}/{flavour}/"
            for name, flavour in FLAVOURS.items()
        }


def without_addresses(data: Any) -> Any:
    """Return what is answered without the links of a page, which name the server."""
    return {**data, "next": bool(data["next"])} if "next" in data else data


def test_answers_are_equal(servers: dict[str, str]) -> None:
    for route, _ in REQUESTS.values():
        expected, *others = (without_addresses(answer(base + route)) for base in servers.values())
        for name, other in zip(list(servers)[1:], others, strict=True):
            assert other == expected, (name, route)


def test_requests(servers: dict[str, str]) -> None:
    rates = {
        title: rates_of(servers, route, requests) for title, (route, requests) in REQUESTS.items()
    }
    baseline = next(iter(servers))
    MADE.append(
        Table(
            section=RIVALS,
            title=f"Whole requests over HTTP, users from {connection.display_name}",
            unit="requests a second",
            rows=[{"": name, **cells(name, rates, baseline)} for name in servers],
            versions=versions(["django-ninja", "django-bolt", "gunicorn"]),
            how=f"wall time, the median of {ROUNDS} runs, in turns",
            baseline=baseline,
            text=TEXT,
        )
    )


def cells(name: str, rates: dict[str, dict[str, float]], baseline: str) -> dict[str, str]:
    """Return the requests a second of one server, and how many times those of the baseline."""
    found: dict[str, str] = {}
    for title, by_name in rates.items():
        found[title] = figure(by_name[name])
        found[f"times, {title}"] = figure(by_name[name] / by_name[baseline])
    return found


def rates_of(servers: dict[str, str], route: str, requests: int) -> dict[str, float]:
    """Return the requests a second that each server answers, the median of rounds in turns."""
    rates: dict[str, list[float]] = {name: [] for name in servers}
    for _ in range(ROUNDS):
        for name, base in servers.items():
            rate = request_rate(base + route, requests=requests, clients=CLIENTS)
            assert rate, f"{name} failed to answer some of the requests"
            rates[name].append(rate)
    return {name: median(measured) for name, measured in rates.items()}
