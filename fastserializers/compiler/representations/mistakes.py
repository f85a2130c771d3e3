"""What is wrong with a representation, said before there is code of it."""

from __future__ import annotations

import ast
import builtins
import string
from collections.abc import Iterator
from typing import Any

from fastserializers.compiler.representations.representation import Case, Representation
from fastserializers.runtime.names import NAMES

PAIRS = ("constants", "per_call", "per_row")
PLACEHOLDER = "placeholder_"


def mistake_in(found: Any) -> str:
    """Return what is wrong with what a project's function has returned; nothing if it is fine."""
    if found is None:
        return ""
    if not isinstance(found, Representation):
        return f"what is expected is a Representation or None, not a {type(found).__name__}"
    wrong = next(mistakes_of_shape(found), "")
    return wrong or next(filter(None, map(mistake_of_template, templates_of(found))), "")


def mistakes_of_shape(found: Representation) -> Iterator[str]:
    cases: Any = found.cases
    if type(cases) is not tuple or not all(isinstance(case, Case) for case in cases):
        yield "its cases have to be a tuple of Case"
    elif not all(type(text) is str for case in cases for text in case):
        yield "the guard and the expression of a Case have to be texts"
    for name in PAIRS:
        pairs: Any = getattr(found, name)
        if type(pairs) is not tuple or not all(map(is_named, pairs)):
            yield f'its {name} have to be a tuple of pairs, as in (("name", ...),)'
    for name, constant in found.constants:
        if not is_hashable(constant):
            yield f"the constant {name!r} can't be hashed: give it as Same({name})"


def is_named(pair: Any) -> bool:
    return type(pair) is tuple and len(pair) == 2 and type(pair[0]) is str


def is_hashable(constant: Any) -> bool:
    try:
        hash(constant)
    except TypeError:
        return False
    return True


def templates_of(found: Representation) -> Iterator[str]:
    for case in found.cases:
        yield from filter(None, case)
    for pairs in (found.per_call, found.per_row):
        yield from (expression for _, expression in pairs)


class Placeholders(dict[str, str]):
    """A name for each placeholder, whatever it is."""

    def __missing__(self, name: str) -> str:
        return f"{PLACEHOLDER}{name}"


def mistake_of_template(template: str) -> str:
    try:
        source = string.Template(template).substitute(Placeholders())
        # As it is used: on one line, behind an `if` and as a value.
        compile(f"if {source}: value = {source}", "<template>", "exec")
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        return f"the template {template!r} is no expression: {reason}"
    unknown = unknown_name(ast.parse(source.strip(), mode="eval"))
    return unknown and (
        f"{unknown} means nothing in the template {template!r}: give it among the constants, and "
        f"name it ${unknown}"
    )


def unknown_name(expression: ast.AST) -> str:
    """Return the first name that neither the expression gives nor generated code has."""
    nodes = [*ast.walk(expression)]
    given = {node.arg for node in nodes if isinstance(node, ast.arg)}
    named = [node for node in nodes if isinstance(node, ast.Name)]
    given |= {node.id for node in named if isinstance(node.ctx, ast.Store)}
    return next((node.id for node in named if not is_known(node.id, given)), "")


def is_known(name: str, given: set[str]) -> bool:
    return (
        name.startswith(PLACEHOLDER) or name in given or name in NAMES or hasattr(builtins, name)
    )
