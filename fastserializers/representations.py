"""The door for a project's own field classes: how their values are represented, compiled.

    from fastserializers.representations import GuardedExpression, Representation, represents

    @represents(MoneyField)
    def as_money(field: MoneyField) -> Representation:
        in_euros = GuardedExpression("type($value) is $money", "str($value)")
        return Representation((in_euros,), constants=(("money", Money),))

A case has two templates: the guard, and the expression for a `$value` that the guard admits. A
value that no case admits is given to the field's own `to_representation()`. Write guards for the
types that you know: a guard proves that the expression is what `to_representation()` returns.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.fields import registry
from fastserializers.compiler.fields.registry import Represent
from fastserializers.compiler.representation import (
    GuardedExpression,
    Representation,
    Same,
)
from fastserializers.compiler.templates import Code, fill, placeholders_of
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.names import NAMES

__all__ = ["GuardedExpression", "Representation", "Same", "represents"]


def represents(
    *field_classes: type, hooks: tuple[str, ...] = (), made_of: str = ""
) -> Callable[[Represent], Represent]:
    """Register a function that returns the representation of a bound field of these classes.

    The function returns None where only the field's own code is right. `hooks` names what else,
    beside the methods that every field is read and represented by, makes a subclass that overrides
    it run its own code.

    Raises `TypeError` for what is no field class, and `ValueError` for one that has an entry. What
    the function returns is looked at when a serializer is first used, which raises
    `RepresentationError` for a mistake in it.
    """
    for cls in field_classes:
        if isinstance(cls, type) and issubclass(cls, BaseSerializer):
            raise TypeError(
                f"represents() takes field classes, and {cls.__name__} is a serializer: register "
                f"the classes of its fields."
            )
    register = registry.register(*field_classes, hooks=hooks, made_of=made_of)

    def register_checked(represent: Represent) -> Represent:
        register(checked(represent))
        return represent

    return register_checked


def checked(represent: Represent) -> Represent:
    @wraps(represent)
    def represent_checked(field: AnyField, *part: object) -> Representation | None:
        found = represent(field, *part)
        mistake = mistake_in(found)
        if mistake:
            name = getattr(represent, "__qualname__", repr(represent))
            raise RepresentationError(
                f"{place_of(field)} can't be compiled: {mistake}. Mend {name}(), which "
                f"represents() has registered for {type(field).__name__}."
            )
        return found

    return cast(Represent, represent_checked)


def place_of(field: Any) -> str:
    """Return the serializer that a field is in, and the name that it, or what it is in, has."""
    while field.parent is not None and not isinstance(field.parent, BaseSerializer):
        field = field.parent
    return f"{type(field.parent).__name__}.{field.field_name}"


def mistake_in(found: object) -> str:
    """Return the mistake in the result of a project's function; an empty text if it is fine."""
    if found is None:
        return ""
    if not isinstance(found, Representation):
        return f"what is expected is a Representation or None, not a {type(found).__name__}"
    try:
        hash(found)
        templates = [text for case in found.cases for text in (case.expression, case.guard)]
        templates += [text for _, text in found.per_call]
    except (AttributeError, TypeError, ValueError) as error:
        return (
            f"a Representation takes a tuple of GuardedExpression and tuples of pairs; wrap a "
            f"constant that has no hash in Same(...): {error}"
        )
    return next(filter(None, map(mistake_of_template, filter(None, templates))), "")


def mistake_of_template(template: str) -> str:
    try:
        source = fill(template, {name: Code(name) for name in placeholders_of(template)})
        # As it is used: on one line, behind an `if` and as a value.
        compile(f"if {source}: value = {source}", "<template>", "exec")
    except (SyntaxError, TypeError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        return f"the template {template!r} is no expression: {reason}"
    unknown = unknown_names(template)
    if unknown:
        return (
            f"{unknown[0]} means nothing in the template {template!r}: list it among the "
            f"constants, and write ${unknown[0]}"
        )
    return ""


def unknown_names(template: str) -> list[str]:
    """Return the names that a template reads, and that neither it nor Python gives a meaning."""
    places = {name: Code(f"_{name}_") for name in placeholders_of(template)}
    nodes = list(ast.walk(ast.parse(fill(template, places), mode="eval")))
    given = {each.id for each in nodes if isinstance(each, ast.Name) and is_assigned(each)}
    given |= {each.arg for each in nodes if isinstance(each, ast.arg)}
    given |= {*places.values(), *dir(builtins), *NAMES}
    read = [each.id for each in nodes if isinstance(each, ast.Name)]
    return [name for name in read if name not in given]


def is_assigned(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
