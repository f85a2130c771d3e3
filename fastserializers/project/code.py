"""The names that the functions of a project use when they run, from their compiled code."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from fastserializers.project.modules import contents_of


def is_class(value: Any) -> bool:
    """Return whether a value is a class; `isinstance()` would make a lazy object load itself."""
    return issubclass(type(value), type)


def names_of_serializers(affected: set[Any], modules: Iterable[str]) -> dict[Any, set[str]]:
    """Return the names that these modules have for serializers."""
    names: dict[Any, set[str]] = {serializer: {serializer.__name__} for serializer in affected}
    by_identity = {id(serializer): serializer for serializer in affected}
    for module in modules:
        for name, value in list(contents_of(module).items()):
            # By identity: a metaclass may have made its classes unhashable.
            if is_class(value) and id(value) in by_identity:
                names[by_identity[id(value)]].add(name)
    return names


def names_used_by_functions(modules: Iterable[str], wanted: Collection[str]) -> set[str]:
    """Return which of the `wanted` names the functions of these modules look up when they run.

    All functions that are written there count, whatever has become of them since: a task or a
    receiver may be kept by nothing but a third party's registry.
    """
    wanted = frozenset(wanted)
    return {
        name
        for module in modules
        for function in functions_in(code_of(module))
        for name in wanted.intersection(names_used_by(function))
    }


def code_of(module: str) -> CodeType | None:
    """Return the code of a module, which Python has compiled already; None where it has none."""
    contents = contents_of(module)
    loader: Any = getattr(contents.get("__spec__"), "loader", None)
    with suppress(Exception):
        if hasattr(loader, "get_code"):
            code: CodeType | None = loader.get_code(module)
            return code
        return compile(Path(contents["__file__"]).read_bytes(), module, "exec", dont_inherit=True)
    return None


def functions_in(code: CodeType | None) -> Iterator[CodeType]:
    """Return the outermost functions in the code of a module, those of its classes included."""
    for constant in code.co_consts if code else ():
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
