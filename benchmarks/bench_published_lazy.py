"""What does Django's `lazy` cost?"""

from __future__ import annotations

import pytest
from django.utils.functional import lazy

from benchmarks.published.profiles import HOW, precise, profile_rows
from benchmarks.tables import MADE, PUBLISHED, Table, machine, versions

pytestmark = pytest.mark.thorough

TIMES = 50_000

upper = lazy(str.upper, str)

DIRECT = 'str.upper("hello")'
LAZY = 'lazy(str.upper, str)("hello"), evaluated'
RUNS = {
    DIRECT: lambda: str.upper("hello"),
    LAZY: lambda: upper("hello") + "",
}
SECONDS = {DIRECT: 0.034, LAZY: 1.139}


def test_outputs_are_equal():
    assert RUNS[LAZY]() == RUNS[DIRECT]()


def test_lazy():
    MADE.append(
        Table(
            section=PUBLISHED,
            title=f"django.utils.functional.lazy, {TIMES:,} calls",
            unit="s",
            rows=profile_rows(
                RUNS,
                DIRECT,
                TIMES,
                {name: {"published: seconds": precise(SECONDS[name])} for name in RUNS},
            ),
            machine=machine(),
            versions=versions(),
            how=HOW,
            baseline=DIRECT,
            text="Published with cProfile. One call of each run is that of the function around it.",
        )
    )
