"""The names that functions use when they run, from their compiled code."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType

from fastserializers.project.modules import contents_of

WORD = re.compile(r"\w+")


def names_used_by_functions(modules: Iterable[str], wanted: Collection[str]) -> set[str]:
    """Return which of the `wanted` names the functions of these modules look up when they run.

    All functions that are written there count, whatever has become of them since: a task or a
    receiver may be kept by nothing but a third party's registry.
    """
    wanted = frozenset(wanted)
    found: set[str] = set()
    for module in modules:
        # Reading a file takes a tenth of what compiling it does.
        code = code_of(module) if may_have(module, wanted) else None
        for function in functions_in(code) if code else ():
            found.update(wanted.intersection(names_used_by(function)))
    return found


def may_have(module: str, names: frozenset[str]) -> bool:
    try:
        source = path_of(module).read_text("utf-8", "replace")
    except OSError:
        return True
    return not names.isdisjoint(WORD.findall(source))


def path_of(module: str) -> Path:
    file = contents_of(module).get("__file__")
    return Path(file if isinstance(file, str) else "")


def code_of(module: str) -> CodeType | None:
    """Return the code of a module, which Python has compiled already; None where it has none."""
    loader = getattr(contents_of(module).get("__spec__"), "loader", None)
    with suppress(Exception):
        code: CodeType | None = loader.get_code(module)  # type: ignore[union-attr]
        return code
    with suppress(Exception):
        return compile(path_of(module).read_bytes(), module, "exec", dont_inherit=True)
    return None


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """Return the outermost functions in the code of a module, those of its classes included."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            else:
                yield from functions_in(constant)


def names_used_by(code: CodeType) -> Iterator[str]:
    """Return the globals and attributes that code looks up, and so what is defined within it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_used_by(constant)
