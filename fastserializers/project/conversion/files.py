"""The files that an edit is of."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from tempfile import mkstemp
from typing import Any, NamedTuple


class Conversion(NamedTuple):
    """A file as it is, and as it is to be."""

    path: Path
    before: bytes
    after: bytes
    encoding: str
    classes: tuple[Any, ...]


def diff_of(conversion: Conversion) -> str:
    """Return the unified diff of a conversion, as `patch` takes it."""
    path = conversion.path
    with suppress(ValueError):
        path = path.relative_to(Path.cwd())
    lines = unified_diff(
        text_lines(conversion.before.decode(conversion.encoding)),
        text_lines(conversion.after.decode(conversion.encoding)),
        f"a/{path}",
        f"b/{path}",
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in lines
    )


def text_lines(text: str) -> list[str]:
    """Return the lines of a file with their endings, which Python's `splitlines()` has more of."""
    return re.findall("[^\n]*\n|[^\n]+", text)


def write(conversion: Conversion) -> None:
    """Replace a file by what it is to be, at once: it is never there in part."""
    descriptor, name = mkstemp(dir=conversion.path.parent, prefix=".")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(conversion.after)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(conversion.path, name)
        os.replace(name, conversion.path)
    except BaseException:
        os.unlink(name)
        raise
