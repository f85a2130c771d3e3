"""One piece of work, and those that are measured at it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bookshop.comparison import excerpt, first_difference
from tests.differential import spelled_out

# A busy machine slows down whoever is running. Many short turns spread that over all contenders,
# where one long run each would charge it to a single one. They also make the process like one
# that serves both kinds: every field that DRF makes changes the class `Field`, and CPython then
# drops what it has cached of the attributes of all serializer classes, the fast ones included.
TURNS = 20
ROUNDS_A_TURN = 2


@dataclass(frozen=True)
class Contender:
    name: str
    represent: Callable[[Any], Any]
    units: int
    """How many objects or rows one call represents."""
    calls: int = 1
    """How many calls make a round."""
    at_most: float | None = None
    """The most it may take, as a multiple of what the baseline takes."""
    like_drf: bool = True
    """Whether its output is to be DRF's."""


@dataclass(frozen=True)
class Work:
    title: str
    unit: str
    contenders: tuple[Contender, ...]
    baseline: str
    """The contender that the others are multiples of."""
    drf: str | None = None
    """The contender whose output is the right one, and whose time is the one to save."""

    def check_outputs(self, source: Any) -> None:
        """Fail on an output that is not DRF's, in its values, types or order."""
        by_name = {contender.name: contender for contender in self.contenders}
        expected = repr(spelled_out(by_name[self.drf].represent(source))).encode()
        for contender in self.contenders:
            if contender.like_drf:
                output = repr(spelled_out(contender.represent(source))).encode()
                if output != expected:
                    start = first_difference(expected, output)
                    pytest.fail(
                        f"{self.title}: the outputs differ, so nothing was timed.\n"
                        f"  {self.drf}: {excerpt(expected, start)}\n"
                        f"  {contender.name}: {excerpt(output, start)}",
                        pytrace=False,
                    )

    def measure_time(self, benchmark: BenchmarkFixture, contender: Contender, source: Any) -> None:
        self.describe(benchmark, contender)
        benchmark.pedantic(
            contender.represent,
            args=(source,),
            rounds=ROUNDS_A_TURN,
            iterations=contender.calls,
            warmup_rounds=1,
        )

    def measure_memory(
        self, benchmark: BenchmarkFixture, contender: Contender, source: Any
    ) -> None:
        contender.represent(source[:1])
        tracemalloc.start()
        output = contender.represent(source)
        _, peak = tracemalloc.get_traced_memory()
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del output
        self.describe(benchmark, contender)
        benchmark.extra_info["memory"] = {"kept": kept, "peak": peak}
        # What is not timed is not in the results.
        benchmark.pedantic(contender.represent, args=(source,))

    def describe(self, benchmark: BenchmarkFixture, contender: Contender) -> None:
        benchmark.group = self.title
        benchmark.extra_info |= {
            "contender": contender.name,
            "units": contender.units,
            "unit": self.unit,
            "baseline": self.baseline,
            "drf": self.drf,
            "at_most": contender.at_most,
        }


def in_turns(work: Work) -> pytest.MarkDecorator:
    """Run a benchmark for one contender after the other, and all of that again and again."""
    turns = [
        pytest.param(contender, id=f"{contender.name} {turn}")
        for turn in range(TURNS)
        for contender in work.contenders
    ]
    return pytest.mark.parametrize("contender", turns)
