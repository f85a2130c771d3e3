"""Mappings and any other objects: read as DRF reads them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace
from functools import partialmethod
from types import FunctionType, NoneType
from weakref import ProxyTypes

from rest_framework.relations import PKOnlyObject

from fastserializers.compiler.representation import Access
from fastserializers.compiler.sources.source import (
    NOT_READ,
    READ,
    READ_AND_CALLED,
    Reader,
    Source,
    of_type,
)
from fastserializers.compiler.templates import attribute, quoted

THE_OBJECT = Reader("$row", "the object itself", errors="", fallback=NOT_READ)
# DRF asks this question first. It evaluates a lazy object, before other fields are read.
ASKED_FOR_ITS_CLASS = "($row, isinstance($row, PKOnlyObject))[0]"


def objects(cls: type) -> Source:
    """Return the source of objects that are no model instances."""

    instance = ASKED_FOR_ITS_CLASS if claims_another_class(cls) else "$row"

    def read(path: tuple[str, ...], access: Access) -> Reader | None:
        # DRF reads nothing of None, and takes a key of nothing for it.
        if access not in AS_DRF_READS or issubclass(cls, NoneType | PKOnlyObject):
            return None
        if not path:
            return THE_OBJECT._replace(value=instance)
        # Each object that claims another class may say that it is a mapping.
        if len(path) > 1 or claims_another_class(cls):
            return attributes(path)
        return (item_of if issubclass(cls, Mapping) else attribute_of)(cls, path[0])

    return replace(of_type(cls, read), instance=instance)


# The ways of reading that need no model instance.
AS_DRF_READS = ("value", "nested", "related")


def item_of(cls: type, name: str) -> Reader:
    """Return a reader of one item of mappings of type `cls`."""
    reader = Reader(f"$row[{quoted(name)}]", "item", runs_code=cls is not dict)
    # A dict without the item runs no project code: DRF may look for the item again.
    return reader._replace(errors="KeyError", fallback=MISSED) if cls is dict else reader


MISSED = NOT_READ._replace(value=READ.value)


def attribute_of(cls: type, name: str) -> Reader:
    """Return a reader of one attribute of objects of type `cls`."""
    if type(inspect.getattr_static(cls, name, None)) in METHOD_TYPES:
        # Looking for a method runs no project code.
        return calling(f"called({attribute('$row', name)}, {quoted(name)})", "method")
    return Reader(attribute("$row", name), "attribute", runs_code=True)


METHOD_TYPES = (FunctionType, classmethod, staticmethod, partialmethod)


def attributes(path: tuple[str, ...]) -> Reader:
    """Read as DRF does, step by step; the value is then what any callable in it has returned."""
    return calling(f"get_attribute($row, {quoted(path)})", "attributes, step by step")


def calling(expression: str, words: str) -> Reader:
    """Return a reader whose value has been called, where DRF calls it."""
    return Reader(
        expression,
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
