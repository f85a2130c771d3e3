"""The three attributes of REST framework's classes that are replaced, once.

Each asks whether the serializer reads fast, and else is what was there before, at 0.1 µs. They are
replaced when the mixin of views is imported or when the setting wants all serializers to be fast.
Whoever wants nothing replaced inherits from the classes of `mixins`.

What another package, or `mock.patch`, has put in the place of one of them stays there: it calls
REST framework's code for itself.
"""

from __future__ import annotations

from threading import Lock
from types import FunctionType
from typing import Any

from django.utils.functional import cached_property
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.classes.reading import lazy_fields, represented, represented_list
from fastserializers.plans.marks import state_of
from fastserializers.runtime.overrides import is_as_shipped, keep_as_shipped


class Fields(cached_property):  # type: ignore[type-arg]
    """`Serializer.fields`: REST framework's, or one that makes each field when it is asked for."""

    def __get__(self, serializer: Any, owner: Any = None) -> Any:
        if serializer is None:
            return self
        state = state_of(serializer)
        fields = None if state is None else lazy_fields(serializer, state)
        return super().__get__(serializer, owner) if fields is None else fields


def replace() -> None:
    """Replace those of the three attributes that are REST framework's own."""
    with replacing:
        for cls, name, replacement_of in REPLACEMENTS:
            before = vars(cls)[name]
            is_plain = type(before) in (FunctionType, cached_property)
            if is_plain and before not in REPLACED and is_as_shipped(cls, name):
                attribute = replacement_of(before)
                attribute.__doc__ = before.__doc__
                setattr(cls, name, attribute)
                REPLACED.append(attribute)
                keep_as_shipped(cls, name)


replacing = Lock()

REPLACED: list[Any] = []
"""What stands there now: views, the setting and the tools each ask for it."""


def fields_instead_of(before: Any) -> Any:
    fields = Fields(before.func)
    fields.__set_name__(Serializer, "fields")
    return fields


def one_instead_of(before: Any) -> Any:
    def to_representation(self: Any, instance: Any) -> Any:
        state = state_of(self)
        if state is None or state.is_left_to_drf:
            return before(self, instance)
        return represented(self, state, instance, before)

    return to_representation


def many_instead_of(before: Any) -> Any:
    def to_representation(self: Any, data: Any) -> Any:
        return represented_list(self, data, before)

    return to_representation


REPLACEMENTS = (
    (Serializer, "fields", fields_instead_of),
    (Serializer, "to_representation", one_instead_of),
    (ListSerializer, "to_representation", many_instead_of),
)
