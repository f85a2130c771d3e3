"""Run a command with a PostgreSQL server of its own, which is gone when the command has ended.

The command finds the address of the database in the environment variable DATABASE_URL.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

# The only way in is a socket in the server's own directory, so no port of the machine is used.
# What a crash would lose is thrown away anyway.
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '.'
port = 5432
fsync = off
synchronous_commit = off
full_page_writes = off
"""
NEW_CLUSTER = "--username=postgres --auth=trust --encoding=UTF8 --no-locale --no-sync"

# PostgreSQL refuses to run as root: the first of these users that is there does it then.
UNPRIVILEGED = ("postgres", "nobody")

MISSING = (
    "PostgreSQL is not on this machine. Install its server and run this again: "
    "`apt-get install postgresql` (Debian, Ubuntu), "
    "`dnf install postgresql-server postgresql-contrib` (Fedora), "
    "`brew install postgresql` (macOS)."
)


def main(command: list[str]) -> int:
    if not command:
        sys.exit(f"usage: python -m tests.cluster COMMAND [ARGUMENT ...]\n\n{__doc__}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    with server(pg_ctl()) as url:
        return run(command, url)


def pg_ctl() -> str:
    """Return the path of PostgreSQL's `pg_ctl`, after installing it where that is possible."""
    if not (path := installed_pg_ctl()) and os.geteuid() == 0 and shutil.which("apt-get"):
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "postgresql"]):
            subprocess.run(  # noqa: S603
                ["apt-get", "--quiet", *step],  # noqa: S607
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            )
        path = installed_pg_ctl()
    return path or sys.exit(MISSING)


def installed_pg_ctl() -> str | None:
    # Debian keeps the programs of each version in a folder that is not on the path.
    newest_first = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    return shutil.which("pg_ctl", path=os.pathsep.join([os.environ["PATH"], *newest_first]))


@contextmanager
def server(pg_ctl: str) -> Iterator[str]:
    """Start a server on an empty cluster in a temporary directory; give its database's address."""
    with tempfile.TemporaryDirectory(prefix="postgres-") as directory:
        owner = unprivileged_owner(directory)
        log = Path(directory, "log")

        def control(action: str, *options: str) -> int:
            command = [pg_ctl, action, f"--pgdata={directory}", "--silent", *options]
            # Out of reach of the terminal's Ctrl-C, and waited for in any case: what is half
            # made can't be removed.
            with subprocess.Popen(command, cwd=directory, start_new_session=True, **owner) as step:  # noqa: S603
                return step.wait()

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


def unprivileged_owner(directory: str) -> dict[str, object]:
    """Give `directory` to a user who may run a server; return what makes a process that user's."""
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = next(users[name] for name in UNPRIVILEGED if name in users)
    os.chown(directory, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


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
