"""Measure, print the tables, and keep them for the report where they are given a name."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks import outcome
from benchmarks.tables import MADE, Table, save
from benchmarks.work import FINDINGS

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("files", nargs="*", help="the questions; all in this directory if none")
    parser.add_argument("--all", action="store_true", help="ask what takes long, too")
    parser.add_argument("--save", metavar="RUN", help="keep the tables in results/RUN.json")
    parser.add_argument("--settings", default="benchmarks.settings", help="Django's settings")
    options = parser.parse_args()
    files = options.files or sorted(str(file) for file in HERE.glob("bench_*.py"))
    with TemporaryDirectory() as directory:
        results = Path(directory, "results.json")
        exit_code = pytest.main(
            [
                *files,
                f"--ds={options.settings}",
                *([] if options.all else ["-m", "not thorough"]),
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
        timed = json.loads(results.read_text()) if results.exists() else {"benchmarks": []}
        tables = [*outcome.tables(timed, FINDINGS), *MADE]
    print_tables(tables)
    if options.save:
        save(options.save, tables)
    return 0


def print_tables(tables: Sequence[Table]) -> None:
    # A narrow terminal breaks the tables; what is read from a file need not be narrow.
    console = Console(width=None if sys.stdout.isatty() else 120)
    for name, version in tables[0].versions.items() if tables else ():
        console.print(f"{name} {version}", highlight=False)
    console.print(tables[0].machine if tables else "", "\n", highlight=False)
    for table in tables:
        console.print(f"[bold]{table.title}[/]", highlight=False)
        console.print(f"{table.unit}: {table.how}; ratios to: {table.baseline}", highlight=False)
        console.print(rich_table(table))


def rich_table(table: Table) -> RichTable:
    printed = RichTable(box=box.SIMPLE_HEAD, padding=0)
    for column, heading in enumerate(table.rows[0]):
        printed.add_column(heading, justify="right" if column else "left", no_wrap=not column)
    for row in table.rows:
        printed.add_row(*row.values())
    return printed


if __name__ == "__main__":
    sys.exit(main())
