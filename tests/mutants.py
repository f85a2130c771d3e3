"""Weakens each guard of the compiler, one after the other, and asks whether a test notices.

    python -m tests.mutants [WORD ...]

A guard proves that an expression gives what REST framework's field would. A part of a guard that
no test misses is either not needed or not tested. The golden files are left out: they change with
every guard, and say nothing about the output. With words, only mutants that contain one are tried.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
# The quick ones first: most mutants don't get further.
STAGES = (
    ("tests/fields", "tests/objects"),
    ("tests/instances/test_models.py", "tests/relations/test_relations.py"),
    ("tests/links/test_links.py",),
    (
        "tests/rows/test_columns.py",
        "tests/rows/test_missing_rows.py",
        "tests/rows/test_methods.py",
    ),
)
LEAST_SHARE = 0.95
MOST_TESTS = 100
PLAIN = ("-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long")


class Mutant(NamedTuple):
    kind: str
    """`guard`, `value` and `error` of a fallback, or the `errors` of a reader."""
    text: str
    """The part of a guard, or what is replaced, with `'...'` for each name in quotes."""


# What the compiler is made to do.


def general(template):
    """Return a template without the names of columns, items and numbered steps in it."""
    return re.sub(r"(\$\w+?_)\d+", r"\1N", re.sub(r"'[^']*'", "'...'", template))


def conjuncts(guard):
    """Return where the parts of a guard begin and end that are joined by `and`."""
    depth = start = 0
    for match in re.finditer(r"[()\[\]{}]| and ", guard):
        if match[0].endswith("and ") and not depth:
            yield start, match.start()
            start = match.end()
        elif not match[0].endswith("and "):
            depth += 1 if match[0] in "([{" else -1
    yield start, len(guard)


class Mutation:
    """Changes what the compiler writes for one mutant, or notes down which mutants there are."""

    def __init__(self, mutant=None):
        self.mutant = mutant
        self.seen: dict[Mutant, dict[str, None]] = {}
        """The mutants that there are, and the tests that have compiled what they change."""

    def changes(self, kind, text):
        mutant = Mutant(kind, general(text))
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        self.seen.setdefault(mutant, {})[test] = None
        return self.mutant == mutant

    def guard(self, guard):
        changed = guard
        for start, end in reversed(list(conjuncts(guard)) if guard else []):
            if self.changes("guard", guard[start:end]):
                changed = f"{changed[:start]}({changed[start:end]} or True){changed[end:]}"
        return changed

    def whole(self, guard):
        changed = self.guard(guard.text)
        same = changed == guard.text
        return guard if same else guard._replace(kind="any", type="", test=changed)

    def cases(self, cases):
        return tuple(case._replace(guard=self.whole(case.guard)) for case in cases)

    def instead(self, kind, text, other):
        return other if self.changes(kind, text) else text

    def reader(self, reader):
        related, conversion, fallback = reader.related, reader.conversion, reader.fallback
        return reader._replace(
            guard=self.guard(reader.guard),
            errors=self.instead("errors", reader.errors, "ZeroDivisionError"),
            fallback=fallback._replace(
                value=self.instead("value", fallback.value, "$value"),
                error=self.instead("error", fallback.error, "None"),
            ),
            related=related and related._replace(guard=self.whole(related.guard)),
            conversion=conversion._replace(
                unconverted=lambda form: self.cases(conversion.unconverted(form))
            ),
        )

    def install(self):
        """Have all code written by this mutation, from now on."""
        from fastserializers.compiler import emit
        from fastserializers.compiler.fields import items

        lines, collection = emit.value_lines, items.collection

        def value_lines(representation, reader):
            changed = representation._replace(cases=self.cases(representation.cases))
            return lines(changed, self.reader(reader))

        def collected(child, *of):
            return collection(child and child._replace(cases=self.cases(child.cases)), *of)

        emit.value_lines = value_lines
        items.collection = collected


# Processes: pytest, Django and the tests are imported once, and forked.


def in_a_fork(mutation, stages, seen):
    """Start a process that runs the stages until a test fails, and return its id."""
    child = os.fork()
    if child:
        return child
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    mutation.install()
    passed = all(
        pytest.main(["-x", "-q", "--no-summary", *PLAIN, *stage]) == 0 for stage in stages
    )
    seen.write_text(json.dumps([[*mutant, [*tests]] for mutant, tests in mutation.seen.items()]))
    os._exit(0 if passed else 1)


def tests_by_mutant(folder):
    """Return the mutants of all code that the tests compile, and the tests that compile it."""
    seen = folder / "seen"
    _, status = os.waitpid(in_a_fork(Mutation(), STAGES, seen), 0)
    if status:
        raise SystemExit("The tests fail without a mutant.")
    found = ((Mutant(kind, text), tests) for kind, text, tests in json.loads(seen.read_text()))
    return {mutant: [*filter(None, tests)] for mutant, tests in found if mutant.text}


def survivors(tests, folder):
    """Yield the mutants that no test notices: first those that compile the code, then all."""
    running = {}
    waiting = sorted(tests, reverse=True)
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop()
            stages = (tests[mutant][:MOST_TESTS], *STAGES)
            running[in_a_fork(Mutation(mutant), stages, folder / "unused")] = mutant
        process, status = os.waitpid(-1, 0)
        mutant = running.pop(process)
        say(f"{'survived' if status == 0 else 'killed':9}{mutant.kind:7}{mutant.text}")
        if status == 0:
            yield mutant


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(words):
    os.chdir(ROOT)
    started = time.monotonic()
    files = [name for stage in STAGES for name in stage]
    pytest.main([*files, "--collect-only", "-qq", *PLAIN])
    with tempfile.TemporaryDirectory() as name:
        tests = tests_by_mutant(Path(name))
        if words:
            tests = {it: tests[it] for it in tests if any(word in it.text for word in words)}
        left = [*survivors(tests, Path(name))]
    share, took = 1 - len(left) / max(len(tests), 1), time.monotonic() - started
    say(f"{len(tests)} mutants in {took:.0f} s, {share:.1%} killed")
    sys.exit(share < LEAST_SHARE)


if __name__ == "__main__":
    main(sys.argv[1:])
