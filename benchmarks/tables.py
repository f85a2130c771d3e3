"""What a run found out, as tables that are kept in a file until the report is made of them."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import cpuinfo
import msgspec

RESULTS = Path(__file__).with_name("results")
TRIALS = Path(__file__).with_name("trials")
"""What `make trial-<project>` has measured: kept in the repository, as nobody runs all at once."""
LIBRARIES = ("Django", "djangorestframework", "msgspec", "orjson", "django-fastserializers")

# The sections of the report, in its order.
HAND_WRITTEN = "Next to hand-written code"
RIVALS = "The rivals, side by side"
DATABASE = "From the database"
GROWTH = "How it grows"
IDIOMS = "What real projects mix in"
PROJECTS = "Real projects as they are published"
PUBLISHED = "Published measurements, repeated"
SECTIONS = (HAND_WRITTEN, DATABASE, IDIOMS, PROJECTS, PUBLISHED, RIVALS, GROWTH)

Cells = dict[str, str]


class Lines(msgspec.Struct, frozen=True, tag="lines"):
    """A chart of lines, on logarithmic axes."""

    file: str
    x: str
    y: str
    points: dict[str, list[tuple[float, float]]]


class Bars(msgspec.Struct, frozen=True, tag="bars"):
    """A chart of one bar for each name."""

    file: str
    x: str
    lengths: dict[str, float]


def machine() -> str:
    processor = cpuinfo.get_cpu_info().get("brand_raw", platform.machine())
    return f"{processor}, {os.cpu_count()} cores"


def versions(more: Iterable[str] = ()) -> dict[str, str]:
    """Return the versions of Python and of the distributions that were measured."""
    return {
        "Python": platform.python_version(),
        **{library: version(library) for library in (*LIBRARIES, *more)},
    }


class Table(msgspec.Struct, frozen=True):
    section: str
    title: str
    unit: str
    rows: list[Cells]
    """Cells by heading, the same headings in each row. The first cell names the row."""
    how: str
    """What was timed, and how many rounds of it."""
    machine: str = msgspec.field(default_factory=machine)
    versions: dict[str, str] = msgspec.field(default_factory=versions)
    baseline: str = ""
    """What the ratios are to."""
    text: str = ""
    """Markdown to print under the table."""
    chart: Lines | Bars | None = None


MADE: list[Table] = []
"""Tables that a question has made by itself, without pytest-benchmark."""


def save(run: str, tables: Iterable[Table], folder: Path = RESULTS) -> Path:
    """Keep the tables of one run, in place of those that it left the last time."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{run}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(list(tables))))
    return file


def saved_tables() -> list[Table]:
    """Return the tables of all runs, section by section."""
    tables = [
        table
        for file in sorted([*RESULTS.glob("*.json"), *TRIALS.glob("*.json")])
        for table in msgspec.json.decode(file.read_bytes(), type=list[Table])
    ]
    return sorted(tables, key=lambda table: SECTIONS.index(table.section))


def without_empty_columns(rows: list[Cells]) -> list[Cells]:
    """Return the rows with the same headings each: those that have a cell in some row."""
    headings = dict.fromkeys(heading for row in rows for heading in row)
    filled = [name for name in headings if not name or any(row.get(name) for row in rows)]
    return [{heading: row.get(heading, "") for heading in filled} for row in rows]


def verdict(sign: str, limit: float, is_reached: bool) -> str:
    """Return the target of a row, and whether it is reached."""
    return f"{sign} {limit:.3g} " + ("reached" if is_reached else "missed")


def figure(number: float) -> str:
    decimals = 0 if number >= 10 else 2 if number >= 0.1 else 3
    return f"{number:,.{decimals}f}"
