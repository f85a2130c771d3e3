"""Functions of written source, which tracebacks, debuggers and `inspect.getsource()` show."""

from __future__ import annotations

import itertools
import linecache
import weakref
from collections.abc import Callable
from typing import Any

from fastserializers.compiler.writer import WrittenFunction


def generated(written: WrittenFunction, subject: str) -> Callable[..., Any]:
    """Return the function of some source; `subject` is in its file's name."""
    filename = f"<fastserializers {subject} {next(COUNT)}{INSTALLED}>"
    exec(compile(written.text, filename, "exec"), written.globals)  # noqa: S102
    function: Callable[..., Any] = written.globals[written.name]
    lines = written.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(written.text), None, lines, filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


COUNT = itertools.count(1)
# django-zeal and Sentry look for this word to tell installed packages from a project's own code.
INSTALLED = " in site-packages" if "site-packages" in __file__ else ""
