"""The three attributes of REST framework's classes that are replaced, once.

Each asks whether the serializer has a mark, and else is what was there before, at 0.1 µs. They are
replaced when the mixin of views is imported or when the setting wants all serializers to be fast.
Whoever wants nothing replaced inherits from the classes of `mixins`.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from django.utils.functional import cached_property
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.classes.fields import lazy_fields
from fastserializers.classes.lists import represented_list
from fastserializers.classes.reading import represented
from fastserializers.overrides import is_as_shipped, keep_as_stock
from fastserializers.plans.marks import state_of
from fastserializers.plans.strategy import BASES

BEFORE: dict[tuple[type, str], Any] = {}
"""What was there before, by the class and the name."""


class Fields(cached_property):  # type: ignore[type-arg]
    """`Serializer.fields`: REST framework's, or one that makes each field when it is asked for."""

    def __get__(self, serializer: Any, owner: Any = None) -> Any:
        if serializer is None:
            return self
        state = state_of(serializer)
        fields = None if state is None else lazy_fields(serializer, state)
        return super().__get__(serializer, owner) if fields is None else fields


def replace() -> None:
    """Replace the three attributes, if that was not done before."""
    with replacing:
        if BEFORE:
            return
        fields_before: Any = vars(Serializer)["fields"]
        one_before = vars(Serializer)["to_representation"]
        many_before = vars(ListSerializer)["to_representation"]

        def to_representation(self: Any, instance: Any) -> Any:
            state = state_of(self)
            if state is None:
                return one_before(self, instance)
            return represented(self, state, instance, one_before)

        def list_to_representation(self: Any, data: Any) -> Any:
            if state_of(self.child) is None:
                return many_before(self, data)
            return represented_list(self, data, many_before)

        fields = Fields(fields_before.func)
        fields.__set_name__(Serializer, "fields")
        put(Serializer, "fields", fields)
        put(Serializer, "to_representation", to_representation)
        put(ListSerializer, "to_representation", list_to_representation)


def put(cls: type, name: str, attribute: Any) -> None:
    before = vars(cls)[name]
    BEFORE[cls, name] = before
    attribute.__doc__ = before.__doc__
    was_shipped = is_as_shipped(cls, name)
    setattr(cls, name, attribute)
    if was_shipped:
        # What a second package has put there stays a project's own.
        keep_as_stock(cls, name)
        BASES.add(attribute)


replacing = Lock()
