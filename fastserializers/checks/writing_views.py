"""H308: a view that writes with a read-only serializer, which raises an error."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from contextlib import suppress
from textwrap import dedent
from types import FunctionType
from typing import Any

from django.core import checks

from fastserializers.checks.findings import check, messages_of_each
from fastserializers.classes.read_only import Refusing, made_plain
from fastserializers.project.naming import path_to
from fastserializers.project.overview import Project
from fastserializers.project.views import WRITING_ACTIONS, Use, chooses_by_code, view_reads_fast
from fastserializers.runtime.overrides import is_shipped


@check("H308")
def writing_views(project: Project) -> Iterator[checks.CheckMessage]:
    said: set[tuple[type, type]] = set()

    def unsaid(use: Use) -> Iterator[checks.CheckMessage]:
        if chooses_by_code(use.view) or not issubclass(use.serializer, Refusing):
            return
        failing = sorted(action for action in use.writing if hands_data(use.view, action))
        if failing and (use.view, use.serializer) not in said:
            said.add((use.view, use.serializer))
            yield checks.Error(
                f"{use.view.__name__} at {use.route!r} writes with {name_of_fast(use)}, which "
                f"only reads: {', '.join(failing)} raises ReadOnlySerializerError.",
                hint=way_to_write(use),
                obj=use.view,
            )

    return messages_of_each(project.own_uses, unsaid)


def name_of_fast(use: Use) -> str:
    plain = made_plain(use.serializer)
    return path_to(plain) if plain is use.serializer else f"read_only({path_to(plain)})"


def way_to_write(use: Use) -> str:
    name = use.serializer.__name__
    is_made = made_plain(use.serializer) is not use.serializer
    writable = f"Use {name} itself" if is_made else f"Make {name} writable again"
    if view_reads_fast(use.view):
        return f"{writable}: with FastReadMixin, {use.view.__name__} reads it fast all the same."
    return (
        f"{writable}, and put fastserializers.views.FastReadMixin first among the bases of "
        f"{use.view.__name__}: what it reads is read fast then, and what it writes is written."
    )


# Whether the code of an action hands data to the view's serializer.


def hands_data(
    view: Any, name: str, behind: type | None = None, within: frozenset[Any] = frozenset()
) -> bool:
    """Return whether a method of a view hands data to a serializer.

    `behind` is the class whose `super()` is called, if it is.
    """
    bases = view.__mro__ if behind is None else view.__mro__[view.__mro__.index(behind) + 1 :]
    definer = next((base for base in bases if name in vars(base)), None)
    function = None if definer is None else inspect.unwrap(vars(definer)[name])
    if definer is None or (definer, name) in within or not isinstance(function, FunctionType):
        return False
    if is_shipped(definer):
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
    """Return the method of the view that a call names, and whether `super()` has it."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            yield name, False
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
            yield name, True


def gives_data(call: ast.Call) -> bool:
    """Return whether a call makes a serializer of data."""
    is_making = ("get_serializer", False) in called_methods(call)
    return is_making and (len(call.args) > 1 or any(each.arg == "data" for each in call.keywords))
