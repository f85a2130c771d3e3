"""What may be edited."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import libcst as cst
from rest_framework.serializers import BaseSerializer, ModelSerializer

from fastserializers.compiler.planner import has_fixed_fields
from fastserializers.project.conversion.kinds import Kind
from fastserializers.project.conversion.locate import NotEdited, SourceFile, definition_in
from fastserializers.project.serializers import is_twin, subclasses


def check_only_reads(serializer: Any, writing: Mapping[Any, Collection[str]]) -> None:
    """Raise `NotEdited` if a view writes with a serializer, or with one that inherits from it."""
    for cls in (serializer, *subclasses(serializer)):
        if views := writing.get(cls):
            what = "it" if cls is serializer else f"{cls.__name__}, which inherits from it"
            names = sorted(views)
            raise NotEdited(
                f"{' and '.join(names)} may write with {what}. With FastReadMixin, a view reads "
                f"fast all the same: manage.py fastserializers convert --views {' '.join(names)}"
            )


def check_bases(cls: Any, source: SourceFile, kind: Kind) -> None:
    """Raise `NotEdited` unless the names that are written as the bases of a class mean those."""
    if not issubclass(cls, kind.convertible):
        what = kind.convertible.__name__
        raise NotEdited(f"it is no subclass of {what}, and has no fields to compile")
    namespace = vars(sys.modules[cls.__module__])
    bases = definition_in(source, cls).bases
    meant = tuple(None if base.star else named_by(base.value, namespace) for base in bases)
    if meant != cls.__bases__:
        raise NotEdited("its bases are not those that its source names: they are chosen by code")
    for name, fast in kind.names.items():
        if namespace.get(name, fast) is not fast:
            raise NotEdited(f"{name} is the name of something else in {cls.__module__}")


def named_by(expression: cst.BaseExpression, namespace: dict[str, Any]) -> Any:
    """Return what a dotted name means in a module, with or without type arguments, or None."""
    if isinstance(expression, cst.Subscript):
        return named_by(expression.value, namespace)
    if isinstance(expression, cst.Attribute):
        return getattr(named_by(expression.value, namespace), expression.attr.value, None)
    if isinstance(expression, cst.Name):
        return namespace.get(expression.value, getattr(builtins, expression.value, None))
    return None


def check_one_class(cls: Any, kind: Kind) -> None:
    """Raise `NotEdited` if what is written about a class is about others too."""
    for other in subclasses(kind.root):
        if other is cls or is_twin(other):
            continue
        if (other.__module__, other.__qualname__) == (cls.__module__, cls.__qualname__):
            raise NotEdited("its source makes more than one class")


def check_one_meta(serializer: Any) -> None:
    """Raise `NotEdited` if what a `Meta` says is said of other serializers too."""
    for other in subclasses(ModelSerializer):
        if other is serializer or is_twin(other):
            continue
        if serializer.Meta in getattr(getattr(other, "Meta", None), "__mro__", ()):
            raise NotEdited(f"{other.__name__} has the same Meta, or inherits from it")


def check_order(fast: list[Any], kind: Kind) -> None:
    """Raise `NotEdited` if a class could no longer be defined once all of `fast` are.

    Python wants each class before what it inherits from, and in the order its bases have.
    """
    known: dict[type, type] = {object: object}

    def stand_in(cls: type) -> type:
        if cls not in known:
            bases = kind.fast_bases(cls) if cls in fast else cls.__bases__
            known[cls] = type(cls.__name__, tuple(map(stand_in, bases)), {})
        return known[cls]

    affected: list[type] = [fast[-1], *subclasses(fast[-1])]
    try:
        for cls in affected:
            stand_in(cls)
    except TypeError as error:
        raise NotEdited(f"{cls.__name__} could no longer be defined: {error}") from error


def certain_answer(serializer: Any, meta: cst.ClassDef, only_read: Collection[Any]) -> str:
    """Return the `read_only_fields` that change nothing about what a client may write.

    `fields` where no client writes anything, and the fields are written out; `()` where each field
    that can be written is declared in the class. Raises `NotEdited` for any other.
    """
    is_written_out = any(assigns(statement, "fields") for statement in meta.body.body)
    fields = vars(serializer.Meta).get("fields")
    if serializer in only_read and is_written_out and type(fields) in (list, tuple):
        return "fields"
    if has_fixed_fields(serializer):
        with suppress(Exception):
            prototype = object.__new__(serializer)
            prototype._args, prototype._kwargs = (), {}
            BaseSerializer.__init__(prototype)
            if all(
                field.read_only or name in serializer._declared_fields
                for name, field in prototype.fields.items()
            ):
                return "()"
    raise NotEdited("which fields a client may write is for a person to say")


def meta_in(serializer: Any, source: SourceFile) -> cst.ClassDef:
    """Return the statement that defines `Meta` in a class."""
    if "Meta" in vars(serializer) and not hasattr(serializer.Meta, "read_only_fields"):
        definitions = source.classes.get(f"{serializer.__qualname__}.Meta", [])
        if len(definitions) == 1 and isinstance(definitions[0].body, cst.IndentedBlock):
            return definitions[0]
    raise NotEdited("it has no Meta of its own to say it in")


def assigns(statement: cst.CSTNode, name: str) -> bool:
    """Return whether a statement is an assignment to `name` alone."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Assign(targets=[target])]):
            return isinstance(target.target, cst.Name) and target.target.value == name
        case cst.SimpleStatementLine(body=[cst.AnnAssign(target=cst.Name(value=found))]):
            return found == name
    return False
