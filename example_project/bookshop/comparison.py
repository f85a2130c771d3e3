from __future__ import annotations

import json
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from http.client import HTTPConnection

LEAST_ROUNDS = 3
MOST_ROUNDS = 25
SECONDS_A_PAIR = 1.5


class ComparisonError(Exception):
    """Two bodies that should be equal differ, or there is no body to compare."""


@dataclass(frozen=True)
class Answer:
    address: str
    content_type: str
    body: bytes
    seconds: float


@dataclass(frozen=True)
class Comparison:
    endpoint: str
    rows: int
    size: int
    plain_seconds: float
    fast_seconds: float


@dataclass(frozen=True)
class Connections:
    """One server for each flavour, so that each pays for its own garbage collection."""

    plain: HTTPConnection
    fast: HTTPConnection


def compare(
    connections: Connections, endpoint: str, plain_address: str, fast_address: str
) -> Comparison:
    """Request both addresses in turns, and measure the times.

    Raises ``ComparisonError`` if a pair of bodies differs, or if a request fails.
    """
    # The first answer of a process pays for imports and connections.
    first = get(connections.plain, plain_address)
    check_equal(first, get(connections.fast, fast_address))
    plain_seconds: list[float] = []
    fast_seconds: list[float] = []
    while len(plain_seconds) < MOST_ROUNDS and (
        len(plain_seconds) < LEAST_ROUNDS
        or sum(plain_seconds) + sum(fast_seconds) < SECONDS_A_PAIR
    ):
        plain = get(connections.plain, plain_address)
        fast = get(connections.fast, fast_address)
        check_equal(plain, fast)
        plain_seconds.append(plain.seconds)
        fast_seconds.append(fast.seconds)
    return Comparison(
        endpoint=endpoint,
        rows=rows_in(first.body),
        size=len(first.body),
        plain_seconds=median(plain_seconds),
        fast_seconds=median(fast_seconds),
    )


def get(connection: HTTPConnection, address: str) -> Answer:
    started = perf_counter()
    connection.request("GET", address, headers={"Accept": "application/json"})
    response = connection.getresponse()
    body = response.read()
    seconds = perf_counter() - started
    if response.status != 200:
        raise ComparisonError(f"{address} answered {response.status} {response.reason}.")
    return Answer(address, response.headers["Content-Type"], body, seconds)


def check_equal(plain: Answer, fast: Answer) -> None:
    """Raise ``ComparisonError`` unless both answers have the same content type and body.

    Only the links of a page to its own address may differ.
    """
    if plain.content_type != fast.content_type:
        raise ComparisonError(
            f"{plain.address} is {plain.content_type}, {fast.address} is {fast.content_type}."
        )
    expected = plain.body.replace(f'"{plain.address}'.encode(), f'"{fast.address}'.encode())
    if expected != fast.body:
        start = first_difference(expected, fast.body)
        raise ComparisonError(
            f"{plain.address} and {fast.address} differ from byte {start}:\n"
            f"  plain: {excerpt(expected, start)}\n"
            f"  fast:  {excerpt(fast.body, start)}"
        )


def first_difference(one: bytes, other: bytes) -> int:
    different = (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(different, min(len(one), len(other)))


def excerpt(body: bytes, position: int) -> str:
    return body[max(0, position - 40) : position + 40].decode(errors="replace")


def rows_in(body: bytes) -> int:
    document = json.loads(body)
    if isinstance(document, list):
        return len(document)
    return len(document["results"]) if "results" in document else 1
