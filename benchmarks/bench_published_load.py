"""How many requests a second does a server answer with a document of about 100 kB?"""

from __future__ import annotations

import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import orjson
import pytest
from django.db import connection

from benchmarks.published import pages
from benchmarks.published.documents import USERS, document
from benchmarks.published.load import Load, is_installed, load
from benchmarks.published.servers import answer, build_go, go_chi, gunicorn
from benchmarks.tables import MADE, PUBLISHED, Lines, Table, figure, machine, versions

pytestmark = pytest.mark.thorough

CLIENTS = (1, 50, 100, 150, 200, 250)
ROUNDS = 3
COUNT = USERS["100 kB"]

BASELINE = "Django JsonResponse"
CHI = "Go chi"
REQUESTS = {
    BASELINE: 1_000,
    "OrjsonResponse": 1_000,
    CHI: 1_000,
    **dict.fromkeys(pages.FROM_DATABASE, 250),
}
# Transactions a second of 50 clients.
RATES = {BASELINE: 9_009, "OrjsonResponse": 10_989, CHI: 12_887}

TEXT = """\
The load generator is `ab`, of Debian's apache2-utils: it makes a fixed number of requests, each on
a connection of its own. gunicorn has a sync worker for each core, Go all cores. The document is
ready in memory, as the published one was; the rows from the database build the same document,
410 users, for each request, from SQLite. The response time is the mean."""

Addresses = dict[str, str]
"""By the name of the page."""
Loads = dict[tuple[str, int], Load]
"""The median round, by the name of the page and the number of clients."""


@pytest.fixture(scope="module")
def addresses(database: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Addresses]:
    """The address of each page that can be served here."""
    directory = tmp_path_factory.mktemp("load")
    with closing(sqlite3.connect(directory / "copy.sqlite3")) as copy:
        connection.connection.backup(copy)
    database_url = f"sqlite:///{directory / 'copy.sqlite3'}"
    with ExitStack() as servers:
        django = servers.enter_context(gunicorn({"DATABASE_URL": database_url}))
        addresses = {name: django + pages.address(name, COUNT) for name in REQUESTS if name != CHI}
        program = build(directory)
        if program:
            body = orjson.dumps(document(COUNT))
            addresses[CHI] = servers.enter_context(go_chi(program, body))
        yield {name: addresses[name] for name in REQUESTS if name in addresses}


def build(directory: Path) -> Path | None:
    program = directory / "document"
    try:
        build_go(program)
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def test_documents_are_equal(addresses):
    for name, address in addresses.items():
        assert answer(address) == document(COUNT), name


def test_load(addresses):
    loads = measured(addresses) if is_installed() else {}
    rows = [cells(name, clients, loads, addresses) for name in REQUESTS for clients in CLIENTS]
    MADE.append(
        Table(
            section=PUBLISHED,
            title="A load test: the same document of about 100 kB from each server",
            unit="as the headings say",
            rows=without_empty_columns(rows),
            machine=machine(),
            versions=versions(["gunicorn"]),
            how=(
                f"wall time, the median of {ROUNDS} runs by its transactions, in turns; the load "
                "generator shares the machine with the servers"
            ),
            baseline=f"{BASELINE}, with as many clients",
            text=TEXT,
            chart=chart(loads),
        )
    )


def measured(addresses: Addresses) -> Loads:
    rounds: dict[tuple[str, int], list[Load]] = defaultdict(list)
    for address in addresses.values():
        load(address, requests=50, clients=10)
    for _ in range(ROUNDS):
        for clients in CLIENTS:
            for name, address in addresses.items():
                answered = load(address, requests=REQUESTS[name], clients=clients)
                if answered:
                    rounds[name, clients].append(answered)
    return {
        key: sorted(loads, key=lambda load: load.rate)[len(loads) // 2]
        for key, loads in rounds.items()
    }


def cells(name: str, clients: int, loads: Loads, addresses: Addresses) -> dict[str, str]:
    here, baseline = loads.get((name, clients)), loads.get((BASELINE, clients))
    return {
        "": name,
        "clients": str(clients),
        "requests": f"{REQUESTS[name]:,}",
        "elapsed, s": figure(here.elapsed) if here else "",
        "response, ms": figure(here.response) if here else "",
        "transactions/s": figure(here.rate) if here else "",
        "MB/s": figure(here.kilobytes * 1_024 / 1e6) if here else "",
        "longest, ms": figure(here.longest) if here else "",
        "ratio": figure(here.rate / baseline.rate) if here and baseline else "",
        "published transactions/s": f"{RATES[name]:,}" if clients == 50 and name in RATES else "",
        "remark": "" if here else why_not(name, addresses),
    }


def why_not(name: str, addresses: Addresses) -> str:
    if not is_installed():
        return "can't: ab is missing (apt-get install apache2-utils)"
    return "can't: requests failed" if name in addresses else "can't: Go or its module is missing"


def without_empty_columns(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    filled = [heading for heading in rows[0] if any(row[heading] for row in rows)]
    return [{heading: row[heading] for heading in filled} for row in rows]


def chart(loads: Loads) -> Lines | None:
    points: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (name, clients), measured in loads.items():
        points[name].append((clients, measured.rate))
    return Lines("published_load", "clients", "transactions/s", points) if loads else None
