"""What `manage.py fastserializers` can do: one module a subcommand.

What only one of them uses lies in its folder. In the order of a project's first day: `listing` is
`list`, `show`, `compare` is the proof, `profile`, `convert` is the edit, `check` and `baseline`
are for what the checks say, and `warm` for what starts workers. They share:

- `naming`: which class is meant on the command line.
- `sampling`: the rows and the request that a serializer is tried on.
- `queries`: how many are made, and how long they take.
- `read_only_databases`: what keeps the project's data as they are.
- `printer`: where all of them write, with `tables`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Protocol

from fastserializers.commands.printer import Printer


class Subcommand(Protocol):
    """What a module of this package offers."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments that only this subcommand takes: `--json` is there."""

    def run(self, options: dict[str, Any], printer: Printer) -> int:
        """Write the result and return the exit code. Raises `CommandError` for bad input."""
