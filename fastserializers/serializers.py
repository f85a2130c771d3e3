"""The serializer classes to inherit from.

None of them has a docstring: schema generators show that of the nearest base class as the
description of a serializer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn

from django.conf import settings
from django.views import View
from rest_framework.fields import Field, empty
from rest_framework.serializers import (
    BaseSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.conf import value_of
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.reading.class_plan import MARK, class_state
from fastserializers.reading.replaced import replace
from fastserializers.reading.state import ReadsFast, SerializerState
from fastserializers.runtime.overrides import overrides

__all__ = [
    "FastReadOnlyMixin",
    "FastReadOnlyModelSerializer",
    "FastReadOnlySerializer",
    "FastSerializerMixin",
]

if not settings.configured or value_of("ENABLED"):
    replace()


class Unset:
    """The attributes that a serializer of an instance has not set itself.

    REST framework sets a score of attributes on each serializer, most of them the same for all.
    They are here, behind DRF's own bases: whatever a project's class says comes first. It saves
    three quarters of what making a serializer takes.
    """

    @cached_property
    def error_messages(self) -> dict[str, Any]:
        messages: dict[str, Any] = {}
        for base in reversed(type(self).__mro__):
            messages.update(getattr(base, "default_error_messages", {}))
        return messages


SET_BY_DRF = vars(BaseSerializer())
# Each serializer has its own.
del SET_BY_DRF["_creation_counter"]
for name in SET_BY_DRF.keys() - vars(Unset).keys() - {"style"}:
    setattr(Unset, name, SET_BY_DRF[name])


class FastSerializerMixin(ReadsFast, BaseSerializer[Any], Unset):
    # Marks a serializer class: its serializers read fast whatever uses them, and write as ever.
    # Making a serializer of an instance, and its `data`, are cheap.

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_other_bases(cls)
        # Set when the class is made: later it would invalidate CPython's attribute cache.
        class_state(cls)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if "many" in kwargs or super().__new__ is not NEW:
            return super().__new__(cls, *args, **kwargs)
        made = object.__new__(cls)
        # As `Field.__new__()` does, which DRF reaches by way of three functions.
        state = made.__dict__
        state["_args"], state["_kwargs"] = args, kwargs
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        is_read = len(args) == 1 and args[0] is not None and (not kwargs or [*kwargs] == CONTEXT)
        if not (is_read and sets_nothing_else(type(self))):
            super().__init__(*args, **kwargs)
            return
        state = self.__dict__
        state["instance"], state["_context"] = args[0], kwargs.get("context", {})
        state["style"] = {}
        # DRF sorts the declared fields of a class by this number, nested serializers included.
        state["_creation_counter"] = Field._creation_counter  # type: ignore[attr-defined]
        state[MARK] = SerializerState()

    @property
    def data(self) -> Any:
        state = self.__dict__
        behind: Any = super(FastSerializerMixin, type(self))
        is_read = NO_DATA.isdisjoint(state) and state.get("instance") is not None
        if not is_read or behind.data is not DATA:
            return super().data
        state["_data"] = represented = self.to_representation(state["instance"])
        # As `ReturnDict.__init__()` does, which takes as long as representing ten columns.
        made: Any = ReturnDict.__new__(ReturnDict)
        made.serializer = self
        made.update(represented)
        return made


# DRF's own: `super()` finds them if neither a class of the project nor a patch is in between.
DATA: Any = Serializer.data
INIT: Any = BaseSerializer.__init__
NEW: Any = BaseSerializer.__new__

NO_DATA = frozenset({"initial_data", "_errors", "_data"})
CONTEXT = ["context"]


def sets_nothing_else(cls: Any) -> bool:
    """Return whether DRF's `__init__()` alone sets the attributes of serializers of a class."""
    state = cls.__dict__.get(MARK) or class_state(cls)
    if state.sets_state is None:
        state.sets_state = overrides(cls, {"__setattr__", *SET_BY_DRF})
    # A base may be patched after the first use of a class: it is looked at each time.
    return not state.sets_state and super(FastSerializerMixin, cls).__init__ is INIT


def represents_itself(cls: type) -> bool:
    return issubclass(cls, BaseSerializer) and "to_representation" in vars(cls)


def is_field(cls: type) -> bool:
    return issubclass(cls, Field) and not issubclass(cls, BaseSerializer)


OTHER_BASES: dict[Callable[[type], bool], str] = {
    lambda cls: issubclass(cls, View): (
        "is a view: put fastserializers.views.FastReadMixin among its bases instead"
    ),
    lambda cls: issubclass(cls, ListSerializer): (
        "is a list class: put the mixin among the bases of the class of its items"
    ),
    represents_itself: "has a representation of its own, which only REST framework's code runs",
    is_field: "is a field: put the mixin among the bases of the serializers that have it",
}


def refuse_other_bases(cls: type) -> None:
    """Raise `TypeError` for a class with the mixin that is no serializer with fields."""
    if issubclass(cls, Serializer):
        return
    # A mixin of the project's inherits from this library's.
    shipped = FastSerializerMixin.__mro__
    others = [
        each for each in cls.__mro__ if each not in shipped and not issubclass(each, ReadsFast)
    ]
    words = next((words for is_it, words in OTHER_BASES.items() if any(map(is_it, others))), "")
    if words:
        mixins = (base.__name__ for base in cls.__mro__ if base.__module__ == __name__)
        raise TypeError(
            f"{next(mixins)} is for subclasses of rest_framework.serializers.Serializer. "
            f"{cls.__qualname__} {words}."
        )


# Read-only classes.


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
    # The methods for writing of a read-only serializer, and of a list of them.

    def run_validation(self: Any, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self, "validate")
        # The data of a writable parent lacks this field: DRF decides whether that is an error.
        return self.validate_empty_values(data)[1]

    def set_initial_data(self: Any, data: Any) -> NoReturn:
        refuse(self, "take data=")

    # DRF sets it if data is given, and asks whether it is there.
    initial_data = property(fset=set_initial_data)
    is_valid = refusing("validate")
    save = refusing("save")
    create = refusing("create")
    update = refusing("update")
    to_internal_value = refusing("validate")
    errors = property(refusing("validate"))
    validated_data = property(refusing("validate"))


class FastReadOnlyMixin(Refusing, FastSerializerMixin):
    # Marks a serializer class that only reads: validating and saving raise
    # `ReadOnlySerializerError`.

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().many_init(*args, **kwargs)
        # A list class of the project's stays what it is.
        if type(made) is ListSerializer:
            made.__class__ = FastReadOnlyListSerializer
        return made


class FastReadOnlySerializer(FastReadOnlyMixin, Serializer[Any]):
    # `rest_framework.serializers.Serializer`, read-only and fast.
    pass


class FastReadOnlyModelSerializer(FastReadOnlyMixin, ModelSerializer[Any]):
    # `rest_framework.serializers.ModelSerializer`, read-only and fast.
    pass


class FastReadOnlyListSerializer(Refusing, ListSerializer[Any]):
    # What `many=True` makes of a read-only class, where its `Meta` names no other class.
    pass


# DRF names the class of a list in messages.
FastReadOnlyListSerializer.__name__ = "ListSerializer"
