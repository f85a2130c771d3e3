"""The load generator: `ab` of Debian's apache2-utils, which makes a fixed number of requests."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import NamedTuple

PATTERNS = {
    "elapsed": r"Time taken for tests: +([\d.]+) seconds",
    "response": r"Time per request: +([\d.]+) \[ms\] \(mean\)",
    "rate": r"Requests per second: +([\d.]+)",
    "kilobytes": r"Transfer rate: +([\d.]+) \[Kbytes/sec\] received",
    "longest": r"100% +(\d+) \(longest request\)",
}


class Load(NamedTuple):
    elapsed: float
    """Seconds."""
    response: float
    """Milliseconds, the mean."""
    rate: float
    """Requests a second."""
    kilobytes: float
    """KiB a second."""
    longest: float
    """Milliseconds."""


def is_installed() -> bool:
    return shutil.which("ab") is not None


def load(address: str, *, requests: int, clients: int) -> Load | None:
    """Return what `ab` reports, or None if not every request was answered well."""
    command = ["ab", "-q", "-n", str(requests), "-c", str(clients), address]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    answered = not ran.returncode and found(r"Failed requests: +(\d+)", ran.stdout) == 0
    if not answered or "Non-2xx" in ran.stdout:
        return None
    return Load(*(found(pattern, ran.stdout) for pattern in PATTERNS.values()))


def found(pattern: str, report: str) -> float:
    match = re.search(pattern, report)
    assert match, report
    return float(match[1])
