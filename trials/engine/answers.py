"""What a process answers, and the rows in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int
    contents: tuple[bytes, ...]
    """What came the first time, and each time after it."""
    queries: tuple[str, ...]
    """Those of the last time, when caches are warm."""

    @property
    def content(self) -> bytes:
        return self.contents[-1]


def rows_of(content: bytes) -> list[Any] | None:
    """Return the rows of a list, or `None` where an answer is no list."""
    answer = json.loads(content)
    if isinstance(answer, dict):
        answer = next((answer[key] for key in ("results", "tasks") if key in answer), None)
    return answer if isinstance(answer, list) else None


def is_list(content: bytes) -> bool:
    return rows_of(content) is not None


def rows_in(content: bytes) -> int:
    rows = rows_of(content)
    return 1 if rows is None else len(rows)
