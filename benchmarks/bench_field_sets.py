"""What can a client make a server compile that asks for another set of fields each time?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, count, islice
from typing import Any

from rest_framework.serializers import CharField, ModelSerializer

from benchmarks.classes import importable
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure
from benchmarks.turns import seconds_of
from benchmarks.wide import FIELD_NAMES, wide_rows, wide_serializer
from fastserializers import FastSerializerMixin

COLUMNS = FIELD_NAMES[:12]
ROWS = 20
SETS = (1, 4, 16, 17, 64, 256)
"""How many sets of fields clients ask for."""
TURNS = 3
"""How often each of them is asked for: the first time is the one that may compile."""
NUMBERS = count()


class ChoosesFields:
    """Keeps the fields that a request asks for, as `?fields=` does."""

    def __init__(self, *args: Any, wanted: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields  # type: ignore[attr-defined]
        for name in set(fields) - set(wanted):
            fields.pop(name)


class AddsFields:
    """Adds the fields that a request asks for, as `?expand=` does."""

    def __init__(self, *args: Any, wanted: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in wanted:
            self.fields[f"{name}_text"] = CharField(source=name)  # type: ignore[attr-defined]


def requests(mixin: type, sets: int, *fast: type) -> Callable[[], list[Any]]:
    """Return what answers a request for each of the sets, by a class that nothing has read."""
    serializer = wide_serializer(ModelSerializer, COLUMNS)
    made = importable(f"Client{next(NUMBERS)}Serializer", mixin, *fast, serializer)
    rows = wide_rows(ROWS)
    wanted = [*islice((*combinations(COLUMNS, 3), *combinations(COLUMNS, 4)), sets)]
    return lambda: [made(rows, many=True, wanted=names).data for names in wanted]


def test_outputs_are_equal() -> None:
    for mixin in (ChoosesFields, AddsFields):
        by_drf, by_fast = requests(mixin, 20), requests(mixin, 20, FastSerializerMixin)
        for _ in range(2):
            assert by_fast() == by_drf()


def test_field_sets() -> None:
    rows = [
        row(f"{title}, {sets} sets", mixin, sets)
        for title, mixin in (("`?fields=`", ChoosesFields), ("`?expand=`", AddsFields))
        for sets in SETS
    ]
    MADE.append(
        Table(
            section=IDIOMS,
            title=f"Fields that clients choose, each set {TURNS} times, {ROWS} rows of 12 columns",
            unit="ms per request",
            rows=rows,
            how="CPU time of .data by a new class, with its compiling, without the collector",
            baseline="REST framework at the same requests, as times faster",
        )
    )


def row(title: str, mixin: type, sets: int) -> dict[str, str]:
    drf = seconds_of(requests(mixin, sets), TURNS) * 1_000 / sets
    fast = seconds_of(requests(mixin, sets, FastSerializerMixin), TURNS) * 1_000 / sets
    return {
        "": title,
        "REST framework": figure(drf),
        "fast": figure(fast),
        TIMES_FASTER: figure(drf / fast),
    }
