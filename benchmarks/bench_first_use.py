"""What does a serializer cost the first time it is used?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from statistics import median
from time import process_time
from typing import Any

import pytest
from rest_framework.serializers import ModelSerializer

from benchmarks.tables import GROWTH, MADE, Table, figure, verdict
from benchmarks.wide import FIELD_NAMES, wide_rows, wide_serializer
from fastserializers import FastSerializerMixin

pytestmark = pytest.mark.thorough

COLUMNS = FIELD_NAMES[:12]
CLASSES = 20
PROCESSES = 7
NUMBERS = count()


class FastModelSerializer(FastSerializerMixin, ModelSerializer):
    pass


BASES = {"REST framework": ModelSerializer, "fast": FastModelSerializer}
READINGS: dict[str, tuple[int, Callable[[Any, list[Any]], Any]]] = {
    "one object": (1, lambda cls, rows: cls(rows[0]).data),
    "5 objects": (5, lambda cls, rows: [cls(row).data for row in rows]),
    "a list of 20 rows": (20, lambda cls, rows: cls(rows, many=True).data),
    "5 lists of 20 rows": (20, lambda cls, rows: [cls(rows, many=True).data for _ in range(5)]),
    "20 lists of 100 rows": (
        100,
        lambda cls, rows: [cls(rows, many=True).data for _ in range(20)],
    ),
}


def first_use(base: Any, rows: list[Any], read: Callable[[Any, list[Any]], Any]) -> float:
    """Return the CPU milliseconds of all readings by a class that nobody has used."""
    made = wide_serializer(base, COLUMNS, f"First{next(NUMBERS)}Serializer")
    started = process_time()
    read(made, rows)
    return (process_time() - started) * 1_000


def test_a_new_class() -> None:
    rows = []
    for title, (size, read) in READINGS.items():
        objects = wide_rows(size)
        cost: dict[str, list[float]] = {name: [] for name in BASES}
        for _ in range(CLASSES):
            for name, base in BASES.items():
                cost[name].append(first_use(base, objects, read))
        rows.append(cells(title, {name: median(measured) for name, measured in cost.items()}))
    how = f"CPU time, median of {CLASSES} classes"
    MADE.append(table("First use of a class of twelve columns, all readings", how, rows))


def test_a_process_of_30_endpoints() -> None:
    cost = {way: [process(way) for _ in range(PROCESSES)] for way in ("drf", "fast", "warm")}
    drf, fast, warm = (median(measured) for measured in cost.values())
    rows = [
        cells("each endpoint once", {"REST framework": drf, "fast": fast}, at_most=1.3),
        cells("each endpoint once, after warm", {"REST framework": drf, "fast": warm}, at_most=1),
    ]
    how = f"CPU time, median of {PROCESSES} processes"
    MADE.append(table("A new process of 30 endpoints, ten rows each", how, rows))


def process(way: str) -> float:
    """Return the CPU milliseconds of all requests in a process of its own."""
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "benchmarks.endpoints", way],
        check=True,
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )
    return float(ran.stdout)


def cells(title: str, cost: dict[str, float], at_most: float | None = None) -> dict[str, str]:
    ratio = cost["fast"] / cost["REST framework"]
    return {
        "": title,
        **{name: figure(milliseconds) for name, milliseconds in cost.items()},
        "ratio": figure(ratio),
        "target": verdict("≤", at_most, ratio <= at_most) if at_most else "",
    }


def table(title: str, how: str, rows: list[dict[str, str]]) -> Table:
    return Table(
        section=GROWTH,
        title=title,
        unit="ms",
        rows=rows,
        how=how,
        baseline="REST framework",
    )
