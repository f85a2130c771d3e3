"""What does sending many rows take: the memory of all of them, or of a portion?"""

from __future__ import annotations

import csv
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from rest_framework.renderers import JSONRenderer

from benchmarks.growth import at_each, growth
from benchmarks.tables import GROWTH, MADE, Table, figure, verdict
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST, FAST_SERIALIZERS
from benchmarks.work import Contender, Work, in_turns, once
from fastserializers.responses import OrjsonResponse, StreamingOrjsonResponse
from fastserializers.streams import iterate

SIZES = (100, 1_000, 10_000, 100_000)
BASELINE = 100
ROWS = 1_000

WHOLE = "OrjsonResponse"
STREAM = "StreamingOrjsonResponse"


def by_drf(queryset: QuerySet[User]) -> int:
    return len(JSONRenderer().render(DRF_SERIALIZERS[DRF](queryset.all(), many=True).data))


def whole(queryset: QuerySet[User]) -> int:
    return len(OrjsonResponse(FAST_SERIALIZERS[FAST](queryset.all(), many=True)).content)


def streamed(queryset: QuerySet[User]) -> int:
    """Return how many bytes are sent, each part gone before the next is made."""
    serializer = FAST_SERIALIZERS[FAST](queryset.all(), many=True)
    return sum(map(len, StreamingOrjsonResponse(serializer, chunk_size=BASELINE)))


MEMORY = growth(
    "Rows: memory of sending a queryset",
    "bytes per row at the peak",
    "growth_memory_of_streams",
    BASELINE,
    *at_each(SIZES[:-1], DRF, by_drf, microseconds=30, baseline=BASELINE),
    *at_each(SIZES, WHOLE, whole, microseconds=10, baseline=BASELINE),
    *at_each(SIZES, STREAM, streamed, microseconds=10, baseline=BASELINE, at_most=0.2),
    drf=None,
)


WAYS = {DRF: by_drf, WHOLE: whole, STREAM: streamed}
MILLION = 1_000_000
MOST = 20
"""The MB that a stream may take, of however many rows."""

COPIES = """
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT ?)
    INSERT INTO auth_user (password, last_login, is_superuser, username, first_name, last_name,
        email, is_staff, is_active, date_joined)
    SELECT '', '2026-11-21 22:28:18.730475', 0, 'user' || number, 'Ada', 'of ' || number,
        number || '@example.org', 0, 1, '2024-05-01 12:30:15.000120' FROM numbers
"""


def million_sent(directory: Path) -> Table:
    """Return the table of sending a million users in a file, by a process for each way."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{directory / 'users.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    run = partial(subprocess.run, env=environment, check=True, capture_output=True, text=True)
    run([sys.executable, "-m", "django", "migrate"])
    database = sqlite3.connect(directory / "users.sqlite3")
    database.execute(COPIES, [MILLION])
    database.commit()
    database.close()
    rows = []
    for way in WAYS:
        found = run([sys.executable, "-m", "benchmarks.sending", way]).stdout.split()
        megabytes, seconds = int(found[0]) / 1e6, float(found[1])
        rows.append(
            {
                "": way,
                "MB at the peak": figure(megabytes),
                "CPU s": figure(seconds),
                "MB sent": figure(int(found[2]) / 1e6),
                "target": verdict("≤", MOST, megabytes <= MOST) if way == STREAM else "",
            }
        )
    return Table(
        section=GROWTH,
        title="A million users sent, from SQLite",
        unit="as each column says",
        rows=rows,
        how="the peak of a process of its own, less what it was before",
    )


class Echo:
    def write(self, line: str) -> str:
        return line


def lines_of(rows: Iterator[Any]) -> list[str]:
    first = next(rows)
    writer = csv.DictWriter(Echo(), fieldnames=list(first))
    return [writer.writerow(row) for row in (first, *rows)]  # type: ignore[misc]


def csv_by_drf(queryset: QuerySet[User]) -> list[str]:
    make = DRF_SERIALIZERS[DRF]
    return lines_of(make(user).data for user in queryset.iterator(ROWS))


def csv_of_rows(queryset: QuerySet[User]) -> list[str]:
    return lines_of(iterate(FAST_SERIALIZERS[FAST](queryset.all(), many=True)))


CSV = Work(
    title="CSV of 1,000 users, from the database",
    unit="µs per row",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, csv_by_drf, units=ROWS),
        Contender(f"{FAST}, iterate()", csv_of_rows, units=ROWS, at_most=0.2),
    ),
)


@pytest.fixture(scope="module")
def querysets(database: None) -> dict[int, QuerySet[User]]:
    """Return querysets by the number of their rows, which are read in portions."""
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
    users = User.objects.order_by("pk")
    return {size: users.filter(pk__lte=users[size - 1].pk) for size in SIZES}


def test_bodies_are_of_one_length(querysets):
    assert by_drf(querysets[1_000]) == whole(querysets[1_000]) == streamed(querysets[1_000])


def test_lines_are_equal(querysets):
    CSV.check_outputs(querysets[ROWS])


@pytest.mark.thorough
@once(MEMORY)
def test_memory_of_streams(benchmark, work, contender, querysets):
    work.measure_memory(benchmark, contender, querysets)


@pytest.mark.thorough
def test_a_million(tmp_path):
    MADE.append(million_sent(tmp_path))


@in_turns(CSV)
def test_csv(benchmark, work, contender, querysets):
    work.measure_time(benchmark, contender, querysets[ROWS])
