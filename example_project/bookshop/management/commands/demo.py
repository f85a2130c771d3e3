from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bookshop.comparison import Comparison, ComparisonError, Connections, compare, get
from bookshop.server import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.core.management.base import CommandParser

PROJECT = Path(__file__).resolve().parents[3]
# In seconds. Longer than the slowest answer: a server that hangs fails the demo.
LONGEST_ANSWER = 120


class Command(BaseCommand):
    # The system checks of the shop are for `manage.py check`.
    requires_system_checks = ()
    help = (
        "Serves the shop with gunicorn, requests every endpoint plain and fast, checks that the "
        "bodies are equal, and prints how long they took. Uses a temporary database, or the "
        "database of DATABASE_URL."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--books", type=int, default=10_000)
        parser.add_argument("--users", type=int, default=10_000)
        parser.add_argument(
            "--serve",
            action="store_true",
            help="Serve the shop until Ctrl-C, and compare nothing. The database is kept.",
        )

    def handle(self, *, books: int, users: int, serve: bool, **options: Any) -> None:
        # SIGTERM must stop the servers as well, like Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if "DATABASE_URL" in os.environ:
            self.say("DATABASE_URL is set: adding the missing tables and rows to that database.")
        if serve:
            self.serve(books, users)
        else:
            self.compare(books, users)

    def serve(self, books: int, users: int) -> None:
        try:
            fill_database(os.environ, books, users)
            with serving(PROJECT, {"DEBUG": "1", "TOOLBAR": "1"} | os.environ) as server:
                self.say(f"The shop is open at {server.address} (Ctrl-C closes it).")
                server.process.wait()
                raise CommandError("The server stopped.")
        except KeyboardInterrupt:
            self.say("The shop is closed.")

    def compare(self, books: int, users: int) -> None:
        with tempfile.TemporaryDirectory() as directory:
            own_database = f"sqlite:///{quote(directory)}/bookshop.sqlite3"
            environment = {"DATABASE_URL": own_database} | os.environ | {"DEBUG": "0"}
            try:
                fill_database(environment, books, users)
                comparisons = compare_pairs(environment)
            except KeyboardInterrupt:
                raise CommandError("Stopped before all pairs were compared.") from None
        database = name_of_database(environment["DATABASE_URL"])
        Console(file=self.stdout).print(table_of(comparisons, database))
        self.say("All pairs of bodies were equal.")

    def say(self, message: str) -> None:
        self.stdout.write(message)
        self.stdout.flush()


def fill_database(environment: Mapping[str, str], books: int, users: int) -> None:
    manage(environment, "migrate", "--verbosity=0", "--skip-checks")
    manage(environment, "loadshop", "--skip-checks", f"--books={books}", f"--users={users}")


def manage(environment: Mapping[str, str], *arguments: str) -> None:
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    if subprocess.run(command, env=environment, check=False).returncode:  # noqa: S603
        raise CommandError(f"manage.py {arguments[0]} failed: its own message is above.")


def compare_pairs(environment: Mapping[str, str]) -> list[Comparison]:
    console = Console(stderr=True)
    with (
        serving(PROJECT, environment) as server,
        serving(PROJECT, environment) as another,
        connected(server) as plain,
        connected(another) as fast,
    ):
        try:
            # Both servers get the addresses of the first one, so their pages have the same links.
            pairs = json.loads(get(plain, server.address).body)
            return [
                compare(Connections(plain, fast), pair["endpoint"], pair["plain"], pair["fast"])
                for pair in track(
                    pairs, "comparing", console=console, disable=not console.is_terminal
                )
            ]
        except ComparisonError as error:
            raise CommandError(str(error)) from error
        except (OSError, HTTPException) as error:
            raise CommandError(f"The server gave no answer: {error!r}") from error


def connected(server: Server) -> closing[HTTPConnection]:
    return closing(HTTPConnection(server.host, server.port, timeout=LONGEST_ANSWER))


def name_of_database(url: str) -> str:
    kind = urlsplit(url).scheme
    return NAMES_OF_DATABASES.get(kind, kind)


NAMES_OF_DATABASES = {
    "sqlite": "SQLite",
    "postgres": "PostgreSQL",
    "postgresql": "PostgreSQL",
    "mysql": "MySQL",
}


def table_of(comparisons: Iterable[Comparison], database: str) -> Table:
    caption = f"Median times of whole requests, {database} included."
    table = Table("endpoint", caption=caption)
    for heading in ("rows", "kB", "DRF ms", "fast ms", "times faster"):
        table.add_column(heading, justify="right")
    for comparison in comparisons:
        table.add_row(
            comparison.endpoint,
            f"{comparison.rows:,}",
            f"{comparison.size / 1000:,.1f}",
            f"{comparison.plain_seconds * 1000:,.1f}",
            f"{comparison.fast_seconds * 1000:,.1f}",
            f"{comparison.plain_seconds / comparison.fast_seconds:.1f}",
        )
    return table
