"""Servers on loopback ports that the kernel picks."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from bookshop.server import stop

HERE = Path(__file__).parent
# More clients at once than any question has: those that wait are not to be turned away.
BACKLOG = 1_024


@contextmanager
def gunicorn(environment: Mapping[str, str]) -> Iterator[str]:
    """Serve the views of Django, and yield the address."""
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        host, port = listener.getsockname()
        process = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "--bind", f"fd://{listener.fileno()}"),
                *("--config", HERE / "gunicorn.conf.py"),
            ],
            env=environment_with(environment),
            pass_fds=[listener.fileno()],
        )
    try:
        yield f"http://{host}:{port}"
    finally:
        stop(process)


def environment_with(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a new process that imports what this one can."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}


def answer(address: str) -> Any:
    """Return the JSON that a server answers, with no proxy in between."""
    with build_opener(ProxyHandler({})).open(address) as response:
        return json.load(response)
