"""Mappings and any other objects: read as DRF reads them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partialmethod
from types import FunctionType
from weakref import ProxyTypes

from fastserializers.compiler.fields.representation import Access
from fastserializers.compiler.reads.source import (
    NOT_READ,
    READ_AND_CALLED,
    READ_OR_MISSING,
    Read,
    Reader,
    Source,
    of_type,
)
from fastserializers.compiler.templates import attribute, quoted

ITSELF = Reader(("$value = $row",), "the object itself", errors="", fallback=NOT_READ)


def only_delegated(cls: type) -> Source:
    """Return the source of objects of which DRF reads every field."""
    return of_type(cls, lambda path, access: None)


def objects(cls: type) -> Source:
    return of_type(cls, reading(attribute_of(cls)))


def lazy_objects(cls: type) -> Source:
    """Return the source of objects that may say they are mappings: DRF asks each of them."""
    return of_type(cls, reading(lambda name: attributes((name,))))


def mappings(cls: type) -> Source:
    return of_type(cls, reading(item if cls is dict else item_of_mapping))


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


def item(name: str) -> Reader:
    key = quoted(name)
    reader = Reader((f"$value = $row[{key}]",), "item")
    or_missing = f"$value = $row[{key}] if {key} in $row else Missing"
    return reader._replace(lenient=reader._replace(statements=(or_missing,), errors=""))


def item_of_mapping(name: str) -> Reader:
    return item(name)._replace(runs_code=True, lenient=lenient_attributes((name,)))


def attribute_of(cls: type) -> Callable[[str], Reader]:
    """Return what reads one attribute of objects of type `cls`."""

    def read(name: str) -> Reader:
        if type(inspect.getattr_static(cls, name, None)) in METHODS:
            return method(name)
        reader = Reader((f"$value = {attribute('$row', name)}",), "attribute", runs_code=True)
        if inspect.getattr_static(cls, name, inspect) is not inspect:
            return reader
        # Only an object itself may have the attribute, so it may as well lack it.
        answers = hasattr(cls, "__getattr__")
        return reader._replace(lenient=lenient_attributes((name,)) if answers else held(name))

    return read


def held(name: str) -> Reader:
    """Read what only an object itself may have, and not its class."""
    return Reader((f"$value = getattr($row, {quoted(name)}, Missing)",), "attribute", errors="")


METHODS = (FunctionType, classmethod, staticmethod, partialmethod)


def method(name: str) -> Reader:
    """Call a method, as DRF does; looking for it runs no code of the project."""
    return called(f"called({attribute('$row', name)}, {quoted(name)})", "method")


def attributes(path: tuple[str, ...]) -> Reader:
    """Read as DRF does, step by step; the value is then what any callable in it has returned."""
    reader = called(f"get_attribute($row, {quoted(path)})", STEP_BY_STEP)
    return reader._replace(lenient=lenient_attributes(path))


def lenient_attributes(path: tuple[str, ...]) -> Reader:
    reader = called(f"get_attribute_or_missing($row, {quoted(path)})", STEP_BY_STEP)
    return reader._replace(fallback=READ_OR_MISSING)


STEP_BY_STEP = "attributes, step by step"


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
