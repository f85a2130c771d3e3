"""DRF's serializer classes, reading through compiled plans. No code is generated here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, NoReturn

from django.apps import apps
from django.core.signals import setting_changed
from django.db.models.manager import BaseManager
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.plan import FIELD_STATE, has_fixed_fields, plan_of
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.lifecycle.definitions import definition_of
from fastserializers.lifecycle.kept_plans import KeptPlan, plan_of_class, plan_of_fields
from fastserializers.overrides import (
    inherit_past,
    overrides,
    overrides_behind,
)
from fastserializers.runtime.zones import active_zone

# What `BaseSerializer.__init__()` sets on every serializer, whatever its class says.
FIELD_ATTRIBUTES = (
    "allow_null",
    "default",
    "error_messages",
    "field_name",
    "help_text",
    "initial",
    "label",
    "parent",
    "partial",
    "read_only",
    "required",
    "source",
    "style",
    "write_only",
)

# How many attributes a serializer has that was made to represent an instance: `_args`, `_kwargs`,
# `instance` and `_context`. With no other one, nothing of its own decides on its fields.
TRIMMED = 4

new_return_dict = ReturnDict.__new__


# None of these three has a docstring: schema generators show that of the nearest base class as
# the description of every serializer that has none of its own.


class FastReadOnlyMixin(BaseSerializer[Any]):
    # Makes the serializer class that follows it among the bases read-only and fast.
    #
    # `.data` and `to_representation()` return what DRF's own return, value for value and type for
    # type. Validating and saving raise `ReadOnlySerializerError`.

    # A serializer that is made to represent an instance sets only what differs from these.
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
    def error_messages(self) -> dict[str, Any]:  # type: ignore[override]
        messages: dict[str, Any] = {}
        for base in reversed(type(self).__mro__):
            messages.update(getattr(base, "default_error_messages", {}))
        return messages

    @cached_property
    def style(self) -> dict[str, Any]:  # type: ignore[override]
        return {}

    _first_plan: ClassVar[KeptPlan | None] = None
    """The plan that was made when the class was defined."""
    _kept_plan: ClassVar[KeptPlan | None] = None
    """The plan that is in use."""
    _definition: ClassVar[list[dict[str, Any]]] = []
    """What the class was when it was prepared."""
    _has_fixed_fields: ClassVar[bool] = False
    _answers_itself: ClassVar[bool] = False
    """Whether the class may give other attributes than it has."""
    _trimmed_class: ClassVar[type | None] = None
    """The class itself where its serializers need no more than `TRIMMED` attributes."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        prepare(cls)

    # Making a serializer and asking for its data costs 3 µs. In the next three methods one more
    # look-up of an attribute is felt: Python 3.13 gives up caching them for a class that changes
    # as often as DRF's `Field`, which counts its instances on itself.

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._trimmed_class is not cls or "many" in kwargs:
            if "_kept_plan" not in vars(cls):
                # A base of the project's has kept its `__init_subclass__()` to itself.
                prepare(cls)
            return super().__new__(cls, *args, **kwargs)
        serializer = object.__new__(cls)
        state = serializer.__dict__
        state["_args"] = args
        state["_kwargs"] = kwargs
        return serializer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if (
            len(args) == 1
            and args[0] is not None
            and self._trimmed_class is not None
            and (not kwargs or list(kwargs) == ["context"])
        ):
            state = self.__dict__
            state["instance"] = args[0]
            state["_context"] = kwargs["context"] if kwargs else {}
        elif (args[1] if len(args) > 1 else kwargs.get("data", empty)) is not empty:
            refuse(self, "take data=")
        else:
            super().__init__(*args, **kwargs)

    @property
    def data(self) -> Any:
        state = self.__dict__
        known = self._kept_plan
        if (
            len(state) == TRIMMED
            and known is not None
            and known.declarations == known.copies
            and type(self).to_representation is to_representation
        ):
            instance = state["instance"]
            zone = active_zone() if known.compiled.zoned else None
            state["_data"] = known.compiled.one[type(instance)](instance, self, zone)
        elif state.get("instance") is None or "initial_data" in state:
            return super().data
        elif "_data" not in state:
            state["_data"] = self.to_representation(state["instance"])
        representation = state["_data"]
        if type(representation) is not dict:
            return ReturnDict(representation, serializer=self)
        returned = new_return_dict(ReturnDict)
        returned.update(representation)
        returned.serializer = self
        return returned

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        serializer = super().many_init(*args, **kwargs)
        if type(serializer) is serializers.ListSerializer:
            # DRF has sorted the arguments out; only the class is to be another one.
            serializer.__class__ = ListSerializer
        return serializer

    def to_representation(self, instance: Any) -> Any:
        plan = compiled_plan(self)
        if plan is None:
            return super().to_representation(instance)
        return plan.one[type(instance)](instance, self, active_zone() if plan.zoned else None)

    def run_validation(self, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self, "validate")
        # A field of a writable serializer that is not in the data: DRF knows whether it may be.
        return super().run_validation(data)

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self, "update")


to_representation = FastReadOnlyMixin.to_representation


