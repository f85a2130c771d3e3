"""What does a body of 100 kB cost that orjson and msgspec read, or refuse?"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from benchmarks.differences import first_difference
from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import IDIOMS, MADE, Table, figure
from benchmarks.turns import ROUNDS, costs
from fastserializers.parsers import OrjsonParser

ROW = {"id": 4711, "title": "Ulysses", "price": 12.5, "text": "Stately, plump " * 20}
ROWS = 260
"""How many of them are a body of 100 kB."""

BODIES: dict[str, tuple[bytes, int]] = {
    "rows": (b"{}", 0),
    "rows, the last one with an escape": (rb'"\n"', ROWS),
    "rows, the last one with an integer of 21 digits": (b"1" * 21, ROWS),
    "rows, the last one with such an integer and an escape": (rb'"\n",' + b"1" * 21, ROWS),
    "rows, the last one with half of a surrogate pair": (rb'"\ud800"', ROWS),
    "rows, the last one with NaN, which is an error": (b"NaN", ROWS),
    "rows, the one in the middle with NaN, which is an error": (b"NaN", ROWS // 2),
    "rows, the first one with NaN, which is an error": (b"NaN", 0),
    "rows, the first one with bad UTF-8, which is an error": (b'"\xff"', 0),
}
"""A value that stands among the rows, and how many rows are before it."""


def parsing(parser: JSONParser, name: str) -> Callable[[], Any]:
    value, before = BODIES[name]
    rows = [json.dumps(ROW).encode()] * ROWS
    body = b"[" + b",".join([*rows[:before], value, *rows[before:]]) + b"]"

    def parse() -> Any:
        with suppress(ParseError):
            return parser.parse(BytesIO(body), "application/json", {"encoding": "utf-8"})

    return parse


@pytest.mark.parametrize("name", BODIES)
def test_outputs_are_equal(name: str) -> None:
    assert not first_difference(parsing(JSONParser(), name)(), parsing(OrjsonParser(), name)())


def test_parsers() -> None:
    MADE.append(
        Table(
            section=IDIOMS,
            title="Bodies of 100 kB, by OrjsonParser",
            unit="µs",
            rows=[row(name) for name in BODIES],
            how=f"CPU time of the parser alone, median of {ROUNDS} rounds",
            baseline="JSONParser",
        )
    )


def row(name: str) -> dict[str, str]:
    cost = costs({"drf": parsing(JSONParser(), name), "fast": parsing(OrjsonParser(), name)})
    return {
        "": name,
        "JSONParser": figure(cost["drf"]),
        "OrjsonParser": figure(cost["fast"]),
        TIMES_FASTER: figure(cost["drf"] / cost["fast"]),
    }
