"""The mixin of serializers that read fast with nothing of DRF's replaced, and its lists.

Neither has a docstring: schema generators show that of the nearest base class as the
description of every serializer that has none of its own.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rest_framework.fields import Field, empty
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers.classes.reading import lazy_fields, represented, represented_list
from fastserializers.classes.replaced import REPLACED
from fastserializers.plans.class_plan import class_state
from fastserializers.plans.marks import ReadsFast, state_of
from fastserializers.runtime.overrides import (
    is_shipped,
    keep_as_shipped,
    overrides,
)


class Fields:
    """`fields`, each made when it is asked for, or those of the class after the mixin."""

    def __get__(self, serializer: Any, owner: Any = None) -> Any:
        if serializer is None:
            return self
        after: Any = super(FastSerializerMixin, serializer)
        state = state_of(serializer)
        fields = None if state is None else lazy_fields(serializer, state)
        return after.fields if fields is None else fields


class Unset:
    """What a serializer that was made to represent an instance has not set itself.

    REST framework sets a score of attributes on each serializer, most of them the same for all.
    They are here, behind DRF's own bases: whatever a project's class says comes first. It saves
    three quarters of what making a serializer takes.
    """

    allow_null: Any = False
    default: Any = empty
    field_name: Any = None
    help_text: Any = None
    label: Any = None
    parent: Any = None
    partial: Any = False
    read_only: Any = False
    required: Any = True
    source: Any = None
    write_only: Any = False

    @cached_property
    def error_messages(self) -> dict[str, Any]:
        messages: dict[str, Any] = {}
        for base in reversed(type(self).__mro__):
            messages.update(getattr(base, "default_error_messages", {}))
        return messages

    @cached_property
    def style(self) -> dict[str, Any]:
        return {}


class FastSerializerMixin(BaseSerializer[Any], ReadsFast, Unset):
    # Makes the serializer class that follows it among the bases read fast. It writes as ever.

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_mixin_after_drf(cls)
        show_fields_after(cls)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if "many" in kwargs or not is_lean(cls):
            return super().__new__(cls, *args, **kwargs)
        serializer = object.__new__(cls)
        state = serializer.__dict__
        state["_args"] = args
        state["_kwargs"] = kwargs
        state["_creation_counter"] = Field._creation_counter  # type: ignore[attr-defined]
        return serializer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        state = self.__dict__
        if (
            "_creation_counter" in state
            and len(args) == 1
            and args[0] is not None
            and (not kwargs or list(kwargs) == ["context"])
        ):
            state["instance"] = args[0]
            state["_context"] = kwargs["context"] if kwargs else {}
        else:
            super().__init__(*args, **kwargs)

    fields: Any = Fields()

    def to_representation(self, instance: Any) -> Any:
        state = state_of(self)
        represent: Any = super().to_representation
        if state is None or state.is_left_to_drf or is_replaced(represent):
            return represent(instance)
        return represented(self, state, instance, after_mixin)

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().many_init(*args, **kwargs)
        # A list class of the project's stays what it is.
        return as_class(made, ListSerializer, FastListSerializer)


def as_class(made: Any, cls: type, wanted: type) -> Any:
    """Return a serializer that was just made, of the `wanted` class if it is of class `cls`."""
    if type(made) is cls:
        made.__class__ = wanted
    return made


def is_replaced(method: Any) -> bool:
    """Return whether a method is what stands for REST framework's: it asks for the mark."""
    return getattr(method, "__func__", method) in REPLACED


def after_mixin(serializer: Any, instance: Any) -> Any:
    return super(FastSerializerMixin, serializer).to_representation(instance)


# What comes after the mixin where no class of the project's, and no patch, is in between.
INIT: Any = BaseSerializer.__init__

# What making a serializer sets, whatever its class says. A class with ideas of its own about one
# of these gets it set as DRF sets it.
STATE = frozenset(
    {"__new__", "__setattr__", "_args", "_context", "_kwargs", "initial", "instance"}
    | {name for name in vars(Unset) if not name.startswith("__")}
)


def is_lean(cls: Any) -> bool:
    """Return whether the serializers of a class may be made with the least state."""
    state, after = class_state(cls), super(FastSerializerMixin, cls)
    if state.sets_state is None:
        state.sets_state = overrides(cls, STATE)
    # A base may be patched after the first use of a class: it is looked at each time.
    init: Any = after.__init__  # type: ignore[misc]
    return init is INIT and not state.sets_state


def show_fields_after(cls: Any) -> None:
    """Have a class the `fields` of the project's that come after the mixin, if none before it.

    They may be a property, which Python asks before what a serializer has itself.
    """
    having = [base for base in cls.__mro__ if "fields" in vars(base)]
    if having[0] is FastSerializerMixin and having[1:] and not is_shipped(having[1]):
        cls.fields = vars(having[1])["fields"]


def refuse_mixin_after_drf(cls: type) -> None:
    """Raise `TypeError` for a class where DRF's code comes before that of the mixin."""
    before = cls.__mro__[1 : cls.__mro__.index(FastSerializerMixin)]
    if any(base in (Serializer, ListSerializer) for base in before):
        raise TypeError(
            f"{cls.__qualname__} reads by REST framework's own code: name "
            f"FastReadOnlyMixin before {before[0].__name__} among its bases."
        )


class FastListSerializer(ListSerializer[Any]):
    # What `many=True` makes of a class with the mixin, where its `Meta` names no other class.

    def to_representation(self, data: Any) -> Any:
        represent: Any = ListSerializer.to_representation
        if is_replaced(represent):
            return represent(self, data)
        return represented_list(self, data, represent)


# DRF names the class of a list in messages.
FastListSerializer.__name__ = "ListSerializer"

for known in (Unset, FastSerializerMixin, FastListSerializer):
    keep_as_shipped(known)
