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
    run,
    with_more_queries,
)

ROOT = Path(__file__).parents[2]
PACKAGES = ["django-filter", "drf-spectacular"]


def main() -> int:
    with TemporaryDirectory() as name:
        folder = Path(name)
        python, environment = installed(folder)
        plain, fast = copied_to(folder / "plain"), copied_to(folder / "fast")
        expected = answered(plain, python, environment)
        write(adopt(fast, python, environment))
        return max([try_with(way, expected, fast, python, environment) for way in WAYS])


def try_with(
    way: str, expected: dict[str, Any], fast: Path, python: str, environment: dict[str, str]
) -> int:
    """Have the project answer with these settings, and say what came of it; return 1 if wrong."""
    found = answered(fast, python, environment, WAYS[way])
    wrong = differences(expected, found)
    if not way.startswith("verified"):
        wrong += [f"more queries: {call}" for call in with_more_queries(expected, found)]
    verdict = "the same" if not wrong else f"but for {len(wrong)} the same"
    write("\n".join([f"{way}: {len(found['answers'])} answers, {verdict}.", *wrong]))
    return int(bool(wrong))


def installed(folder: Path) -> tuple[str, dict[str, str]]:
    """Return a Python that has the wheel and what the project needs, and its environment."""
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}
    uv = [sys.executable, "-m", "uv"]
    run([*uv, "build", "--wheel", "--out-dir", str(folder), str(ROOT)], folder, environment)
    run([*uv, "venv", "--python", sys.executable, "venv"], folder, environment)
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    (wheel,) = folder.glob("*.whl")
    database = ["psycopg[binary]", "dj-database-url"] if "DATABASE_URL" in os.environ else []
    packages = [str(wheel), *PACKAGES, *database]
    run([*uv, "pip", "install", "--python", python, *packages], folder, environment)
    write(run([*uv, "pip", "list", "--python", python], folder, environment))
    return python, environment


def write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
