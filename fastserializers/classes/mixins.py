"""The mixin of serializers that read fast with nothing of DRF's replaced, and its lists.

Neither has a docstring: schema generators show that of the nearest base class as the
description of every serializer that has none of its own.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.views import View
from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.classes.reading import REPLACED, Fields, reading_many, reading_one
from fastserializers.plans.class_plan import class_state
from fastserializers.plans.marks import MARK, ReadsFast, SerializerState
from fastserializers.runtime.overrides import is_shipped, overrides


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

    @cached_property
    def style(self) -> dict[str, Any]:
        return {}


SET_BY_DRF = vars(BaseSerializer())
# It differs for each.
del SET_BY_DRF["_creation_counter"]
for name in SET_BY_DRF.keys() - vars(Unset).keys():
    setattr(Unset, name, SET_BY_DRF[name])


# What comes after the mixin, by REST framework's own attributes: those that have been put in their
# places would decide once more how the serializer is read.


def fields_after_mixin(serializer: Any) -> Any:
    # `BaseSerializer`, which the mixin inherits from, has no fields.
    attribute = super(FastSerializerMixin, type(serializer)).fields
    if type(attribute) is Fields:
        return attribute.by_drf(serializer)
    return super(FastSerializerMixin, serializer).fields


def represented_after_mixin(serializer: Any, instance: Any) -> Any:
    method = super(FastSerializerMixin, serializer).to_representation
    by_drf = REPLACED.get(getattr(method, "__func__", None))
    return method(instance) if by_drf is None else by_drf(serializer, instance)


class FastSerializerMixin(BaseSerializer[Any], ReadsFast, Unset):
    # Makes the serializer class that follows it among the bases read fast. It writes as ever.

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_other_bases(cls)
        refuse_mixin_after_drf(cls)
        show_fields_after(cls)
        # Now: once its attributes have been looked up, Python would have to find them again.
        class_state(cls)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if "many" in kwargs or super().__new__ is not NEW:
            return super().__new__(cls, *args, **kwargs)
        made = object.__new__(cls)
        # As `Field.__new__()`, by way of three functions, does.
        state = made.__dict__
        state["_args"], state["_kwargs"] = args, kwargs
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        is_read = len(args) == 1 and args[0] is not None and (not kwargs or [*kwargs] == CONTEXT)
        if is_read and sets_nothing_else(type(self)):
            state = self.__dict__
            state["instance"], state["_context"] = args[0], kwargs.get("context", {})
            # One that has an instance, and no data, reads fast whatever nests it.
            state[MARK] = SerializerState()
            # By this the fields of a class are sorted, one that has an instance included.
            state["_creation_counter"] = Field._creation_counter  # type: ignore[attr-defined]
        else:
            super().__init__(*args, **kwargs)

    @property
    def data(self) -> Any:
        state = self.__dict__
        is_read = NO_DATA.isdisjoint(state) and state.get("instance") is not None
        if not is_read or super(FastSerializerMixin, type(self)).data is not DATA:
            return super().data
        state["_data"] = represented = self.to_representation(state["instance"])
        # As its `__init__()`, which takes as long as representing ten columns.
        made = ReturnDict.__new__(ReturnDict)
        made.serializer = self
        made.update(represented)
        return made

    fields: Any = Fields(fields_after_mixin)

    to_representation = reading_one(represented_after_mixin)

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().many_init(*args, **kwargs)
        # A list class of the project's stays what it is.
        if type(made) is ListSerializer:
            made.__class__ = FastListSerializer
        return made


# What comes after the mixin where no class of the project's, and no patch, is in between.
DATA: Any = Serializer.data
INIT: Any = BaseSerializer.__init__
NEW: Any = BaseSerializer.__new__

NO_DATA = frozenset({"initial_data", "_errors", "_data"})
CONTEXT = ["context"]


def sets_nothing_else(cls: Any) -> bool:
    """Return whether `__init__()` sets on the serializers of a class what DRF's does, for all."""
    state = cls.__dict__.get(MARK) or class_state(cls)
    # A class that is made for a request has few serializers.
    if state.sets_state is None and state.has_paid:
        state.sets_state = overrides(cls, {"__setattr__", *SET_BY_DRF})
    # A base may be patched after the first use of a class: it is looked at each time.
    return state.sets_state is False and super(FastSerializerMixin, cls).__init__ is INIT


def show_fields_after(cls: Any) -> None:
    """Give a class the `fields` of the project's base behind the mixin, if none before it has any.

    They may be a property: Python asks a property of a class before the attributes of an object.
    """
    having = [base for base in cls.__mro__ if "fields" in vars(base)]
    if having[0] is FastSerializerMixin and having[1:] and not is_shipped(having[1]):
        cls.fields = vars(having[1])["fields"]


def refuse_mixin_after_drf(cls: type) -> None:
    """Raise `TypeError` for a class where DRF's code comes before that of the mixin."""
    before = cls.__mro__[1 : cls.__mro__.index(FastSerializerMixin)]
    if any(base in DRF_BASES for base in before):
        raise TypeError(
            f"{cls.__qualname__} reads by REST framework's own code: name {mixin_of(cls)} before "
            f"{before[0].__name__} among its bases."
        )


DRF_BASES = (Serializer, ListSerializer)

OTHER_BASES = {
    View: "is a view: put fastserializers.views.FastReadMixin among its bases instead",
    BaseSerializer: "has a representation of its own, which only REST framework's code runs",
    Field: "is a field: see fastserializers.representations for those of a project",
}


def refuse_other_bases(cls: type) -> None:
    """Raise `TypeError` for a class with the mixin that is no serializer with fields."""
    if issubclass(cls, DRF_BASES):
        return
    for base in cls.__bases__:
        kind = next((kind for kind in OTHER_BASES if issubclass(base, kind)), None)
        # A mixin of the project's inherits from this one, or from `BaseSerializer` for its type.
        is_mixin = issubclass(base, FastSerializerMixin) or (
            kind is BaseSerializer and not overrides(base, ("to_representation",))
        )
        if kind and not is_mixin:
            raise TypeError(
                f"{mixin_of(cls)} is for subclasses of rest_framework.serializers.Serializer. "
                f"{cls.__qualname__} {OTHER_BASES[kind]}."
            )


def mixin_of(cls: type) -> str:
    """Return the name of the mixin that makes a class read fast."""
    mixins = (base for base in cls.__mro__ if issubclass(base, FastSerializerMixin))
    return next(base.__name__ for base in mixins if is_shipped(base))


def list_by_drf(listed: Any, data: Any) -> Any:
    method = ListSerializer.to_representation
    return REPLACED.get(method, method)(listed, data)


class FastListSerializer(ListSerializer[Any]):
    # What `many=True` makes of a class with the mixin, where its `Meta` names no other class.

    to_representation = reading_many(list_by_drf)


# DRF names the class of a list in messages.
FastListSerializer.__name__ = "ListSerializer"
