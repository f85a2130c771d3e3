"""What is wrong with a representation that a project has registered."""

from __future__ import annotations

from typing import Any

from fastserializers.compiler.fields.representation import Representation
from fastserializers.compiler.templates import parts_of


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
            f"a Representation takes a tuple of GuardedExpression and tuples of pairs, and what "
            f"has no hash as Same(...): {error}"
        )
    return next(filter(None, map(mistake_of_template, filter(None, templates))), "")


def mistake_of_template(template: Any) -> str:
    try:
        source = "".join(parts_of(template))
        # As it is used: on one line, behind an `if` and as a value.
        compile(f"if {source}: value = {source}", "<template>", "exec")
    except (SyntaxError, TypeError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        return f"the template {template!r} is no expression: {reason}"
    return ""
