from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Server:
    host: str
    port: int
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}/"


@contextmanager
def serving(project: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    """Run gunicorn on a loopback port that the kernel picks, and stop it on the way out."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        # gunicorn sets this too, but too late for a connection that is waiting for it to start.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host, port = listener.getsockname()
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "gunicorn", "--bind", f"fd://{listener.fileno()}"],
            cwd=project,
            env=environment,
            pass_fds=[listener.fileno()],
        )
    # From here gunicorn alone holds the socket, which is listening already: the first request
    # waits until the workers are up, and is refused at once if they fail to start.
    try:
        yield Server(host, port, process)
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