WRITING = ("create", "is_valid", "run_validation", "save", "update")


def prepare(cls: type[FastReadOnlyMixin]) -> None:
    """Find out about a class what decides how its serializers are made and read."""
    cls._first_plan = cls._kept_plan = None
    cls._has_fixed_fields = has_fixed_fields(cls)
    cls._answers_itself = overrides(cls, ("__getattribute__",))
    is_trimmed = not overrides(cls, FIELD_ATTRIBUTES) and not overrides_behind(
        cls, FastReadOnlyMixin, ("__init__", "__new__")
    )
    cls._trimmed_class = cls if is_trimmed else None
    for name in ("data", "to_representation"):
        if not issubclass(cls, Serializer) or overrides_behind(cls, FastReadOnlyMixin, (name,)):
            inherit_past(cls, FastReadOnlyMixin, name)
    for name in WRITING:
        if overrides(cls, (name,)):
            # The class has been a writable one: what it wrote with must not run half a write.
            setattr(cls, name, vars(FastReadOnlyMixin)[name])
    if apps.models_ready and cls._has_fixed_fields:
        # A mistake in the fields shows when the serializer is used, as with DRF.
        with suppress(Exception):
            cls._first_plan = plan_of_class(cls)
    cls._definition = definition_of(cls)


def settled_plan(cls: type[FastReadOnlyMixin]) -> KeptPlan | None:
    """Return the plan to use from now on: the first one, unless the class has changed since.

    Modules do patch classes while they are imported; requests come later.
    """
    if definition_of(cls) != cls._definition:
        prepare(cls)
    known = cls._first_plan
    if known is not None and known.declarations == known.copies:
        return known
    return plan_of_class(cls)


class FastReadOnlySerializer(FastReadOnlyMixin, Serializer[Any]):
    # `rest_framework.serializers.Serializer`, read-only and fast.
    pass


class FastReadOnlyModelSerializer(FastReadOnlyMixin, ModelSerializer[Any]):
    # `rest_framework.serializers.ModelSerializer`, read-only and fast.
    pass


class ListSerializer(serializers.ListSerializer[Any]):
    """What `many=True` makes of a fast serializer, unless its `Meta` names another class.

    It has the name of DRF's own, which appears in DRF's messages.
    """

    def to_representation(self, data: Any) -> Any:
        child = self.child
        rows = iter(data.all() if isinstance(data, BaseManager) else data)
        for first in rows:
            # Only now: without rows, DRF makes no fields.
            rows = chain((first,), rows)
            plan = None
            if isinstance(child, FastReadOnlyMixin) and represents_plainly(child):
                plan = compiled_plan(child, many=True)
            if plan is None:
                return super().to_representation(rows)
            zone = active_zone() if plan.zoned else None
            return plan.many[type(first)](rows, child, zone)
        return []

    def run_validation(self, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self.child, "validate")
        return super().run_validation(data)

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self.child, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self.child, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self.child, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self.child, "update")


def compiled_plan(serializer: Any, *, many: bool = False) -> CompiledPlan | None:
    """Return the compiled plan of the fields of `serializer`; None where DRF is to read them."""
    cls = type(serializer)
    state = vars(serializer)
    if cls._has_fixed_fields and FIELD_STATE.isdisjoint(state):
        known = cls._kept_plan
        if known is None or known.declarations != known.copies:
            try:
                known = cls._kept_plan = settled_plan(cls)
            except Exception:
                # Its fields want more than the class: a serializer's own raise, or work.
                known = None
        if known is not None:
            compiled_plan: CompiledPlan = known.compiled
            return compiled_plan
        cls._has_fixed_fields = False
    if many:
        plan = plan_of(serializer)
        return compile_plan(plan) if plan else None
    if "_kept_plan" not in state:
        # Perhaps this one object is all: DRF is done with it before a plan is made.
        serializer._kept_plan = None
        return None
    known = serializer._kept_plan
    if known is None or known.declarations != known.copies:
        known = serializer._kept_plan = plan_of_fields(serializer)
    return known.compiled if known else None


def represents_plainly(serializer: FastReadOnlyMixin) -> bool:
    """Return whether `to_representation()` is this library's, on the class and on the object."""
    cls = type(serializer)
    return (
        cls.to_representation is to_representation
        and "to_representation" not in vars(serializer)
        and not cls._answers_itself
    )


def refuse(serializer: Any, action: str) -> NoReturn:
    name = type(serializer).__name__
    raise ReadOnlySerializerError(
        f"{name} is read-only and does not {action}. Use a writable serializer where the API "
        f"writes: return one from the view's get_serializer_class() for that action, or declare "
        f"{name} with read_only=True where it is a field of a writable serializer."
    )


def forget_kept_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for serializer_class in subclasses(FastReadOnlyMixin):
        serializer_class._first_plan = serializer_class._kept_plan = None
        serializer_class._has_fixed_fields = has_fixed_fields(serializer_class)


def subclasses(cls: type[FastReadOnlyMixin]) -> Iterator[type[FastReadOnlyMixin]]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


setting_changed.connect(forget_kept_plans, dispatch_uid="fastserializers.forget_kept_plans")
