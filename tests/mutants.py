"""Weakens each guard of the compiler, one after the other, and asks whether a test notices.

    python -m tests.mutants [WORD ...]

A guard proves that an expression gives what REST framework's field would. A part of a guard that
no test misses is either not needed or not tested. The golden files are left out: they change with
every guard, and say nothing about the output. With words, only mutants that contain one are tried.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
# The quick ones first: most mutants don't get further.
STAGES = (
    ("tests/fields/test_fields.py", "tests/objects"),
    ("tests/instances/test_models.py", "tests/relations/test_relations.py"),
    ("tests/links/test_links.py",),
    (
        "tests/rows/test_columns.py",
        "tests/rows/test_missing_rows.py",
        "tests/rows/test_methods.py",
    ),
)
LEAST_SHARE = 0.95
PLAIN = ("-p", "no:cacheprovider", "-p", "no:xdist")

# Mutants that are the same in every output, and why.
EQUIVALENT: dict[tuple[str, str], str] = {}


class Mutant(NamedTuple):
    kind: str
    """`guard`, `value` and `error` of a fallback, or the `errors` of a reader."""
    text: str
    """The part of a guard, or what is replaced, with `'...'` for each name in quotes."""


# What the compiler is made to do.


def general(template: str) -> str:
    """Return a template without the names of columns, items and numbered steps in it."""
    return re.sub(r"(\$\w+?_)\d+", r"\1N", re.sub(r"'[^']*'", "'...'", template))


def conjuncts(guard: str) -> Iterator[tuple[int, int]]:
    """Return where the parts of a guard begin and end that are joined by `and`."""
    depth = start = 0
    for match in re.finditer(r"[()\[\]{}]| and ", guard):
        if match[0] == " and " and not depth:
            yield start, match.start()
            start = match.end()
        elif match[0] != " and ":
            depth += 1 if match[0] in "([{" else -1
    yield start, len(guard)


class Mutation:
    """Changes what the compiler writes for one mutant, or notes down which mutants there are."""

    def __init__(self, mutant: Mutant | None = None) -> None:
        self.mutant = mutant
        self.seen: set[Mutant] = set()

    def changes(self, kind: str, text: str) -> bool:
        self.seen.add(Mutant(kind, general(text)))
        return self.mutant == (kind, general(text))

    def guard(self, guard: str) -> str:
        changed = guard
        for start, end in reversed(list(conjuncts(guard)) if guard else []):
            if self.changes("guard", guard[start:end]):
                changed = f"{changed[:start]}({changed[start:end]} or True){changed[end:]}"
        return changed

    def cases(self, cases: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(case._replace(guard=self.guard(case.guard)) for case in cases)

    def reader(self, reader: Any) -> Any:
        related, unconverted = reader.related, reader.unconverted
        return reader._replace(
            guard=self.guard(reader.guard),
            errors="ZeroDivisionError" if self.changes("errors", reader.errors) else reader.errors,
            fallback=reader.fallback._replace(
                value="$value"
                if self.changes("value", reader.fallback.value)
                else reader.fallback.value,
                error="None"
                if self.changes("error", reader.fallback.error)
                else reader.fallback.error,
            ),
            related=related and related._replace(guard=self.guard(related.guard)),
            unconverted=lambda name: self.cases(unconverted(name)),
        )

    def install(self) -> None:
        """Have all code written by this mutation, from now on."""
        from fastserializers.compiler import emit
        from fastserializers.compiler.fields import items, related

        lines, collection = emit.value_lines, items.collection

        def value_lines(representation: Any, reader: Any) -> Iterator[str]:
            changed = representation._replace(cases=self.cases(representation.cases))
            return lines(changed, self.reader(reader))

        def collected(child: Any, of: Any) -> Any:
            return collection(child._replace(cases=self.cases(child.cases)), of)

        emit.value_lines = value_lines
        items.collection = emit.collection = related.collection = collected


# Processes: pytest, Django and the tests are imported once, and forked.


def tests_pass(stage: tuple[str, ...]) -> bool:
    import pytest

    options = [
        "-x",
        "-q",
        "--no-header",
        "--no-summary",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    return pytest.main([*options, *stage]) == 0


def in_a_fork(mutation: Mutation, stages: Iterable[tuple[str, ...]], told: Path) -> int:
    """Start a process that runs the stages until a test fails, and return its id."""
    child = os.fork()
    if child:
        return child
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    mutation.install()
    passed = all(tests_pass(stage) for stage in stages)
    told.write_text("\n".join(map("\t".join, sorted(mutation.seen))))
    os._exit(0 if passed else 1)


def import_tests() -> None:
    """Import what all processes need, by collecting all tests."""
    import pytest

    files = [name for stage in STAGES for name in stage]
    pytest.main([*files, "--collect-only", "-qq", *PLAIN])


def mutants_there_are(told: Path) -> list[Mutant]:
    """Return the mutants of all code that the tests have compiled. Raises if a test fails."""
    _, status = os.waitpid(in_a_fork(Mutation(), STAGES, told), 0)
    if status:
        raise SystemExit("The tests fail without a mutant.")
    lines = told.read_text().splitlines()
    mutants = [Mutant(*line.split("\t")) for line in lines]
    return [mutant for mutant in mutants if mutant.text]


def survivors(mutants: list[Mutant], told: Path, jobs: int) -> Iterator[Mutant]:
    """Yield the mutants that no test has noticed."""
    running: dict[int, Mutant] = {}
    waiting = list(reversed(mutants))
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            seen = told.with_suffix(f".{len(waiting)}")
            running[in_a_fork(Mutation(mutant), STAGES, seen)] = mutant
        process, status = os.waitpid(-1, 0)
        mutant = running.pop(process)
        say(f"{'survived' if status == 0 else 'killed':9}{mutant.kind:7}{mutant.text}")
        if status == 0:
            yield mutant


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(words: list[str]) -> None:
    import tempfile

    os.chdir(ROOT)
    started = time.monotonic()
    import_tests()
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "seen"
        mutants = mutants_there_are(told)
        if words:
            mutants = [mutant for mutant in mutants if any(word in mutant.text for word in words)]
        left = [
            mutant
            for mutant in survivors(mutants, told, os.cpu_count() or 1)
            if mutant not in EQUIVALENT
        ]
    share, took = 1 - len(left) / max(len(mutants), 1), time.monotonic() - started
    say(f"{len(mutants)} mutants in {took:.0f} s, {share:.1%} killed or the same in every output")
    sys.exit(share < LEAST_SHARE)


if __name__ == "__main__":
    main(sys.argv[1:])
