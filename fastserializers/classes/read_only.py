"""A fast read-only subclass of a serializer class that stays as it is."""

from __future__ import annotations

from threading import RLock
from typing import Any

from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.classes.mixins import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
)
from fastserializers.classes.refusing import REFUSALS
from fastserializers.plans.class_plan import class_state


def read_only(serializer_class: Any) -> Any:
    """Return a subclass of a serializer class that reads fast and refuses to write.

    It is made once, and has the name of the class. A class that is read-only already is returned
    as it is. Raises `TypeError` for anything but a subclass of REST framework's `Serializer`.
    """
    if not isinstance(serializer_class, type) or not issubclass(serializer_class, Serializer):
        raise TypeError(
            f"read_only() takes a subclass of rest_framework.serializers.Serializer, "
            f"not {serializer_class!r}."
        )
    if issubclass(serializer_class, FastReadOnlyMixin):
        return serializer_class
    state = class_state(serializer_class)
    with making_subclass:
        if state.read_only is None:
            state.read_only = subclass_of(serializer_class)
        return state.read_only


# Not while another thread makes one of the same class: a class that registers its subclasses may
# call `read_only()` itself.
making_subclass = RLock()


FAST_BASES: dict[Any, Any] = {
    Serializer: FastReadOnlySerializer,
    ModelSerializer: FastReadOnlyModelSerializer,
}


def subclass_of(cls: Any) -> Any:
    if cls in FAST_BASES:
        return FAST_BASES[cls]
    base = FAST_BASES[ModelSerializer if issubclass(cls, ModelSerializer) else Serializer]
    # The class comes first: what it overrides stays in front of the base.
    return named_like(cls, (cls, base), REFUSALS)


def named_like(cls: Any, bases: tuple[Any, ...], namespace: dict[str, Any]) -> Any:
    """Return a new class with the name, the module and the docstring of another."""
    names = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls)(cls.__name__, bases, {**names, **namespace})


def made_plain(cls: Any) -> Any:
    """Return the class that `read_only()` was given to make this one; else the class itself."""
    candidates = (base for base in cls.__mro__[1:] if issubclass(base, Serializer))
    return next((base for base in candidates if class_state(base).read_only is cls), cls)
