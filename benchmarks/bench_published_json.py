"""How do the JSON libraries of Python compare on a document of about 100 kB?"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import orjson
import pytest
import rapidjson
import simplejson
import ujson

from benchmarks.published.documents import USERS, document
from benchmarks.tables import PUBLISHED
from benchmarks.work import Contender, Work, in_turns

pytestmark = pytest.mark.thorough

BASELINE = "json"
DUMPS: dict[str, Callable[[Any], str | bytes]] = {
    BASELINE: json.dumps,
    "orjson": orjson.dumps,
    "ujson": ujson.dumps,
    "simplejson": simplejson.dumps,
    "python-rapidjson": rapidjson.dumps,
    "msgspec": msgspec.json.encode,
}
LOADS: dict[str, Callable[[str], Any]] = {
    BASELINE: json.loads,
    "orjson": orjson.loads,
    "ujson": ujson.loads,
    "simplejson": simplejson.loads,
    "python-rapidjson": rapidjson.loads,
    "msgspec": msgspec.json.decode,
}
# Seconds for 100,000 times.
DUMPS_SECONDS = {
    BASELINE: 20.79,
    "orjson": 1.66,
    "ujson": 12.83,
    "simplejson": 32.62,
    "python-rapidjson": 25.28,
}
LOADS_SECONDS = {
    BASELINE: 17.40,
    "orjson": 6.33,
    "ujson": 19.77,
    "simplejson": 11.96,
    "python-rapidjson": 20.80,
}


def json_work(
    title: str, functions: dict[str, Callable[[Any], Any]], seconds: dict[str, float]
) -> Work:
    return Work(
        title=f"JSON libraries: {title} a document of about 100 kB",
        unit="s per 100,000 times",
        baseline=BASELINE,
        section=PUBLISHED,
        libraries=("ujson", "simplejson", "python-rapidjson"),
        contenders=tuple(
            # What is measured in microseconds for one call is ten of them for what is published.
            Contender(name, function, units=10, calls=10, published=seconds.get(name))
            for name, function in functions.items()
        ),
    )


DUMP = json_work("dumps of", DUMPS, DUMPS_SECONDS)
LOAD = json_work("loads of", LOADS, LOADS_SECONDS)


@pytest.fixture(scope="module")
def data(database: None) -> dict[str, Any]:
    return document(USERS["100 kB"])


@pytest.fixture(scope="module")
def text(data: dict[str, Any]) -> str:
    return json.dumps(data)


def test_outputs_are_equal(data, text):
    assert 90_000 < len(text) < 120_000
    for name, dumps in DUMPS.items():
        assert json.loads(dumps(data)) == data, name
    for name, loads in LOADS.items():
        assert loads(text) == data, name


@in_turns(DUMP)
def test_dumps(benchmark, contender, data):
    DUMP.measure_time(benchmark, contender, data)


@in_turns(LOAD)
def test_loads(benchmark, contender, text):
    LOAD.measure_time(benchmark, contender, text)
