"""The serializer classes that the code of views has chosen, to expect before a page is fetched."""

from __future__ import annotations

from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer, ListSerializer

from fastserializers.compiler.reads.instances import descriptor_of
from fastserializers.runtime.drf_types import SerializerClass

GET_SERIALIZER_CLASS = GenericAPIView.get_serializer_class

Chosen: TypeAlias = "dict[str | None, SerializerClass | None]"
"""The class of the lists of each action of a view; None where there was more than one."""

chosen_by: WeakKeyDictionary[type, Chosen] = WeakKeyDictionary()
"""The classes that the code of each class of views has chosen."""


def serializer_class_of(view: Any) -> SerializerClass | None:
    """Return the class of a view's serializers, before the view has made one.

    Where a project's code chooses it, that is the class it has chosen for all lists of the action
    so far; None for none or several.
    """
    if not chooses_class(view):
        found = vars(view).get("serializer_class", descriptor_of(type(view), "serializer_class"))
        return found if isinstance(found, type) else None
    return chosen_by.get(type(view), {}).get(action_of(view))


def note_chosen_class(view: Any, serializer: BaseSerializer[Any]) -> None:
    """Note the class of a list that a view has made, where a project's code has chosen it."""
    if not isinstance(serializer, ListSerializer) or not chooses_class(view):
        return
    child: Any = serializer.child
    cls = type(child)
    chosen, action = chosen_by.setdefault(type(view), {}), action_of(view)
    if chosen.setdefault(action, cls) is not cls:
        chosen[action] = None


def chooses_class(view: Any) -> bool:
    return getattr(type(view), "get_serializer_class", None) is not GET_SERIALIZER_CLASS


def action_of(view: Any) -> str | None:
    """Return the action of a viewset; None for other views."""
    action = getattr(view, "action", None)
    return action if isinstance(action, str) else None
