"""The process of one checkout of `hold.py`: answers what a call of a case takes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import django
from rest_framework.renderers import JSONRenderer

import fastserializers
from benchmarks.turns import WARM_CALLS, seconds_of

WARM_ROWS = 4_000
"""A plan may be compiled only after so many rows."""
MOST_WARM_CALLS = 400
SECONDS = 0.01
"""What a round takes."""


def warm(run: Callable[[], Any], rows: int) -> dict[str, Any]:
    """Call it until it is compiled; return its output's digest and the calls of a round."""
    for _ in range(max(WARM_CALLS, min(MOST_WARM_CALLS, WARM_ROWS // rows))):
        output = run()
    content = output if isinstance(output, bytes) else JSONRenderer().render(output)
    calls = max(1, round(SECONDS / seconds_of(run, 3)))
    return {"digest": sha256(content).hexdigest(), "calls": calls}


def main(checkout: str) -> None:
    django.setup()
    # Its models need the setup.
    from benchmarks.data import store
    from benchmarks.held import cases

    package = Path(fastserializers.__file__).resolve()
    if package.parent.parent != Path(checkout):
        sys.exit(f"{package} is not the package of {checkout}.")
    store(users=1_000, books=1_000)
    held = cases()
    answer({name: (case.slower, case.at_most) for name, case in held.items()})
    for line in sys.stdin:
        name, is_by_hand, calls = json.loads(line)
        case = held[name]
        run = case.by_hand if is_by_hand else case.run
        answer(seconds_of(run, calls) if calls else warm(run, case.rows))


def answer(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
