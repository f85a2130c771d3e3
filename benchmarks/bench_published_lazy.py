"""What does Django's `lazy` cost?"""

from __future__ import annotations

import pytest
from django.utils.functional import lazy

from benchmarks.published.profiles import HOW, precise, profile_rows
from benchmarks.tables import MADE, PUBLISHED, Table, machine, versions

pytestmark = pytest.mark.thorough

TIMES = 50_000
DIRECT, LAZY = "direct", "through lazy, and evaluated"
STATEMENTS = {DIRECT: 'str.upper("hello")', LAZY: 'upper("hello") + ""'}
NAMES = {"upper": lazy(str.upper, str)}
# With cProfile.
SECONDS = {DIRECT: 0.034, LAZY: 1.139}


def test_outputs_are_equal():
    direct, evaluated = (eval(statement, NAMES) for statement in STATEMENTS.values())  # noqa: S307
    assert direct == evaluated


def test_lazy():
    MADE.append(
        Table(
            section=PUBLISHED,
            title=f"str.upper, {TIMES:,} calls, direct and through django.utils.functional.lazy",
            unit="s",
            rows=profile_rows(
                STATEMENTS,
                NAMES,
                times=TIMES,
                baseline=DIRECT,
                remarks={name: {"published": precise(SECONDS[name])} for name in STATEMENTS},
            ),
            machine=machine(),
            versions=versions(),
            how=HOW,
            baseline=DIRECT,
            text="Published with cProfile.",
        )
    )
