"""Where is the library furthest from the floor, and what takes that time?"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from rest_framework.serializers import ModelSerializer

from benchmarks.bench_floor import (
    BOOKS,
    USERS,
    DRFUserSerializer,
    FastUserSerializer,
    Source,
    copies,
    copy,
    fetch,
    orjson_of_ready,
    source,
)
from benchmarks.bench_nested_books import DRFBookSerializer, FastBookSerializer
from benchmarks.tables import FLOOR, MADE, Table, figure, machine, versions
from benchmarks.turns import ROUNDS, Run, costs, uncollected
from benchmarks.users import data_of_many, data_of_one
from fastserializers.renderers import OrjsonRenderer

pytestmark = pytest.mark.thorough

LARGEST = 3
FUNCTIONS = 8


@dataclass(frozen=True)
class Stage:
    """A part of a work, and the least that it could take."""

    name: str
    run: Run
    floor: Run
    unit: str = "row"
    units: int = 1_000
    calls: int = 1
    besides: Run | None = None
    """The other stages that `run` goes through."""
    fields: dict[str, Run] | None = None
    """By the name of a field, the same without it."""


def stages(
    rows: str, unit: str, source: Source, fast: type[ModelSerializer], copies: Callable[..., Any]
) -> Iterator[Stage]:
    represent = data_of_many(fast)
    data = represent(source.instances)
    yield Stage(
        f"{rows}: read from the database",
        lambda: represent(source.queryset.all()),
        lambda: fetch(source),
        unit,
        besides=lambda: represent(source.instances),
    )
    yield Stage(
        f"{rows}: represent",
        lambda: represent(source.instances),
        lambda: copies(source),
        unit,
        fields={
            name: partial(data_of_many(lacking(fast, name)), source.instances) for name in data[0]
        },
    )
    yield Stage(
        f"{rows}: encode",
        lambda: OrjsonRenderer().render(data),
        lambda: orjson_of_ready(source),
        unit,
    )


def lacking(serializer_class: type[ModelSerializer], name: str) -> type[ModelSerializer]:
    names = [field for field in serializer_class().fields if field != name]

    class Lacking(serializer_class):
        class Meta(serializer_class.Meta):
            fields = names
            read_only_fields = names

    # A field that is declared has to be taken back.
    declared = {name: None} if name in serializer_class._declared_fields else {}
    return type(serializer_class)("Lacking", (Lacking,), {"__module__": __name__, **declared})


def nested_copies(source: Source) -> list[dict[str, Any]]:
    return [
        {
            **row,
            "publisher": row["publisher"].copy(),
            "author": row["author"].copy(),
            "tags": [tag.copy() for tag in row["tags"]],
        }
        for row in source.ready
    ]


def gap_row(stage: Stage) -> tuple[float, dict[str, str]]:
    """Return the gap, and the row that tells it."""
    runs = {"ours": stage.run, "floor": stage.floor}
    if stage.besides:
        runs["besides"] = stage.besides
    cost = costs(runs, stage.calls)
    ours = (cost["ours"] - cost.get("besides", 0)) / stage.units
    floor = cost["floor"] / stage.units
    return ours - floor, {
        "": stage.name,
        "ours": figure(ours),
        "floor": figure(floor),
        "gap": figure(ours - floor),
        "ratio": figure(ours / floor),
    }


def explanation(place: int, stage: Stage, gap: float) -> str:
    """Return the functions that take the time, and the fields, as Markdown."""
    lines = [
        f"**{place}. {stage.name}: {figure(gap)} µs per {stage.unit}.** Shares by cProfile:",
        "",
        f"| function | calls per {stage.unit} | share |",
        "| --- | --: | --: |",
        *profile_lines(stage),
    ]
    if stage.fields:
        saved = ", ".join(f"{name} {cost:.2f}" for name, cost in savings(stage))
        lines += ["", f"Without the field, a {stage.unit} takes fewer µs: {saved}."]
    return "\n".join(lines)


def profile_lines(stage: Stage) -> Iterator[str]:
    profile = cProfile.Profile()
    calls = max(5, stage.calls // 10)
    with uncollected(), profile:
        for _ in range(calls):
            stage.run()
    stats = pstats.Stats(profile)
    spent = sorted(stats.stats.items(), key=lambda item: item[1][2], reverse=True)
    for function, (_, count, own, _, _) in spent[:FUNCTIONS]:
        per_unit = count / calls / stage.units
        yield f"| {named(*function)} | {figure(per_unit)} | {own / stats.total_tt:.0%} |"


def named(file: str, line: int, name: str) -> str:
    if file == "~":
        return f"`{name.strip('<>')}`"
    module = file.rpartition("site-packages/")[2].rpartition("/fastserializers/")
    where = "generated" if file.startswith("<") else "".join(module[1:]).lstrip("/")
    return f"`{name}`, {where}"


def savings(stage: Stage) -> list[tuple[str, float]]:
    """Return what leaving out a field saves, the largest saving first."""
    cost = costs({"": stage.run, **stage.fields}, stage.calls)
    whole = cost.pop("")
    saved = {name: (whole - without) / stage.units for name, without in cost.items()}
    return sorted(saved.items(), key=lambda item: -item[1])


@pytest.fixture(scope="module")
def all_stages(database: None) -> list[Stage]:
    users, books = source(USERS, DRFUserSerializer), source(BOOKS, DRFBookSerializer)
    one = data_of_one(FastUserSerializer)
    return [
        Stage(
            "One user: represent",
            lambda: one(users.instances[0]),
            lambda: copy(users),
            "object",
            units=1,
            calls=5_000,
        ),
        *stages("1,000 users", "row", users, FastUserSerializer, copies),
        *stages("1,000 nested books", "book", books, FastBookSerializer, nested_copies),
    ]


def test_gaps(all_stages):
    measured = [(*gap_row(stage), stage) for stage in all_stages]
    measured.sort(key=lambda gap_and_more: -gap_and_more[0])
    largest = [
        explanation(place, stage, gap)
        for place, (gap, _, stage) in enumerate(measured[:LARGEST], start=1)
    ]
    MADE.append(
        Table(
            section=FLOOR,
            title="The largest gaps, and where that time goes",
            unit="µs per object, row or book",
            rows=[row for _, row, _ in measured],
            machine=machine(),
            versions=versions(),
            how=f"CPU time, median of {ROUNDS} rounds, no garbage collected in a round",
            baseline="the floor of the same stage",
            text="\n\n".join(largest),
        )
    )
