"""A redis server with nothing in it, on a socket in a temporary directory."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cluster.machine import found_or_installed, place

MISSING = (
    "redis is not on this machine. Install its server and run this again: "
    "`apt-get install redis-server` (Debian, Ubuntu), "
    "`dnf install redis` (Fedora), `brew install redis` (macOS)."
)
SETTINGS = ("--port", "0", "--unixsocketperm", "777", "--save", "", "--appendonly", "no")


@contextmanager
def server() -> Iterator[str]:
    """Start a server; give the path of its socket."""
    program = found_or_installed(lambda: shutil.which("redis-server"), "redis-server", MISSING)
    with tempfile.TemporaryDirectory(prefix="redis-") as directory:
        here, door, log = place(directory), Path(directory, "socket"), Path(directory, "log")
        Path(directory).chmod(0o755)
        with log.open("w") as output:
            command = [program, "--unixsocket", str(door), *SETTINGS]
            with subprocess.Popen(command, stdout=output, **here) as process:  # noqa: S603
                try:
                    while not door.exists():
                        if process.poll() is not None:
                            sys.exit(log.read_text())
                        time.sleep(0.05)
                    yield str(door)
                finally:
                    process.kill()
