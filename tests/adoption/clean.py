"""Build the distributions, and make virtual environments with a few packages only."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.adoption.adopted import run

ROOT = Path(__file__).parents[2]
UV = [sys.executable, "-m", "uv"]
ENVIRONMENT = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}


def built(folder: Path, *options: str) -> Path:
    """Build the wheel and the source distribution into a folder; return the folder."""
    run([*UV, "build", *options, "--out-dir", str(folder), str(ROOT)], folder, ENVIRONMENT)
    return folder


def environment(folder: Path, *packages: str) -> str:
    """Make a virtual environment in `folder/venv` with these packages; return its Python."""
    run([*UV, "venv", "--python", sys.executable, "venv"], folder, ENVIRONMENT)
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run([*UV, "pip", "install", "--python", python, *packages], folder, ENVIRONMENT)
    return python


def packages_of(python: str, folder: Path) -> dict[str, str]:
    """Return the version of each package that an environment has."""
    frozen = run(
        [*UV, "pip", "list", "--format", "freeze", "--python", python], folder, ENVIRONMENT
    )
    return dict(line.split("==") for line in frozen.splitlines())
