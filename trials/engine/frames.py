"""Room for the frames of deep calls, so that the depth of a call has no part in what it takes.

CPython takes memory for frames in chunks of 16 kB, and gives a chunk back when the first frame in
it returns. Where a loop of a project begins at the end of a chunk, each call in it takes and gives
back another one: the same list of Nautobot took 1.8 times as long from ten frames deeper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

VARIABLES = 2**16
"""A frame that is larger than a chunk has one of its own, of the next power of two."""


def roomy(call: Callable[[], Any]) -> Any:
    """Return what a function returns that is called from a frame with room behind it."""
    names = " = ".join(f"variable_{number}" for number in range(VARIABLES))
    namespace: dict[str, Any] = {}
    # What is in the code are names that are made here: so many variables cannot be written out.
    exec(f"def from_large_frame(call):\n    {names} = None\n    return call()\n", namespace)  # noqa: S102
    return namespace["from_large_frame"](call)
