"""The serializers that the code of a view may choose, by the names in it. No code runs."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from rest_framework.serializers import BaseSerializer

from fastserializers.project.modules import contents_of, is_first_party
from fastserializers.project.serializers import SerializerClass
from fastserializers.proof.orders import names_in
from fastserializers.runtime.overrides import is_shipped

Attributes: TypeAlias = "list[Mapping[str, Any]]"
"""The attributes of each of a view's classes that is not REST framework's."""

CHOOSING = ("get_serializer_class", "get_serializer")


def serializers_chosen_by(view: type, options: Mapping[str, Any]) -> list[SerializerClass]:
    """Return the serializer classes that a view may choose; `options` are those of `as_view()`.

    The view's attributes hold them, as in `serializer_classes = {...}`, or the code of
    `get_serializer_class()`, of `get_serializer()` or of a function that these call names them.
    REST framework's own classes are left out.
    """
    own: Attributes = [vars(base) for base in view.__mro__ if not is_shipped(base)]
    held = [value for attributes in (*own, options) for value in attributes.values()]
    seen: set[Any] = set()
    for name in CHOOSING:
        held += values_named_by([each[name] for each in own if name in each], own, seen)
    found = [cls for cls in classes_among(held) if issubclass(cls, BaseSerializer)]
    return [cls for cls in dict.fromkeys(found) if not is_shipped(cls)]


def values_named_by(values: Iterable[Any], own: Attributes, seen: set[Any]) -> Iterator[Any]:
    """Return the values; for each function, the globals and attributes that its code names."""
    for value in values:
        function = inspect.unwrap(value) if callable(value) else value
        if not isinstance(function, FunctionType):
            yield value
        elif function not in seen:
            seen.add(function)
            yield from values_named_by(values_of(function, own), own, seen)


def values_of(function: FunctionType, own: Attributes) -> Iterator[Any]:
    """Return the values of the names in a function's code, of its view and in its closure."""
    module_names = function.__globals__
    names = set(names_in(function.__code__))
    found = [cell.cell_contents for cell in function.__closure__ or ()]
    for name in names:
        # A function may import a module itself.
        imported = sys.modules.get(f"{module_names.get('__package__')}.{name}") or sys.modules.get(
            name
        )
        found.append(module_names.get(name, imported))
    for value in found:
        if isinstance(value, ModuleType):
            contents = contents_of(value.__name__)
            yield from filter(is_own, (contents[name] for name in names if name in contents))
        elif is_own(value):
            yield value
    for attributes in own:
        yield from (attributes[name] for name in names if name in attributes)


def is_own(value: Any) -> bool:
    """Return False for functions of installed packages, and True for every other value."""
    return not isinstance(value, FunctionType) or is_first_party(value.__module__)


def classes_among(values: Iterable[Any]) -> Iterator[type]:
    """Return the classes among these values, and among the items of collections."""
    for value in values:
        items = value.values() if type(value) is dict else value
        for item in items if type(value) in (dict, list, set, tuple) else (value,):
            # `isinstance()` would make a lazy object load itself.
            if issubclass(type(item), type):
                yield item
