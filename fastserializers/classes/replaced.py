"""The six attributes of REST framework's classes that are replaced, in one table.

Those of serializers ask whether the serializer reads fast, those of paginators whether the view
does; else they are what was there before, at 0.1 µs. They are replaced when the mixin of views is
imported, or by `AppConfig.ready()` where the setting wants all serializers to be fast: not in each
process, for most commands of a project never import REST framework's serializers. A project that
wants nothing replaced inherits from the classes of `mixins`.

What another package, or `mock.patch`, has put in the place of one of them stays there: it calls
REST framework's code for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from types import FunctionType
from typing import Any, NamedTuple

from django.utils.functional import cached_property
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.classes.paginating import DRF_CLASSES, paginating_rows
from fastserializers.classes.reading import REPLACED, Fields, reading_many, reading_one
from fastserializers.runtime.overrides import SHIPPED_PACKAGES, is_code_of


class Replacement(NamedTuple):
    """An attribute of a class of REST framework's, and what makes the one in its place of it."""

    cls: type
    name: str
    make: Callable[[Any], Any]


REPLACEMENTS = (
    Replacement(Serializer, "fields", lambda before: Fields(before.__get__)),
    Replacement(Serializer, "to_representation", reading_one),
    Replacement(ListSerializer, "to_representation", reading_many),
    *(Replacement(cls, "paginate_queryset", paginating_rows) for cls in DRF_CLASSES),
)

replacing = Lock()


def replace() -> None:
    """Replace those of the attributes that are REST framework's own.

    Views, the setting and the tools each ask for it: `REPLACED` knows what was replaced before.
    """
    with replacing:
        for cls, name, make in REPLACEMENTS:
            before = vars(cls)[name]
            is_plain = type(before) in (FunctionType, cached_property)
            if is_plain and before not in REPLACED and is_code_of(SHIPPED_PACKAGES, before):
                attribute = make(before)
                attribute.__doc__ = before.__doc__
                setattr(cls, name, attribute)
                REPLACED[attribute] = before
