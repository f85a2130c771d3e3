"""What three processes answer, and what it costs them, measured in turns."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from trials.engine.answers import Answer, rows_in
from trials.engine.project import PLAIN, WAYS
from trials.engine.worker import work

SIZES = (1, 50, 1_000)
TIMES = 3
"""How often each address is asked for before it is measured."""
SECONDS_A_TURN = 0.05
"""A turn is as many calls as take this long, and one at least."""
SECONDS_A_SIZE = 12.0
"""No endpoint is measured for much longer at one size; three rounds are made in any case."""
LINES_OF_A_DIFFERENCE = 20


@dataclass
class Endpoint:
    route: str
    kind: str
    """A list, or one object."""
    milliseconds: dict[int, dict[str, float]] = field(default_factory=dict)
    """What a request takes, by the rows asked for and the way."""
    rows: dict[int, int] = field(default_factory=dict)
    """How many rows there were, by the rows asked for."""
    queries: dict[int, dict[str, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    """Which part of REST framework's time goes where, of a page of its own size."""

    def times_faster(self, size: int, way: str) -> float:
        return self.milliseconds[size][PLAIN] / self.milliseconds[size][way]


class Process:
    """The near end of a worker."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def __call__(self, method: str, *arguments: Any) -> Any:
        self.connection.send((method, *arguments))
        answer = self.connection.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer


@contextmanager
def processes(project: str, ways: tuple[str, ...] = WAYS) -> Iterator[dict[str, Process]]:
    """Start a process for each way; end them in the end."""
    spawning = get_context("spawn")
    with ExitStack() as stack:
        started = {}
        for way in ways:
            near, far = spawning.Pipe()
            process = spawning.Process(target=work, args=(project, way, far), daemon=True)
            process.start()
            far.close()
            stack.callback(process.terminate)
            started[way] = Process(near)
        yield started


def compare(url: str, endpoint: Endpoint, size: int, ways: dict[str, Process]) -> None:
    """Note each difference and each query too many."""
    with ThreadPoolExecutor(len(ways)) as threads:
        asked = {way: threads.submit(process, "ask", url, TIMES) for way, process in ways.items()}
    answers = {way: answer.result() for way, answer in asked.items()}
    expected = answers[PLAIN]
    # An answer that tells the time is another one each time.
    is_stable = len(set(expected.contents)) == 1
    endpoint.queries[size] = {way: len(answer.queries) for way, answer in answers.items()}
    endpoint.rows[size] = rows_in(expected.content)
    for way, answer in answers.items():
        if way == PLAIN:
            continue
        is_same = answer.status == expected.status and answer.contents == expected.contents
        if is_stable and not is_same:
            endpoint.faults.append(
                f"{way} answers {url} differently:\n{difference(expected, answer)}"
            )
        if len(answer.queries) > len(expected.queries):
            more = sorted(set(answer.queries) - set(expected.queries))[:5]
            endpoint.faults.append(
                f"{way} makes {len(answer.queries)} queries for {url}, and REST framework "
                f"{len(expected.queries)}:\n  " + "\n  ".join(query[:300] for query in more)
            )


def difference(expected: Answer, answer: Answer) -> str:
    if expected.status != answer.status:
        return f"  status {answer.status} instead of {expected.status}: {answer.content[:300]!r}"
    other = next(each for each in answer.contents if each != expected.content)
    lines = [readable(each).splitlines() for each in (expected.content, other)]
    diff = list(difflib.unified_diff(*lines, "REST framework", "fast", lineterm="", n=1))
    if not diff:
        return f"  bytes only: {expected.content[:200]!r}\n  {other[:200]!r}"
    return "\n".join(f"  {line}" for line in diff[:LINES_OF_A_DIFFERENCE])


def readable(content: bytes) -> str:
    try:
        return json.dumps(json.loads(content), indent=1, ensure_ascii=False)
    except ValueError:
        return content.decode(errors="replace")


def measure(
    url: str, endpoint: Endpoint, size: int, ways: dict[str, Process], most_rounds: int
) -> None:
    """Measure the ways in turns, each round in another order; keep the call that took least.

    What else the machine does adds to the time of a call, and takes nothing away.
    """
    once = max(ways[PLAIN]("time", url, 1), 1e-4)
    calls = max(1, int(SECONDS_A_TURN / once))
    rounds = max(3, min(most_rounds, int(SECONDS_A_SIZE / (once * calls * len(ways)))))
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    names = list(ways)
    for number in range(rounds):
        first = number % len(names)
        for way in names[first:] + names[:first]:
            seconds[way].append(ways[way]("time", url, calls))
    endpoint.milliseconds[size] = {way: min(each) * 1e3 for way, each in seconds.items()}
