"""What do the idioms of real projects gain, and what does a serializer lose that gains nothing?"""

from __future__ import annotations

import pytest

from benchmarks.differences import first_difference
from benchmarks.idioms import around_the_rows, chosen_fields, own_fields, values
from benchmarks.idioms.idiom import REFERENCE, Idiom
from benchmarks.idioms.nonsense import NONSENSE
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import costs
from bookshop.models import Book

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
            difference = first_difference(idiom.by_drf(rows), idiom.by_twin(rows))
            assert not difference, f"{idiom.name}: {difference}"


@pytest.mark.parametrize("title", TABLES)
def test_idioms(title: str, books: list[Book]) -> None:
    measured = [(idiom, *costs_of(idiom, books)) for idiom in TABLES[title]]
    MADE.append(
        Table(
            section=IDIOMS,
            title=title,
            unit="µs per row",
            rows=[row(idiom, drf, twin) for idiom, drf, twin in measured],
            machine=machine(),
            versions=versions(),
            how=f"CPU time of .data, twins, median of {ROUNDS} rounds, no garbage collected",
            baseline="REST framework at the same rows, as times faster",
        )
    )


def costs_of(idiom: Idiom, books: list[Book]) -> tuple[float, float]:
    """Return the microseconds that a row takes REST framework, and the twin."""
    rows = books[: idiom.rows]
    cost = costs(
        {"drf": lambda: idiom.by_drf(rows), "twin": lambda: idiom.by_twin(rows)},
        idiom.calls,
        ROUNDS,
    )
    return cost["drf"] / idiom.rows, cost["twin"] / idiom.rows


def row(idiom: Idiom, drf: float, twin: float) -> dict[str, str]:
    is_reached = drf / twin >= idiom.at_least
    return {
        "": idiom.name,
        "REST framework": figure(drf),
        "twin": figure(twin),
        TIMES_FASTER: figure(drf / twin),
        "target": f"≥ {idiom.at_least:g} " + ("reached" if is_reached else "missed"),
    }
