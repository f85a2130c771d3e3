"""Mappings and any other objects: read as DRF reads them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partialmethod
from types import FunctionType, NoneType
from weakref import ProxyTypes

from fastserializers.compiler.reads.source import (
    NOT_READ,
    READ_AND_CALLED,
    Read,
    Reader,
    Source,
    of_type,
)
from fastserializers.compiler.representation import Access
from fastserializers.compiler.templates import attribute, quoted

ITSELF = Reader(("$value = $row",), "the object itself", errors="", fallback=NOT_READ)


def objects(cls: type) -> Source:
    """Return the source of objects that are no model instances."""
    if cls is NoneType:
        # DRF calls no method with None.
        return of_type(cls, lambda path, access: None)
    if claims_another_class(cls):
        # Each of them may say that it is a mapping.
        return of_type(cls, reading(lambda name: attributes((name,))))
    if issubclass(cls, Mapping):
        return of_type(cls, reading(item_of(cls)))
    return of_type(cls, reading(attribute_of(cls)))


def reading(read: Callable[[str], Reader]) -> Read:
    """Return the reader of a path: by `read` of a single name, step by step of several."""

    def reader(path: tuple[str, ...], access: Access) -> Reader | None:
        if access not in AS_DRF_READS:
            return None
        if not path:
            return ITSELF
        return read(path[0]) if len(path) == 1 else attributes(path)

    return reader


# The ways of reading that are no shortcut of a model instance's.
AS_DRF_READS = ("value", "nested", "related")


def item_of(cls: type) -> Callable[[str], Reader]:
    """Return what reads one item of mappings of type `cls`."""

    def read(name: str) -> Reader:
        key = quoted(name)
        reader = Reader((f"$value = $row[{key}]",), "item", runs_code=cls is not dict)
        if cls is not dict:
            return reader
        or_missing = (f"$value = $row[{key}] if {key} in $row else Missing",)
        return reader._replace(lenient=reader._replace(statements=or_missing, errors=""))

    return read


def attribute_of(cls: type) -> Callable[[str], Reader]:
    """Return what reads one attribute of objects of type `cls`."""

    def read(name: str) -> Reader:
        if type(inspect.getattr_static(cls, name, None)) in METHODS:
            # Looking for a method runs no code of the project.
            return called(f"called({attribute('$row', name)}, {quoted(name)})", "method")
        reader = Reader((f"$value = {attribute('$row', name)}",), "attribute", runs_code=True)
        is_of_class = inspect.getattr_static(cls, name, inspect) is not inspect
        if is_of_class or hasattr(cls, "__getattr__"):
            return reader
        # Only an object itself may have the attribute, so it may as well lack it.
        or_missing = (f"$value = getattr($row, {quoted(name)}, Missing)",)
        held = Reader(or_missing, "attribute", errors="")
        return reader._replace(lenient=held)

    return read


METHODS = (FunctionType, classmethod, staticmethod, partialmethod)


def attributes(path: tuple[str, ...]) -> Reader:
    """Read as DRF does, step by step; the value is then what any callable in it has returned."""
    return called(f"get_attribute($row, {quoted(path)})", "attributes, step by step")


def called(expression: str, words: str) -> Reader:
    """Return a reader whose value has been called, where DRF calls it."""
    return Reader(
        (f"$value = {expression}",),
        words,
        errors="FIELD_ERRORS",
        fallback=READ_AND_CALLED,
        runs_code=True,
    )


def claims_another_class(cls: type) -> bool:
    """Return whether instances may say that they are of another class, as lazy objects do."""
    return issubclass(cls, ProxyTypes) or any(
        "__class__" in vars(base) or isinstance(vars(base).get("__getattribute__"), FunctionType)
        for base in cls.__mro__
        if base is not object
    )
