"""The load generator: `ab` of Debian's apache2-utils, which makes a fixed number of requests."""

from __future__ import annotations

import re
import shutil
import subprocess


def is_installed() -> bool:
    return shutil.which("ab") is not None


def request_rate(address: str, *, requests: int, clients: int) -> float | None:
    """Return the requests a second, or None if not every request was answered well."""
    command = ["ab", "-q", "-n", str(requests), "-c", str(clients), address]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    answered = not ran.returncode and found(r"Failed requests: +(\d+)", ran.stdout) == 0
    if not answered or "Non-2xx" in ran.stdout:
        return None
    return found(r"Requests per second: +([\d.]+)", ran.stdout)


def found(pattern: str, report: str) -> float:
    match = re.search(pattern, report)
    assert match, report
    return float(match[1])
