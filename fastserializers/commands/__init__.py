"""What `manage.py fastserializers` can do: one module per subcommand."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Protocol

from fastserializers.commands.output import Output


class Subcommand(Protocol):
    """What a module of this package offers."""

    HELP: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments that only this subcommand takes: `--json` is there."""

    def run(self, options: dict[str, Any], output: Output) -> int:
        """Write the result and return the exit code. Raises `CommandError` for bad input."""
