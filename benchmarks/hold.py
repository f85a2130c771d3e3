"""Compare this checkout with another one: no case of the hold list may get slower.

    python -m benchmarks.hold ../before

Each checkout has a process of its own, and both run the cases of this checkout's `held.py` in
turns. Costs are CPU time. A ratio is the median of the ratios of all rounds, now to before.
PostgreSQL is measured if DATABASE_URL has its address: `python -m tests.cluster` starts one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from benchmarks.__main__ import print_tables
from benchmarks.tables import HAND_WRITTEN, Table, figure

HERE = Path(__file__).resolve().parent.parent
PROCESSES = 3
"""How often both processes are started: the memory of each one is laid out in its own way."""
LONGER = 3
"""How many times as many rounds are run for a case that has not held."""


@dataclass
class Measured:
    """The seconds of a call, round by round."""

    slower: float
    """How much slower than before it may be."""
    at_most: float
    """How many times as long as the work written by hand it may take, 0 without such work."""
    before: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    by_hand: list[float] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        if ratio(self.now, self.before) > 1 + self.slower:
            return False
        return not self.by_hand or ratio(self.now, self.by_hand) <= self.at_most


Results = dict[str, Measured]


class Side:
    """The process of one checkout."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.cases: dict[str, tuple[float, float]] = self.answer()

    def answer(self) -> Any:
        line = self.process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            sys.exit("The process of a checkout has ended; its own message is above.")
        return json.loads(line)

    def ask(self, name: str, calls: int = 0, *, by_hand: bool = False) -> Any:
        """Return the seconds of a call, or the digest and the calls of a round for 0 calls."""
        question = json.dumps([name, by_hand, calls])
        self.process.stdin.write(question + "\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]
        return self.answer()


@contextmanager
def side(checkout: Path, database: str) -> Iterator[Side]:
    """Start a process that imports the package of a checkout, and the rest of this one."""
    with TemporaryDirectory() as folder:
        Path(folder, "fastserializers").symlink_to(checkout / "fastserializers")
        path = [folder, str(HERE), str(HERE / "example_project")]
        environment = {
            **os.environ,
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
            "PYTHONPATH": os.pathsep.join(path),
            "PYTHONPYCACHEPREFIX": f"{folder}/compiled",
            "PYTHONHASHSEED": "0",
        }
        with subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "benchmarks.side", str(checkout)],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield Side(process)
            finally:
                process.stdin.close()  # type: ignore[union-attr]


def measured(
    checkout: Path, databases: list[str], is_wanted: Callable[[str], bool], rounds: int
) -> Results:
    """Return the rounds of several pairs of processes, for each wanted case."""
    results: Results = {}
    for _ in range(PROCESSES):
        for database in databases:
            with ExitStack() as stack:
                before = stack.enter_context(side(checkout, database))
                now = stack.enter_context(side(HERE, database))
                for name, limits in now.cases.items():
                    if is_wanted(name):
                        case = results.setdefault(name, Measured(*limits))
                        measure_case(name, before, now, rounds, case)
    return results


def measure_case(name: str, before: Side, now: Side, rounds: int, case: Measured) -> None:
    warm_before, warm_now = before.ask(name), now.ask(name)
    if warm_before["digest"] != warm_now["digest"]:
        sys.exit(f"{name}: the outputs of the checkouts differ, so nothing was case.")
    calls = warm_now["calls"]
    for number in range(rounds):
        first, second = (before, now) if number % 2 else (now, before)
        seconds = {first: first.ask(name, calls), second: second.ask(name, calls)}
        case.before.append(seconds[before])
        case.now.append(seconds[now])
        if case.at_most:
            case.by_hand.append(now.ask(name, calls, by_hand=True))


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.hold", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("checkout", type=Path, help="the checkout to compare with")
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases by their name")
    parser.add_argument("--rounds", type=int, default=20, help="of each pair of processes")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    if not (checkout / "fastserializers").is_dir():
        parser.error(f"{checkout} is no checkout of this project")
    databases = ["sqlite://:memory:"]
    if server := os.environ.get("DATABASE_URL"):
        databases.append(server)
    else:
        Console().print("PostgreSQL is skipped: DATABASE_URL has no address of a server.")
    pattern = f"*{options.only}*"
    results = measured(checkout, databases, lambda name: fnmatch(name, pattern), options.rounds)
    if not results:
        parser.error(f"no case has {options.only!r} in its name")
    if doubtful := {name for name, case in results.items() if not case.holds}:
        # Others who use the machine slow down one of both sides: measure longer before a verdict.
        longer = options.rounds * LONGER
        results |= measured(checkout, databases, lambda name: name in doubtful, longer)
    print_tables(
        [table for table in (next_to_before(results), next_to_hand(results)) if table.rows]
    )
    failed = [name for name, case in results.items() if not case.holds]
    Console().print(f"Too slow: {'; '.join(failed)}." if failed else "All cases hold.")
    return int(bool(failed))


def next_to_before(results: Results) -> Table:
    rows = [
        {
            "": name,
            "before": figure(median(case.before) * 1e6),
            "now": figure(median(case.now) * 1e6),
            "ratio": f"{ratio(case.now, case.before):.3f}",
            "at most": f"{1 + case.slower:.2f}",
        }
        for name, case in results.items()
    ]
    return table("This checkout next to the one before", rows, "the checkout before")


def next_to_hand(results: Results) -> Table:
    rows = [
        {
            "": name,
            "by hand": figure(median(case.by_hand) * 1e6),
            "now": figure(median(case.now) * 1e6),
            "ratio": f"{ratio(case.now, case.by_hand):.3f}",
            "ratio before": f"{ratio(case.before, case.by_hand):.3f}",
            "at most": f"{case.at_most:.2f}",
        }
        for name, case in results.items()
        if case.by_hand
    ]
    return table(
        "Whole views next to a view written by hand", rows, "values(), count() and orjson"
    )


def table(title: str, rows: list[dict[str, str]], baseline: str) -> Table:
    return Table(
        section=HAND_WRITTEN,
        title=title,
        unit="µs per call",
        rows=rows,
        how="CPU time, in turns, medians; ratios are medians of the ratios of all rounds",
        baseline=baseline,
    )


def ratio(now: list[float], before: list[float]) -> float:
    """Return the median of the ratios of the rounds."""
    return median(a / b for a, b in zip(now, before, strict=True))


if __name__ == "__main__":
    sys.exit(main())
