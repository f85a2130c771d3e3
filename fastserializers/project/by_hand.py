"""Where the project's code makes serializers by hand, as its source says."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fastserializers.project.code import names_of_serializers, names_used_by_functions
from fastserializers.project.modules import contents_of, is_first_party

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass


def made_by_hand(serializers: Iterable[SerializerClass]) -> dict[SerializerClass, list[str]]:
    """Return the functions that make a serializer of an instance, for each that is made so.

    Functions are named by their paths. A call that gives a serializer data is left out.
    """
    modules = sorted(name for name in list(sys.modules) if is_first_party(name))
    names = names_of_serializers(set(serializers), modules)
    found: dict[SerializerClass, list[str]] = {}
    for module in modules:
        used = names_used_by_functions(
            [module], {name for known in names.values() for name in known}
        )
        for path, name in calls_of(used, module) if used else ():
            held = contents_of(module).get(name)
            # A name that the module has not is imported by the function, or looked up in a module.
            called = [cls for cls in names if cls is held or (held is None and name in names[cls])]
            if len(called) == 1:
                found.setdefault(called[0], []).append(path)
    return {serializer: list(dict.fromkeys(paths)) for serializer, paths in found.items()}


def calls_of(names: set[str], module: str) -> Iterator[tuple[str, str]]:
    """Return the functions of a module that make something of an instance, by one of the names."""
    try:
        tree = ast.parse(Path(contents_of(module)["__file__"]).read_bytes())
    except (KeyError, OSError, SyntaxError, TypeError, ValueError):
        return
    for path, call in calls_within(tree, module, is_function=False):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        given = {keyword.arg for keyword in call.keywords}
        is_of_instance = len(call.args) == 1 or "instance" in given
        if name in names and is_of_instance and "data" not in given:
            yield path, name


def calls_within(node: ast.AST, path: str, *, is_function: bool) -> Iterator[tuple[str, ast.Call]]:
    """Return the calls within functions, each with the path of its function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_inner = not isinstance(child, ast.ClassDef)
            yield from calls_within(child, f"{path}.{child.name}", is_function=is_inner)
        else:
            if is_function and isinstance(child, ast.Call):
                yield path, child
            yield from calls_within(child, path, is_function=is_function)
