"""Send all users of a database in a new process; print its peak of memory, and CPU seconds."""

from __future__ import annotations

import resource
import sys
from time import process_time

import django


def main(way: str) -> None:
    django.setup()
    from django.contrib.auth.models import User

    from benchmarks.bench_streams import WAYS

    send, users = WAYS[way], User.objects.order_by("pk")
    # What is made once is no part of it.
    sent = send(users[:100])
    before, started = peak(), process_time()
    sent = send(users)
    print(peak() - before, process_time() - started, sent)  # noqa: T201


def peak() -> int:
    """Return the most bytes that this process has held."""
    kilobytes: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return kilobytes if sys.platform == "darwin" else kilobytes * 1024


if __name__ == "__main__":
    main(*sys.argv[1:])
