"""Run a command with a database server of its own; exit with the command's code."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys

import tests.cluster
from tests.cluster import mariadb, postgresql

SERVERS = {"postgresql": postgresql.server, "mariadb": mariadb.server}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.cluster", description=tests.cluster.__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--server", choices=SERVERS, default="postgresql")
    parser.add_argument("command", metavar="COMMAND")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    with SERVERS[asked.server]() as url:
        return run([asked.command, *asked.arguments], url)


def run(command: list[str], url: str) -> int:
    """Run `command` to its end, and return the code to exit with."""
    environment = os.environ | {"DATABASE_URL": url}
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603
        # The terminal's Ctrl-C reaches the command too, which needs the database to clean up.
        signal.signal(signal.SIGINT, lambda number, frame: None)
        try:
            code = process.wait()
        except SystemExit:
            process.terminate()
            raise
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
