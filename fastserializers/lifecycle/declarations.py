"""What the fields of a class, or of a serializer, are made from: to be compared with copies.

A comparison of whole namespaces is one of C, and costs a tenth of a microsecond. Only where it
finds a difference is it looked for: what decides nothing, as a counter on a class, is no change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from operator import is_
from types import MappingProxyType
from typing import Any, NamedTuple

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer

from fastserializers.compiler.planner import serializer_in
from fastserializers.overrides import FIELD_STATE, META_OPTIONS, is_stock

# What of a class decides on what its serializers represent.
OF_A_CLASS = FIELD_STATE | {"__getattribute__", "bind", "data", "to_representation"}
OF_A_CLASS |= {"__init__", "__new__"}


class Declaration(NamedTuple):
    """A mapping that something is made from."""

    says: Mapping[Any, Any]
    deciding: frozenset[str] | None = None
    """The names in it that decide; None where all do."""
    is_shallow: bool = False
    """Whether what is in it has declarations of its own."""

    def copy(self) -> Mapping[Any, Any]:
        copied: Mapping[Any, Any] = dict(self.says) if self.is_shallow else copy_of(self.says)
        return copied


# Of classes.


def declarations_of_class(cls: Any) -> Iterator[Declaration]:
    """Return what the fields of a serializer class, and of those that it nests, are made from."""
    for nested in declared_classes(cls, {}):
        for base in bases_of_project(nested):
            yield Declaration(vars(base), OF_A_CLASS, is_shallow=True)
        yield from (Declaration(declared) for declared in declared_fields(nested))
        yield from declarations_of_meta(getattr(nested, "Meta", None))
        mapping = getattr(nested, "serializer_field_mapping", None)
        if mapping is not ModelSerializer.serializer_field_mapping and isinstance(mapping, dict):
            yield Declaration(mapping)


def declarations_of_meta(meta: Any) -> Iterator[Declaration]:
    bases = meta.__mro__[:-1] if isinstance(meta, type) else (meta,)
    yield from (
        Declaration(vars(base), META_OPTIONS) for base in bases if hasattr(base, "__dict__")
    )


def options_of_class(cls: Any) -> Iterator[Mapping[str, Any]]:
    """Return the arguments of all declared fields, as they are kept to make them again."""
    for nested in declared_classes(cls, {}):
        for declared in declared_fields(nested):
            yield from (getattr(field, "_kwargs", {}) for field in declared.values())


def names_of_class(classes: Iterable[Any]) -> list[list[str]]:
    """Return the names of the declared fields, of which a plain comparison forgets the order."""
    return [list(cls._declared_fields) for cls in classes]


def bases_of_project(cls: Any) -> Iterator[type]:
    return (
        base
        for base in cls.__mro__
        if not is_stock(base) and base.__module__ not in ("abc", "builtins", "typing")
    )


def declared_fields(cls: Any) -> Iterator[dict[str, Any]]:
    """Return the declared fields of a class, and of that which it is the twin of."""
    for owner in (cls, vars(cls).get("_twin_of")):
        declared = getattr(owner, "_declared_fields", None)
        if isinstance(declared, dict):
            yield declared


def declared_classes(cls: Any, found: dict[int, Any]) -> Iterator[Any]:
    """Return a serializer class and those that its declared fields nest."""
    if id(cls) in found:
        return
    found[id(cls)] = cls
    yield cls
    for declared in declared_fields(cls):
        for field in declared.values():
            child = serializer_in(field)
            if child is not None:
                yield from declared_classes(type(child), found)


# Of serializers.


def declarations_of_fields(serializer: Serializer[Any]) -> Iterator[Declaration]:
    """Return the fields of `serializer`, and of those nested in it, with all that they say."""
    yield Declaration(plain_fields(serializer))
    fields: Iterable[Any] = serializer.fields.values()
    for field in fields:
        yield from (Declaration(vars(part)) for part in parts_of(field))
    for child in nested_in(serializer):
        yield Declaration(vars(child))
        yield from declarations_of_fields(child)


def plain_fields(serializer: Any) -> dict[str, Any]:
    """Return the dict in which a serializer has its fields."""
    fields: dict[str, Any] = getattr(serializer.fields, "fields", serializer.fields)
    return fields


def parts_of(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        part = vars(field).get(name)
        if isinstance(part, Field) and not isinstance(field, BaseSerializer):
            yield from parts_of(part)


def nested_in(serializer: Serializer[Any]) -> Iterator[Serializer[Any]]:
    """Return the serializers nested in `serializer` whose fields have been looked at."""
    for field in serializer.fields.values():
        child = serializer_in(field)
        if isinstance(child, Serializer) and "fields" in vars(child):
            yield child


# Copies.


def copy_of(declaration: Any) -> Any:
    """Return a copy of dicts, lists and sets, however deep; what is in them is the same object."""
    copy = COPIES.get(type(declaration))
    return copy(declaration) if copy else declaration


def copy_of_items(declaration: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: copy_of(value) for key, value in declaration.items()}


def copy_of_parts(declaration: tuple[Any, ...]) -> tuple[Any, ...]:
    copied = tuple(map(copy_of, declaration))
    # What is the same object needs no comparison of its parts.
    return declaration if all(map(is_, copied, declaration)) else copied


COPIES: dict[type, Any] = {
    dict: copy_of_items,
    OrderedDict: copy_of_items,
    MappingProxyType: copy_of_items,
    list: lambda declaration: [copy_of(value) for value in declaration],
    tuple: copy_of_parts,
    set: set,
}


def decides_the_same(declaration: Declaration, copy: Mapping[Any, Any]) -> bool:
    says, deciding = declaration.says, declaration.deciding
    if deciding is None:
        return bool(says == copy)
    return all(
        name in says and name in copy and says[name] == copy[name]
        for name in deciding
        if name in says or name in copy
    )
