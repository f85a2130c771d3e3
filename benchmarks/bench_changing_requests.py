"""What do requests cost that change their serializers, and what can a client make a server pay?"""

from __future__ import annotations

import pytest
from django.db import connection

from benchmarks.idioms.changing import CASES
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import costs
from benchmarks.wide import store_wide_rows
from fastserializers import FastSerializerMixin

pytestmark = pytest.mark.usefixtures("database")

WARM = 30
"""Requests before any is measured: a process that serves has answered some."""
ROUNDS = 40


@pytest.fixture(scope="module", autouse=True)
def wide_rows(database: None) -> None:
    for columns in (15, 30, 60):
        store_wide_rows(columns, 100)


@pytest.mark.parametrize("name", CASES)
def test_changing_requests(name: str) -> None:
    changing, _ = CASES[name]
    by_drf, by_fast = changing(), changing(FastSerializerMixin)
    for _ in range(WARM):
        assert by_drf() == by_fast()
    cost = costs({"drf": by_drf, "fast": by_fast}, calls=3, rounds=ROUNDS)
    MEASURED[name] = cost["drf"], cost["fast"]


MEASURED: dict[str, tuple[float, float]] = {}


def test_they_are_one_table() -> None:
    MADE.append(
        Table(
            section=IDIOMS,
            title=f"Serializers that change with each request, from {connection.display_name}",
            unit="µs per request",
            rows=[row(name, *cost) for name, cost in MEASURED.items()],
            machine=machine(),
            versions=versions(),
            how=f"CPU time of .data, median of {ROUNDS} rounds after {WARM} requests",
            baseline="REST framework at the same requests, as times faster",
        )
    )


def row(name: str, drf: float, fast: float) -> dict[str, str]:
    _, at_least = CASES[name]
    is_reached = drf / fast >= at_least
    return {
        "": name,
        "REST framework": figure(drf),
        "fast": figure(fast),
        TIMES_FASTER: figure(drf / fast),
        "target": f"≥ {at_least:g} " + ("reached" if is_reached else "missed"),
    }
