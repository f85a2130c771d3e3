from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.console import Console

from benchmarks.report import heading, tables

QUESTIONS = (
    "one_object",
    "list",
    "list_to_bytes",
    "nested_books",
    "time_zone",
    "growth",
    "memory",
)


def main() -> int:
    with TemporaryDirectory() as directory:
        results = Path(directory, "results.json")
        exit_code = pytest.main(
            [
                *(str(Path(__file__).with_name(f"bench_{question}.py")) for question in QUESTIONS),
                "--ds=benchmarks.settings",
                f"--benchmark-json={results}",
                f"--benchmark-storage={directory}",
                "--benchmark-disable-gc",
                # The work is all the processor's: what other processes take of it is left out.
                "--benchmark-timer=time.process_time",
                "--benchmark-quiet",
                # A failed comparison leaves it without results: the failure says so itself.
                "-Wignore:Not saving anything",
                "--exitfirst",
                "--quiet",
            ]
        )
        if exit_code != pytest.ExitCode.OK:
            return exit_code
        output = json.loads(results.read_text())
    console = Console()
    console.print(heading(output), highlight=False)
    for table in tables(output):
        console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
