"""The three attributes of REST framework's classes that are replaced, once.

Each asks whether the serializer reads fast, and else is what was there before, at 0.1 µs. They are
replaced when the mixin of views is imported or when the setting wants all serializers to be fast.
A project that wants nothing replaced inherits from the classes of `mixins`.

What another package, or `mock.patch`, has put in the place of one of them stays there: it calls
REST framework's code for itself.
"""

from __future__ import annotations

from threading import Lock
from types import FunctionType
from typing import Any

from django.utils.functional import cached_property
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.classes.reading import Fields, reading_many, reading_one
from fastserializers.runtime.overrides import SHIPPED_PACKAGES, is_code_of


def replace() -> None:
    """Replace those of the three attributes that are REST framework's own."""
    with replacing:
        for cls, name, replacement_of in REPLACEMENTS:
            before = vars(cls)[name]
            is_plain = type(before) in (FunctionType, cached_property)
            if is_plain and before not in REPLACED and is_code_of(SHIPPED_PACKAGES, before):
                attribute = replacement_of(before)
                attribute.__doc__ = before.__doc__
                setattr(cls, name, attribute)
                REPLACED.append(attribute)


replacing = Lock()

REPLACED: list[Any] = []
"""The attributes that stand there now: views, the setting and the tools each ask for them."""


REPLACEMENTS = (
    (Serializer, "fields", lambda before: Fields(before.__get__)),
    (Serializer, "to_representation", reading_one),
    (ListSerializer, "to_representation", reading_many),
)
