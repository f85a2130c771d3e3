"""Read-only classes: those to inherit from, and the subclass of a class that stays as it is.

What they have for writing raises `ReadOnlySerializerError`. None of them has a docstring: schema
generators show that of the nearest base class as the description of a serializer.
"""

from __future__ import annotations

from threading import RLock
from typing import Any, NoReturn

from rest_framework.fields import empty
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.classes.mixins import FastListSerializer, FastSerializerMixin
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.plans.class_plan import class_state
from fastserializers.runtime.drf_types import SerializerClass


def refuse(serializer: object, action: str) -> NoReturn:
    name = type(getattr(serializer, "child", serializer)).__name__
    raise ReadOnlySerializerError(
        f"{name} is read-only and does not {action}. If the API writes with it, let it inherit "
        f"from FastSerializerMixin instead, which reads fast and writes as ever, or make it a "
        f"plain serializer, and put FastReadMixin on the view. Or return a writable serializer "
        f"from the view's get_serializer_class() for that action. Declare {name} with "
        f"read_only=True where it is a field of a writable serializer."
    )


def refusing(action: str) -> Any:
    """Return a method that refuses to do something."""

    def method(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(self, action)

    return method


class Refusing:
    # What a read-only serializer, or a list of them, has for writing.

    def run_validation(self: Any, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self, "validate")
        # A field of a writable serializer that is not in the data: DRF knows whether it may be.
        return self.validate_empty_values(data)[1]

    is_valid = refusing("validate")
    save = refusing("save")
    create = refusing("create")
    update = refusing("update")
    to_internal_value = refusing("validate")
    errors = property(refusing("validate"))
    validated_data = property(refusing("validate"))


REFUSALS = {name: value for name, value in vars(Refusing).items() if not name.startswith("_")}
"""The refusals by name, for a class whose own methods come first."""


class FastReadOnlyMixin(Refusing, FastSerializerMixin):
    # Makes the serializer class that follows it among the bases read-only and fast.
    #
    # `.data` and `to_representation()` return what DRF's own return, value for value and type for
    # type. Validating and saving raise `ReadOnlySerializerError`.

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if (args[1] if len(args) > 1 else kwargs.get("data", empty)) is not empty:
            refuse(self, "take data=")
        super().__init__(*args, **kwargs)

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().many_init(*args, **kwargs)
        if type(made) is FastListSerializer:
            made.__class__ = FastReadOnlyListSerializer
        return made


class FastReadOnlySerializer(FastReadOnlyMixin, Serializer[Any]):
    # `rest_framework.serializers.Serializer`, read-only and fast.
    pass


class FastReadOnlyModelSerializer(FastReadOnlyMixin, ModelSerializer[Any]):
    # `rest_framework.serializers.ModelSerializer`, read-only and fast.
    pass


class FastReadOnlyListSerializer(Refusing, FastListSerializer):
    # What `many=True` makes of a read-only class, where its `Meta` names no other class.
    pass


# DRF names the class of a list in messages.
FastReadOnlyListSerializer.__name__ = "ListSerializer"


# A class that stays as it is.


def read_only(serializer_class: SerializerClass) -> Any:
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
    names = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls)(cls.__name__, (cls, base), {**names, **REFUSALS})


def made_plain(cls: SerializerClass) -> Any:
    """Return the class that `read_only()` was given to make this one; else the class itself."""
    candidates = (base for base in cls.__mro__[1:] if issubclass(base, Serializer))
    return next((base for base in candidates if class_state(base).read_only is cls), cls)
