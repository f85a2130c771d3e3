"""A PostgreSQL server on an empty cluster."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.cluster.machine import finish, found_or_installed, place

# Without a vacuum, rows that nobody has ordered come in the order in which they were stored.
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '.'
port = 5432
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
"""
NEW_CLUSTER = "--username=postgres --auth=trust --encoding=UTF8 --no-locale --no-sync"

MISSING = (
    "PostgreSQL is not on this machine. Install its server and run this again: "
    "`apt-get install postgresql` (Debian, Ubuntu), "
    "`dnf install postgresql-server postgresql-contrib` (Fedora), "
    "`brew install postgresql` (macOS)."
)


def pg_ctl() -> str | None:
    # Debian keeps the programs of each version in a folder that is not on the path.
    newest_first = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    return shutil.which("pg_ctl", path=os.pathsep.join([os.environ["PATH"], *newest_first]))


@contextmanager
def server() -> Iterator[str]:
    """Start a server in a temporary directory; give its database's address."""
    program = found_or_installed(pg_ctl, "postgresql", MISSING)
    with tempfile.TemporaryDirectory(prefix="postgres-") as directory:
        here = place(directory)
        log = Path(directory, "log")

        def control(action: str, *options: str) -> int:
            return finish([program, action, f"--pgdata={directory}", "--silent", *options], **here)

        if control("initdb", f"--options={NEW_CLUSTER}"):
            sys.exit("PostgreSQL could not make a cluster.")
        with Path(directory, "postgresql.conf").open("a") as configuration:
            configuration.write(SETTINGS)
        try:
            if control("start", f"--log={log}"):
                sys.exit(log.read_text())
            yield f"postgres://postgres@{quote(directory, safe='')}:5432/postgres"
        finally:
            control("stop", "--mode=immediate")
