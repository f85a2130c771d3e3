"""A MariaDB server on an empty data directory."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from tests.cluster.machine import finish, found_or_installed, place

NEW_SERVER = ("mariadb-install-db", "--no-defaults", "--auth-root-authentication-method=normal")
SETTINGS = (
    "--skip-networking",
    "--character-set-server=utf8mb4",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=0",
    "--innodb-flush-method=nosync",
    "--skip-sync-frm",
)

MISSING = (
    "MariaDB is not on this machine. Install its server and run this again: "
    "`apt-get install mariadb-server` (Debian, Ubuntu), "
    "`dnf install mariadb-server` (Fedora), "
    "`brew install mariadb` (macOS)."
)


def mariadbd() -> str | None:
    # Debian keeps a server's program where only root's path leads.
    return shutil.which("mariadbd", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))


@contextmanager
def server() -> Iterator[str]:
    """Start a server in a temporary directory; give its database's address."""
    program = found_or_installed(mariadbd, "mariadb-server", MISSING)
    with tempfile.TemporaryDirectory(prefix="mariadb-") as directory:
        here, log = place(directory), Path(directory, "log")
        data, door = f"--datadir={directory}/data", f"{directory}/socket"
        with log.open("w") as output:
            here |= {"stdout": output, "stderr": output}
            if finish([*NEW_SERVER, data], **here):
                sys.exit(log.read_text())
            command = [program, "--no-defaults", data, f"--socket={door}", *SETTINGS]
            with subprocess.Popen(command, **here) as process:  # noqa: S603
                try:
                    if not answers(process, door):
                        sys.exit(log.read_text())
                    yield f"mysql://root@{quote(door, safe='')}/test"
                finally:
                    process.kill()


def answers(process: subprocess.Popen[bytes], door: str) -> bool:
    """Wait for the server's socket; return whether the server got as far as that."""
    while process.poll() is None:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as knock:
            knock.connect(door)
            return True
        time.sleep(0.05)
    return False
