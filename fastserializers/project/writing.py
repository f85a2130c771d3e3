"""Whether an action of a view hands data to its serializer, by what its code says."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from contextlib import suppress
from textwrap import dedent
from types import FunctionType
from typing import Any

from fastserializers.overrides import is_stock

# The methods of DRF's own that hand data to a serializer.
WRITING_ACTIONS = frozenset({"create", "update", "partial_update"})


def hands_data(
    view: Any, name: str, behind: type | None = None, within: frozenset[Any] = frozenset()
) -> bool:
    """Return whether a method of a view, of the bases `behind` one if given, writes data."""
    bases = view.__mro__ if behind is None else view.__mro__[view.__mro__.index(behind) + 1 :]
    definer = next((base for base in bases if name in vars(base)), None)
    function = None if definer is None else inspect.unwrap(vars(definer)[name])
    if definer is None or (definer, name) in within or not isinstance(function, FunctionType):
        return False
    if is_stock(definer):
        called = WRITING_ACTIONS.intersection(function.__code__.co_names)
        return name in WRITING_ACTIONS or any(
            hands_data(view, each, None, within | {(definer, name)}) for each in called - {name}
        )
    return any(
        gives_data(call)
        or hands_data(view, method, definer if of_base else None, within | {(definer, name)})
        for call in calls_in(function)
        for method, of_base in called_methods(call)
    )


def calls_in(function: FunctionType) -> Iterator[ast.Call]:
    with suppress(OSError, SyntaxError, TypeError):
        for node in ast.walk(ast.parse(dedent(inspect.getsource(function)))):
            if isinstance(node, ast.Call):
                yield node


def called_methods(call: ast.Call) -> Iterator[tuple[str, bool]]:
    """Return the method of the view that a call is of, and whether it is that of a base."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            yield name, False
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
            yield name, True


def gives_data(call: ast.Call) -> bool:
    """Return whether a call makes a serializer of data."""
    is_making = ("get_serializer", False) in called_methods(call)
    return is_making and (len(call.args) > 1 or any(each.arg == "data" for each in call.keywords))
