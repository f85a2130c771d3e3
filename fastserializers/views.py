"""What a project mixes into its views."""

from __future__ import annotations

from functools import partial
from typing import Any
from weakref import WeakSet

from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers.conf import value_of
from fastserializers.lifecycle.readings import first_is_left, is_short
from fastserializers.pagination import fetch_rows_for
from fastserializers.serializers import WRITING, FastReadOnlyMixin, fast_list
from fastserializers.twins import known_twin, read_only

# `OPTIONS` is safe, too, and describes the serializer as it is.
READING = ("GET", "HEAD")


class FastReadMixin(GenericAPIView[Any]):
    """Lets any generic view or viewset read fast: put it on the base class of a project's views.

    For `GET` and `HEAD`, the serializer that `get_serializer()` makes for an instance or a list
    represents it as its `read_only()` twin does. Whatever writes, validates or describes gets the
    serializer as it is: other methods, `OPTIONS`, forms, schemas, a serializer that was given
    `data=`, or that is asked to save. `get_serializer_class()` is asked as ever, and returns what
    it did. A page of a queryset is fetched as rows, by DRF's own code: its instances are made
    when somebody looks at them.

    The output is DRF's. `FASTSERIALIZERS = {"ENABLED": False}` makes the mixin do nothing.
    """

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Any]:
        """Return DRF's serializer; where the view reads, one that represents fast."""
        if is_asked_by_a_schema(self, kwargs) and is_drf(super().get_serializer):
            return self.get_serializer_class()(*args, **kwargs)
        serializer = super().get_serializer(*args, **kwargs)
        if method_of(self) in READING and value_of("ENABLED"):
            read_fast(serializer)
        return serializer


fetch_rows_for(FastReadMixin)

# drf-spectacular shows the docstring of the nearest base class as the description of a view that
# has none of its own. Editors read this one in the source.
FastReadMixin.__doc__ = None


def method_of(view: Any) -> Any:
    return getattr(getattr(view, "request", None), "method", None)


def is_asked_by_a_schema(view: Any, kwargs: dict[str, Any]) -> bool:
    return getattr(view, "swagger_fake_view", False) is True and "context" in kwargs


def is_drf(get_serializer: Any) -> bool:
    """Return whether a method is DRF's: drf-spectacular then makes the serializer by itself."""
    return getattr(get_serializer, "__func__", None) is GenericAPIView.get_serializer


def read_fast(serializer: Any) -> None:
    """Let a serializer that DRF has made to read represent as its twin.

    One that validates, or has nothing to represent, stays as it is, and so does one that has no
    twin. So does the first of its class that has but one object, or a few that are there: a class
    that was made for a request has no second one.
    """
    if getattr(serializer, "instance", None) is None or hasattr(serializer, "initial_data"):
        return
    child = serializer.child if isinstance(serializer, ListSerializer) else serializer
    is_little = child is serializer or is_short(serializer.instance)
    if is_little and is_seen_first(type(child)):
        return
    twin = twin_of(type(child))
    if twin is None:
        return
    stand_in(child, twin)
    if child is not serializer:
        list_class: Any = type(serializer)
        stand_in(serializer, fast_list(list_class))


def is_seen_first(serializer_class: Any) -> bool:
    """Return whether no serializer of a class was to read fast yet, and this one needs not."""
    if known_twin(serializer_class) is not None or serializer_class in SEEN:
        return False
    if not first_is_left():
        return False
    SEEN.add(serializer_class)
    return True


SEEN: WeakSet[type] = WeakSet()
"""The classes whose first serializer DRF has read by the class itself."""


def twin_of(serializer_class: Any) -> Any:
    """Return the twin of a class; None where it has to stay as it is."""
    if not issubclass(serializer_class, Serializer):
        return None
    if issubclass(serializer_class, FastReadOnlyMixin):
        return None
    if serializer_class in WITHOUT_TWIN:
        return None
    try:
        twin: Any = read_only(serializer_class)
        twin._reading.is_used |= serializer_class in SEEN
        return twin
    except Exception:
        # A metaclass or an `__init_subclass__()` of the project's refuses another class.
        WITHOUT_TWIN.add(serializer_class)
        return None


WITHOUT_TWIN: WeakSet[type] = WeakSet()
"""The classes of which none could be made: once is enough to try."""


def stand_in(serializer: Any, fast: type) -> None:
    """Make a serializer one of a fast class, until it is asked to write."""
    plain, state = type(serializer), vars(serializer)
    for name in WRITING:
        state.setdefault(name, partial(write_as, plain, serializer, name))
    become(serializer, fast)


def write_as(plain: type, serializer: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a method that writes, on the serializer as DRF has made it."""
    state = vars(serializer)
    for known in WRITING:
        if getattr(state[known], "func", None) is write_as:
            del state[known]
    become(serializer, plain)
    return getattr(serializer, name)(*args, **kwargs)


def become(serializer: Any, cls: type) -> None:
    # Not by the object's own way of setting attributes, which may be the project's.
    object.__setattr__(serializer, "__class__", cls)
