"""What does a serializer cost before its second use?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from rest_framework import serializers

from benchmarks.growth import at_each
from benchmarks.tables import GROWTH
from benchmarks.users import DRF, FAST
from benchmarks.wide import FIELD_NAMES, wide_rows, wide_serializer
from benchmarks.work import Contender, Work, in_turns, once
from fastserializers import FastReadOnlyModelSerializer

pytestmark = pytest.mark.thorough

BASES = {DRF: serializers.ModelSerializer, FAST: FastReadOnlyModelSerializer}
SIZES = (10, 50, 200)
NUMBERS = count()


def new_serializer(base: Any, fields: int) -> Any:
    """A class whose name no other one had: what is compiled for it is compiled now."""
    return wide_serializer(base, FIELD_NAMES[:fields], f"Wide{next(NUMBERS)}Serializer")


def defining(base: Any, fields: int) -> Callable[[Any], Any]:
    def represent(row: Any) -> None:
        new_serializer(base, fields)

    return represent


def first_data(base: Any, fields: int) -> Callable[[Any], Any]:
    return lambda row: new_serializer(base, fields)(row).data


def first_use(title: str, representing: Any, chart: str) -> Work:
    return Work(
        title=title,
        unit="µs per field",
        baseline=str(SIZES[0]),
        drf=DRF,
        section=GROWTH,
        axis="fields",
        chart=chart,
        contenders=tuple(
            contender
            for name, base in BASES.items()
            for size in SIZES
            for contender in at_each(
                [size],
                name,
                representing(base, size),
                microseconds=100,
                baseline=SIZES[0],
                at_most=1.5 if name == FAST else None,
            )
        ),
    )


DEFINITION = first_use("First use: a model serializer is defined", defining, "")
FIRST_DATA = first_use(
    "First use: a model serializer is defined, compiled and gives the .data of one object",
    first_data,
    "growth_first_use",
)

SERIALIZERS = 500
PROCESSES = 5


def start_up(title: str) -> Work:
    return Work(
        title=title,
        unit="µs per serializer",
        baseline=DRF,
        drf=DRF,
        section=GROWTH,
        contenders=tuple(
            Contender(name, lambda base=base: seconds_of_a_process(base), SERIALIZERS)
            for name, base in BASES.items()
        ),
    )


def seconds_of_a_process(base: type) -> list[float]:
    """Return what it took to define the serializers, and what it took to use them as well."""
    output = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "benchmarks.start_up", base.__name__, str(SERIALIZERS)],
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ).stdout
    return [float(seconds) for seconds in output.split()]


START = start_up(f"Start-up: a process defines {SERIALIZERS} model serializers of ten fields")
START_AND_USE = start_up("Start-up: the same, and each gives the .data of one object")


@pytest.fixture(scope="module")
def row() -> dict[int, Any]:
    return dict.fromkeys(SIZES, wide_rows(1)[0])


def test_first_outputs_are_equal(row):
    FIRST_DATA.check_outputs(row)


@in_turns(DEFINITION)
def test_definition(benchmark, contender, row):
    DEFINITION.measure_time(benchmark, contender, row)


@in_turns(FIRST_DATA)
def test_first_data(benchmark, contender, row):
    FIRST_DATA.measure_time(benchmark, contender, row)


@pytest.mark.parametrize("part", [0, 1], ids=["defined", "used"])
@once(START)
def test_start_up(benchmark, contender, part):
    seconds = [contender.represent()[part] for _ in range(PROCESSES)]
    (START, START_AND_USE)[part].keep_figures(
        benchmark, contender, seconds=seconds, how=f"CPU time, median of {PROCESSES} processes"
    )
