"""H306: a method field that only returns an attribute of the object."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from textwrap import dedent
from types import FunctionType
from typing import Any

from django.core import checks
from rest_framework.fields import SerializerMethodField
from rest_framework.serializers import BaseSerializer

from fastserializers.checks.registry import check, messages_of_each
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import Project
from fastserializers.project.serializers import fast_class, is_concrete


@check("H306")
def needless_methods(project: Project) -> Iterator[checks.CheckMessage]:
    return messages_of_each((serializer for serializer, _ in project.fast_classes), needless)


def needless(serializer: Any) -> Iterator[checks.CheckMessage]:
    for name, field in serializer._declared_fields.items():
        if type(field) is not SerializerMethodField:
            continue
        method = field.method_name or f"get_{name}"
        source = attribute_returned_by(static_attribute(serializer, method))
        if source is not None and not is_inherited(serializer, name, method):
            # DRF refuses a source that is the name of the field.
            argument = "" if source == name else f'source="{source}"'
            yield checks.Info(
                f"{method}() only returns {source}.",
                hint=(
                    f"Delete it and declare {name} = serializers.ReadOnlyField({argument}), "
                    f"which compiles to reading the attribute."
                ),
                obj=serializer,
                id="H306",
            )


def is_inherited(serializer: Any, name: str, method: str) -> bool:
    """Return whether a base has the same field and method, and is told of them itself."""
    return any(
        fast_class(base) is not None
        and getattr(base, "_declared_fields", {}).get(name) is serializer._declared_fields[name]
        and static_attribute(base, method) is static_attribute(serializer, method)
        for base in serializer.__mro__[1:]
        if issubclass(base, BaseSerializer) and is_concrete(base)
    )


def static_attribute(cls: type, name: str) -> Any:
    return inspect.getattr_static(cls, name, None)


def attribute_returned_by(method: Any) -> str | None:
    """Return the dotted source of a method that does no more than to return an attribute."""
    if not isinstance(method, FunctionType) or not may_be_short(method):
        return None
    if not is_first_party(method.__module__):
        return None
    try:
        [definition] = ast.parse(dedent(inspect.getsource(method))).body
    except (OSError, SyntaxError, TypeError, ValueError):
        return None
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        return None
    statements = definition.body[has_docstring(definition) :]
    arguments = [argument.arg for argument in definition.args.args]
    match statements, arguments:
        case [ast.Return(value=ast.Attribute() as attribute)], [_, instance]:
            return dotted_source(attribute, instance)
    return None


def may_be_short(method: FunctionType) -> bool:
    """Return whether it is worth parsing: without loops, constants, or names of its own."""
    code = method.__code__
    return (
        code.co_argcount == code.co_nlocals == 2
        and not code.co_freevars
        and not method.__defaults__
        and all(value is None or value == method.__doc__ for value in code.co_consts)
    )


def has_docstring(definition: ast.FunctionDef) -> bool:
    return ast.get_docstring(definition) is not None


def dotted_source(attribute: ast.expr, instance: str) -> str | None:
    """Return `a.b` for `instance.a.b`."""
    names: list[str] = []
    while isinstance(attribute, ast.Attribute):
        names.insert(0, attribute.attr)
        attribute = attribute.value
    is_the_instances = isinstance(attribute, ast.Name) and attribute.id == instance
    # Within a class, Python gives these another name.
    private = any(name.startswith("__") and not name.endswith("__") for name in names)
    return ".".join(names) if is_the_instances and not private else None
