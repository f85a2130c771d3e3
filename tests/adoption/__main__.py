"""Adopt the built wheel in the project, in a virtual environment that has nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.adoption.adopted import (
    WAYS,
    adopt,
    answered,
    copied_to,
    differences,
    with_more_queries,
)
from tests.adoption.clean import ENVIRONMENT, built, environment, packages_of

PACKAGES = ["django-filter", "drf-spectacular"]


def main() -> int:
    with TemporaryDirectory() as name:
        folder = Path(name)
        python = installed(folder)
        plain, fast = copied_to(folder / "plain"), copied_to(folder / "fast")
        expected = answered(plain, python, ENVIRONMENT)
        write(adopt(fast, python, ENVIRONMENT))
        return max([try_with(way, expected, fast, python) for way in WAYS])


def try_with(way: str, expected: dict[str, Any], fast: Path, python: str) -> int:
    """Have the project answer with these settings, and say what came of it; return 1 if wrong."""
    found = answered(fast, python, ENVIRONMENT, WAYS[way])
    wrong = differences(expected, found)
    if not way.startswith("verified"):
        wrong += [f"more queries: {call}" for call in with_more_queries(expected, found)]
    verdict = "the same" if not wrong else f"but for {len(wrong)} the same"
    write("\n".join([f"{way}: {len(found['answers'])} answers, {verdict}.", *wrong]))
    return int(bool(wrong))


def installed(folder: Path) -> str:
    """Return a Python that has the wheel and what the project needs."""
    (wheel,) = built(folder, "--wheel").glob("*.whl")
    database = ["psycopg[binary]", "dj-database-url"] if "DATABASE_URL" in os.environ else []
    python = environment(folder, str(wheel), *PACKAGES, *database)
    write("\n".join(map("==".join, packages_of(python, folder).items())))
    return python


def write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
