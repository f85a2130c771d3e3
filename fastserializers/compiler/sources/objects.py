"""Mappings and any other objects: read as DRF reads them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partialmethod
from types import FunctionType
from weakref import ProxyTypes

from fastserializers.compiler.fallbacks import NOT_READ, READ_AND_CALLED, READ_OR_MISSING
from fastserializers.compiler.representations.representation import Access
from fastserializers.compiler.sources.source import Reader, Source, of_type
from fastserializers.compiler.templates import attribute

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


def reading(
    read: Callable[[str], Reader],
) -> Callable[[tuple[str, ...], Access], Reader | None]:
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
    reader = Reader(("$value = $row[$subscript]",), "item", constants=(("subscript", name),))
    or_missing = "$value = $row[$subscript] if $subscript in $row else Missing"
    return reader._replace(lenient=reader._replace(statements=(or_missing,), errors=""))


def item_of_mapping(name: str) -> Reader:
    return item(name)._replace(runs_code=True, lenient=lenient_attributes((name,)))


def one_attribute(name: str) -> Reader:
    read = attribute("$row", name)
    return Reader(
        (f"$value = {read}",),
        "attribute",
        runs_code=True,
    )


def attribute_of(cls: type) -> Callable[[str], Reader]:
    """Return what reads one attribute of objects of type `cls`."""

    def read(name: str) -> Reader:
        if type(inspect.getattr_static(cls, name, None)) in METHODS:
            return method(name)
        reader = one_attribute(name)
        if inspect.getattr_static(cls, name, inspect) is not inspect:
            return reader
        # Only an object itself may have the attribute, so it may as well lack it.
        answers = hasattr(cls, "__getattr__")
        return reader._replace(lenient=lenient_attributes((name,)) if answers else held(name))

    return read


def held(name: str) -> Reader:
    """Read what only an object itself may have, and not its class."""
    return Reader(
        ("$value = getattr($row, $attribute_name, Missing)",),
        "attribute",
        errors="",
        constants=(("attribute_name", name),),
    )


METHODS = (FunctionType, classmethod, staticmethod, partialmethod)


def method(name: str) -> Reader:
    """Call a method, as DRF does; looking for it runs no code of the project's."""
    read = attribute("$row", name)
    return Reader(
        (f"$value = called({read}, $attribute_name)",),
        "method",
        errors="FIELD_ERRORS",
        fallback=READ_AND_CALLED,
        constants=(("attribute_name", name),),
        runs_code=True,
    )


def attributes(path: tuple[str, ...]) -> Reader:
    """Read as DRF does, step by step; the value is then what any callable in it has returned."""
    return Reader(
        ("$value = get_attribute($row, $path)",),
        "attributes, step by step",
        errors="FIELD_ERRORS",
        fallback=READ_AND_CALLED,
        constants=(("path", path),),
        runs_code=True,
        lenient=lenient_attributes(path),
    )


def lenient_attributes(path: tuple[str, ...]) -> Reader:
    return Reader(
        ("$value = get_attribute_or_missing($row, $path)",),
        "attributes, step by step",
        errors="FIELD_ERRORS",
        fallback=READ_OR_MISSING,
        constants=(("path", path),),
        runs_code=True,
    )


def claims_another_class(cls: type) -> bool:
    """Return whether instances may say that they are of another class, as lazy objects do."""
    return issubclass(cls, ProxyTypes) or any(
        "__class__" in vars(base) or isinstance(vars(base).get("__getattribute__"), FunctionType)
        for base in cls.__mro__
        if base is not object
    )
