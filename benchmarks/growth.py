"""What is measured at one size after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.tables import GROWTH
from benchmarks.users import DRF
from benchmarks.work import ROUNDS, Contender, Work

ROUND = 0.01
"""The seconds that a round is to take, where that many calls are possible."""
COLD = 0.1
"""The seconds that one call takes which is measured twice, not `ROUNDS` times."""
ONCE = 1.0


def at_each(
    sizes: Iterable[int],
    name: str,
    represent: Callable[[Any], Any],
    *,
    microseconds: float,
    units: int = 1,
    baseline: int,
    thorough_from: float = float("inf"),
    at_most: float | None = None,
    like_drf: bool = True,
) -> list[Contender]:
    """Return the contender at each of the sizes.

    One call represents `units` for each one of the size, and a unit takes about `microseconds`.
    What it may take `at_most` is said of the sizes beyond the baseline: below it, what a call
    costs by itself weighs more with each unit less.
    """
    return [
        Contender(
            name,
            represent,
            at=size,
            units=units * size,
            calls=max(1, int(ROUND / seconds)),
            rounds=1 if seconds > ONCE else 2 if seconds > COLD else ROUNDS,
            thorough=size >= thorough_from,
            at_most=at_most if size > baseline else None,
            like_drf=like_drf,
        )
        for size in sizes
        for seconds in [units * size * microseconds / 1e6]
    ]


def growth(
    title: str,
    unit: str,
    chart: str,
    baseline: int,
    *contenders: Contender,
    axis: str = "rows",
    drf: str | None = DRF,
) -> Work:
    """Return the work of contenders at each size of what grows."""
    return Work(
        title=title,
        unit=unit,
        baseline=str(baseline),
        drf=drf,
        section=GROWTH,
        axis=axis,
        chart=chart,
        contenders=contenders,
    )
