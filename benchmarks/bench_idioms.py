"""What do the idioms of real projects gain, and what does a serializer lose that gains nothing?"""

from __future__ import annotations

import pytest
from rest_framework.renderers import JSONRenderer

from benchmarks.bench_small_requests import body, views_of
from benchmarks.differences import first_difference
from benchmarks.idioms import around_the_rows, chosen_fields, own_fields, values
from benchmarks.idioms.idiom import REFERENCE, Idiom
from benchmarks.idioms.nonsense import NONSENSE
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import costs
from bookshop.models import Book
from fastserializers.views import FastReadMixin

ROUNDS = 7

TABLES: dict[str, tuple[Idiom, ...]] = {
    "Idioms of real projects, next to REST framework": (
        REFERENCE,
        *chosen_fields.IDIOMS,
        *own_fields.IDIOMS,
        *around_the_rows.IDIOMS,
        *values.IDIOMS,
    ),
    "A page of nonsense: never slower than REST framework": NONSENSE,
}


@pytest.mark.parametrize("title", TABLES)
def test_outputs_of_idioms_are_equal(title: str, books: list[Book]) -> None:
    for idiom in TABLES[title]:
        rows = books[: idiom.rows]
        for _ in range(2):  # What is read for the second time may be read in another way.
            difference = first_difference(idiom.by_drf(rows), idiom.by_fast(rows))
            assert not difference, f"{idiom.name}: {difference}"


@pytest.mark.parametrize("title", TABLES)
def test_idioms(title: str, books: list[Book]) -> None:
    measured = [(idiom, *costs_of(idiom, books)) for idiom in TABLES[title]]
    MADE.append(
        Table(
            section=IDIOMS,
            title=title,
            unit="µs per row",
            rows=[row(idiom, drf, fast) for idiom, drf, fast in measured],
            machine=machine(),
            versions=versions(),
            how=f"CPU time of .data, median of {ROUNDS} rounds, no garbage collected",
            baseline="REST framework at the same rows, as times faster",
        )
    )


SMALL = (1, 2, 5, 10, 30)
"""How many rows a small page has."""


@pytest.mark.usefixtures("database")
def test_small_pages() -> None:
    idioms = [idiom for table in TABLES.values() for idiom in table if idiom.serializer_class]
    MADE.append(
        Table(
            section=IDIOMS,
            title="Small pages of the same idioms: never slower than REST framework",
            unit="times faster than REST framework's view, by the rows of a page",
            rows=[small_row(idiom) for idiom in idioms],
            machine=machine(),
            versions=versions(),
            how=f"CPU time of a view and JSONRenderer, median of {ROUNDS} rounds",
            baseline="REST framework's view at the same rows",
        )
    )


def small_row(idiom: Idiom) -> dict[str, str]:
    drf, fast = (
        views_of(idiom.serializer_class, *mixins, renderer=JSONRenderer)
        for mixins in ((), (FastReadMixin,))
    )
    cells = {"": idiom.name}
    for size in SMALL:
        assert body(fast, size, "") == body(drf, size, ""), idiom.name
        cost = costs(
            {
                "drf": lambda size=size: body(drf, size, ""),
                "fast": lambda size=size: body(fast, size, ""),
            },
            calls=5,
            rounds=ROUNDS,
        )
        cells[str(size)] = figure(cost["drf"] / cost["fast"])
    return cells


def costs_of(idiom: Idiom, books: list[Book]) -> tuple[float, float]:
    """Return the microseconds that a row takes REST framework, and the fast code."""
    rows = books[: idiom.rows]
    cost = costs(
        {"drf": lambda: idiom.by_drf(rows), "fast": lambda: idiom.by_fast(rows)},
        idiom.calls,
        ROUNDS,
    )
    return cost["drf"] / idiom.rows, cost["fast"] / idiom.rows


def row(idiom: Idiom, drf: float, fast: float) -> dict[str, str]:
    is_reached = drf / fast >= idiom.at_least
    return {
        "": idiom.name,
        "REST framework": figure(drf),
        "fast": figure(fast),
        TIMES_FASTER: figure(drf / fast),
        "target": f"≥ {idiom.at_least:g} " + ("reached" if is_reached else "missed"),
    }
