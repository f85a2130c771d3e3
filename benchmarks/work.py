"""One piece of work, and those that are measured at it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.differences import Finding, finding_on, first_difference
from benchmarks.tables import HAND_WRITTEN

# A busy machine slows down whoever is running. Many short turns spread that over all contenders,
# where one long run each would charge it to a single one. They also make the process like one
# that serves both kinds: every field that DRF makes changes the class `Field`, and CPython then
# drops what it has cached of the attributes of all serializer classes, the fast ones included.
ROUNDS = 40
ROUNDS_A_TURN = 2


@dataclass(frozen=True)
class Contender:
    name: str
    represent: Callable[[Any], Any]
    units: int
    """How many objects or rows one call represents."""
    calls: int = 1
    """How many calls make a round."""
    rounds: int = ROUNDS
    """How often it is measured. No more than `ROUNDS_A_TURN` are measured cold, in one turn."""
    at: int | None = None
    """How much of what grows it has to do with, for the work that asks how something grows."""
    thorough: bool = False
    """Whether it takes too long for `make bench`: a larger size of what is compared there."""
    at_most: float | None = None
    """The most it may take, as a multiple of what the baseline takes."""
    at_least: float | None = None
    """How many times faster than REST framework it is to be."""
    like_drf: bool = True
    """Whether its output is to be DRF's: nothing is timed until it is."""
    rival: bool = False
    """Whether the table is to tell what it does differently, or can't do."""


@dataclass(frozen=True)
class Work:
    title: str
    unit: str
    contenders: tuple[Contender, ...]
    baseline: str
    """The contender that the others are multiples of, or what of the growth it is, in numbers."""
    drf: str | None = None
    """The contender whose output is the right one, and whose time is the one to save."""
    section: str = HAND_WRITTEN
    axis: str = ""
    """What grows."""
    chart: str = ""
    """The name of the chart's file, for the work that has a chart."""
    libraries: tuple[str, ...] = ()
    """The distributions that take part, besides this library's own."""
    text: str = ""
    """Markdown to print under the table."""

    def __str__(self) -> str:
        return self.title

    def check_outputs(self, source: Any) -> None:
        """Fail on an output that is not DRF's, in its values, types or order.

        What rivals do differently is kept for the table. In a work with an axis, `source` holds
        the sources by their size.
        """
        for expecting in self.contenders:
            if expecting.name == self.drf and not expecting.thorough:
                sized = source_for(expecting, source)
                # As often as the others: some ask for something else each time.
                expecting.represent(sized)
                expected = expecting.represent(sized)
                for contender in self.contenders:
                    if contender.at == expecting.at and contender is not expecting:
                        self.check_output(contender, sized, expected)

    def check_output(self, contender: Contender, source: Any, expected: Any) -> None:
        if contender.rival:
            finding = finding_on(contender.represent, source, expected)
            if finding:
                FINDINGS[self.title, contender.name] = finding
        elif contender.like_drf:
            # The first object of a class is DRF's own: what is timed is what comes then.
            contender.represent(source)
            difference = first_difference(expected, contender.represent(source))
            if difference:
                pytest.fail(
                    f"{self.title}: the outputs differ, so nothing was timed.\n"
                    f"  {contender.name}: {difference}",
                    pytrace=False,
                )

    def measure_time(self, benchmark: BenchmarkFixture, contender: Contender, source: Any) -> None:
        severity, text = FINDINGS.get((self.title, contender.name), ("", ""))
        if severity == "can't":
            pytest.skip(text)
        self.describe(benchmark, contender)
        benchmark.pedantic(
            contender.represent,
            args=(source_for(contender, source),),
            rounds=min(contender.rounds, ROUNDS_A_TURN),
            iterations=contender.calls,
            warmup_rounds=int(contender.rounds > ROUNDS_A_TURN),
        )

    def measure_memory(
        self, benchmark: BenchmarkFixture, contender: Contender, source: Any
    ) -> None:
        rows = source_for(contender, source)
        contender.represent(rows[:1])
        tracemalloc.start()
        output = contender.represent(rows)
        _, peak = tracemalloc.get_traced_memory()
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del output
        self.describe(benchmark, contender)
        benchmark.extra_info["memory"] = {"kept": kept, "peak": peak}
        # What is not timed is not in the results.
        benchmark.pedantic(lambda: None)

    def describe(self, benchmark: BenchmarkFixture, contender: Contender) -> None:
        benchmark.group = self.title
        benchmark.extra_info |= {
            "section": self.section,
            "unit": self.unit,
            "baseline": self.baseline,
            "drf": self.drf,
            "axis": self.axis,
            "chart": self.chart,
            "libraries": self.libraries,
            "text": self.text,
            "contender": contender.name,
            "units": contender.units,
            "at": contender.at,
            "at_most": contender.at_most,
            "at_least": contender.at_least,
        }


FINDINGS: dict[tuple[str, str], Finding] = {}
"""What rivals do differently or can't do, by the title of the work and their name."""


def source_for(contender: Contender, source: Any) -> Any:
    return source if contender.at is None else source[contender.at]


def in_turns(*works: Work) -> pytest.MarkDecorator:
    """Run a benchmark for one contender after the other, and all of that again and again."""
    return pytest.mark.parametrize(
        ("work", "contender"),
        [
            parameter(work, contender, str(turn))
            for work in works
            for turn in range(ROUNDS // ROUNDS_A_TURN)
            for contender in work.contenders
            if turn * ROUNDS_A_TURN < contender.rounds
        ],
    )


def once(*works: Work) -> pytest.MarkDecorator:
    """Run a benchmark once for each contender."""
    return pytest.mark.parametrize(
        ("work", "contender"),
        [parameter(work, contender) for work in works for contender in work.contenders],
    )


def parameter(work: Work, contender: Contender, turn: str = "") -> Any:
    size = "" if contender.at is None else str(contender.at)
    return pytest.param(
        work,
        contender,
        id=" ".join(filter(None, (work.title, contender.name, size, turn))),
        marks=[pytest.mark.thorough] if contender.thorough else [],
    )
