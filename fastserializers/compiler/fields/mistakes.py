"""What is wrong with a representation, said before there is code of it."""

from __future__ import annotations

import ast
import builtins
import string
from typing import Any

from fastserializers.compiler.fields.representation import Representation
from fastserializers.runtime.names import NAMES

PLACEHOLDER = "placeholder_"


def mistake_in(found: Any) -> str:
    """Return what is wrong with what a project's function has returned; nothing if it is fine."""
    if found is None:
        return ""
    if not isinstance(found, Representation):
        return f"what is expected is a Representation or None, not a {type(found).__name__}"
    try:
        hash(found)
        templates = [text for case in found.cases for text in (case.expression, case.guard)]
        templates += [text for _, text in (*found.per_call, *found.per_row)]
    except (AttributeError, TypeError, ValueError) as error:
        return (
            f"a Representation takes a tuple of Case and tuples of pairs, and what has no hash as "
            f"Same(...): {error}"
        )
    return next(filter(None, map(mistake_of_template, filter(None, templates))), "")


class Placeholders(dict[str, str]):
    """A name for each placeholder, whatever it is."""

    def __missing__(self, name: str) -> str:
        return f"{PLACEHOLDER}{name}"


def mistake_of_template(template: str) -> str:
    try:
        source = string.Template(template).substitute(Placeholders())
        # As it is used: on one line, behind an `if` and as a value.
        compile(f"if {source}: value = {source}", "<template>", "exec")
    except (SyntaxError, TypeError, ValueError) as error:
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
