"""What do requests cost that ask for one set of fields or another, by how many sets there are?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any

import pytest
from rest_framework.serializers import ModelSerializer

from benchmarks.tables import GROWTH
from benchmarks.users import DRF, FAST
from benchmarks.wide import FIELD_NAMES, wide_rows, wide_serializer
from benchmarks.work import Contender, Work, in_turns
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.conf import KEYS

pytestmark = pytest.mark.thorough

FIELDS = 20
CHOSEN = 10
ROWS = 100
BASELINE = 1
SIZES = (1, 10, 100, 1_000, 10_000)
MOST_KEPT = KEYS["COMPILED_FIELDS"].default // CHOSEN


def choosing_serializer(base: Any, name: str) -> Any:
    """A serializer that keeps the fields which a request has asked for."""

    class Choosing(wide_serializer(base, FIELD_NAMES[:FIELDS], name)):
        def __init__(self, *args: Any, chosen: frozenset[str], **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            for name in self.fields.keys() - chosen:
                self.fields.pop(name)

    Choosing.__name__ = name
    return Choosing


def field_sets(count: int) -> list[frozenset[str]]:
    random = Random(count)  # noqa: S311
    chosen: dict[frozenset[str], None] = {}
    while len(chosen) < count:
        chosen[frozenset(random.sample(FIELD_NAMES[:FIELDS], CHOSEN))] = None
    return list(chosen)


def next_request(base: Any, count: int) -> Callable[[list[Any]], Any]:
    # Compilations are shared by all classes of one name, so each count has a name of its own.
    serializer_class = choosing_serializer(base, f"Choosing{count}Serializer")
    requests = cycle(field_sets(count))
    return lambda rows: serializer_class(rows, many=True, chosen=next(requests)).data


def contender(name: str, base: Any, count: int) -> Contender:
    """Each set is asked for once before it is measured, unless there are too many to be kept."""
    kept = count <= MOST_KEPT
    fast = name == FAST
    return Contender(
        name,
        next_request(base, count),
        at=count,
        units=1,
        calls=max(20, count if kept else MOST_KEPT) if fast else 20,
        rounds=4 if kept or not fast else 1,
        at_most=1.5 if fast and kept and count > BASELINE else None,
    )


FIELD_SETS = Work(
    title=f"Field sets: {CHOSEN} of {FIELDS} fields, chosen by the request, of {ROWS} rows",
    unit="µs per request",
    baseline=str(BASELINE),
    drf=DRF,
    section=GROWTH,
    axis="field sets",
    chart="growth_field_sets",
    contenders=tuple(
        contender(name, base, count)
        for name, base in ((DRF, ModelSerializer), (FAST, FastReadOnlyModelSerializer))
        for count in SIZES
    ),
)


@pytest.fixture(scope="module")
def rows() -> dict[int, list[Any]]:
    return dict.fromkeys(SIZES, wide_rows(ROWS))


def test_outputs_of_field_sets_are_equal(rows):
    for _ in range(20):
        FIELD_SETS.check_outputs(rows)


@in_turns(FIELD_SETS)
def test_growth_with_field_sets(benchmark, contender, rows):
    FIELD_SETS.measure_time(benchmark, contender, rows)
