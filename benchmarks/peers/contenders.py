from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.peers.rivals import DRF, OURS, PLAIN, RIVALS
from benchmarks.tables import RIVALS as SECTION
from benchmarks.work import Contender, Work


def side_by_side(
    title: str,
    represent: Callable[[str], Callable[[Any], Any]],
    unit: str = "µs per row",
    chart: str = "",
    **options: Any,
) -> Work:
    """Return the work of all rivals; `represent` gives the function of the one with that name."""
    return Work(
        title=title,
        unit=unit,
        baseline=OURS,
        drf=DRF,
        section=SECTION,
        chart=chart,
        libraries=tuple(name for name in RIVALS if name not in (DRF, OURS, PLAIN)),
        contenders=tuple(
            Contender(name, represent(name), rival=name not in (DRF, OURS), **options)
            for name in RIVALS
        ),
    )
