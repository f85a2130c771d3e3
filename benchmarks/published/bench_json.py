"""How do JSON libraries and servers compare on a document of about 100 kB?"""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from statistics import median
from subprocess import CalledProcessError

import orjson
import pytest
import rapidjson
import simplejson
import ujson

from benchmarks.peers.load import is_installed, request_rate
from benchmarks.peers.servers import answer, gunicorn
from benchmarks.published import served
from benchmarks.published.data import DUMPS, LOAD, LOADS, USERS, document
from benchmarks.published.measuring import measure, published_cells
from benchmarks.tables import (
    MADE,
    PUBLISHED,
    Lines,
    Table,
    figure,
    versions,
    without_empty_columns,
)

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("database")]

COUNT = USERS["100 kB"]
MODULES = (json, orjson, ujson, simplejson, rapidjson)
TEXT = """\
Published: sukovsky.com, "Python JSON de/serialization speed-up and its impact on Django
performance"."""


def test_libraries() -> None:
    data = document(COUNT)
    text = json.dumps(data)
    dumps = {module.__name__: partial(module.dumps, data) for module in MODULES}
    loads = {module.__name__: partial(module.loads, text) for module in MODULES}
    # Microseconds of a call are a tenth of the seconds of 100,000 calls.
    details = {
        "unit": "s per 100,000 times",
        "units": 10,
        "versions": versions(["ujson", "simplejson", "python-rapidjson"]),
        "text": TEXT,
    }
    title = "JSON libraries: dumps of a document of about 100 kB"
    measure(title, dumps, lambda text: json.loads(text) == data, DUMPS, **details)
    title = "JSON libraries: loads of a document of about 100 kB"
    measure(title, loads, lambda loaded: loaded == data, LOADS, **details)


CLIENTS = (1, 50, 100, 150, 200, 250)
PUBLISHED_CLIENTS = 50
ROUNDS = 3
SETTINGS = {"DJANGO_SETTINGS_MODULE": "benchmarks.published.settings"}

BASELINE, CHI = "Django JsonResponse", "Go chi"
REQUESTS = {
    BASELINE: 1_000,
    "OrjsonResponse": 1_000,
    CHI: 1_000,
    **dict.fromkeys(served.FROM_DATABASE, 250),
}
TEXT_OF_LOAD = """\
The load generator is `ab`, which shares the machine with the servers and makes a connection for
each request. gunicorn has a sync worker for each core, Go all cores. The document is ready in
memory, as the published one was. The pages from the database make the same document, 410 users,
for each request, from SQLite. """


@pytest.mark.skipif(not is_installed(), reason="ab is missing: apt-get install apache2-utils")
def test_load(tmp_path: Path) -> None:
    with ExitStack() as stack:
        django = stack.enter_context(gunicorn(SETTINGS))
        addresses = {
            name: django + served.address(name, COUNT) for name in REQUESTS if name != CHI
        }
        with suppress(OSError, CalledProcessError):
            chi = served.chi(tmp_path / "chi", orjson.dumps(document(COUNT)))
            addresses[CHI] = stack.enter_context(chi)
        for name, address in addresses.items():
            assert answer(address) == document(COUNT), name
        rates = measured(addresses)
    baseline = rates[BASELINE][PUBLISHED_CLIENTS]
    rows = [
        {
            "": name,
            **{str(clients): figure(rate) for clients, rate in rates[name].items()},
            "ratio": figure(rates[name][PUBLISHED_CLIENTS] / baseline),
            **published_cells(name, BASELINE, LOAD),
        }
        for name in REQUESTS
        if name in rates
    ]
    points = {name: list(by_clients.items()) for name, by_clients in rates.items()}
    MADE.append(
        Table(
            section=PUBLISHED,
            title="A load test: the same document of about 100 kB from each server",
            unit="requests a second, by the number of clients",
            rows=without_empty_columns(rows),
            how=f"wall time, the median of {ROUNDS} runs, in turns",
            versions=versions(["gunicorn"]),
            baseline=f"{BASELINE}, {PUBLISHED_CLIENTS} clients",
            text=TEXT_OF_LOAD + TEXT,
            chart=Lines("published_load", "clients", "requests a second", points),
        )
    )


def measured(addresses: dict[str, str]) -> dict[str, dict[int, float]]:
    """Return the requests a second, by the name of the page and the number of clients."""
    rates: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in addresses}
    for clients in CLIENTS * ROUNDS:
        for name, address in addresses.items():
            rate = request_rate(address, requests=REQUESTS[name], clients=clients)
            assert rate, f"{name} failed to answer some of the requests"
            rates[name][clients].append(rate)
    return {
        name: {clients: median(rounds) for clients, rounds in by_clients.items()}
        for name, by_clients in rates.items()
    }
