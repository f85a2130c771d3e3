"""DRF's serializer classes, reading through compiled plans. No code is generated here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, NoReturn

from django.apps import apps
from django.core.signals import setting_changed
from rest_framework.fields import empty
from rest_framework.serializers import (
    BaseSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.compiler.class_plans import ClassPlan, class_plan
from fastserializers.compiler.codegen import CompiledPlan, compiled
from fastserializers.compiler.overrides import inherit_past, overrides, overrides_behind
from fastserializers.compiler.plan import FIELD_STATE, has_fixed_fields, is_custom, plan_of
from fastserializers.compiler.zones import active_zone
from fastserializers.exceptions import ReadOnlySerializerError

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


class FastReadOnlyMixin(BaseSerializer[Any]):
    """Makes the serializer class that follows it among the bases read-only and fast.

    `.data` and `to_representation()` return what DRF's own return, value for value and type for
    type. Validating and saving raise `ReadOnlySerializerError`.
    """

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

    _class_plan: ClassVar[ClassPlan | None] = None
    _has_fixed_fields: ClassVar[bool]
    _is_made_by_drf: ClassVar[bool]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._class_plan = None
        cls._has_fixed_fields = has_fixed_fields(cls)
        cls._is_made_by_drf = overrides(cls, FIELD_ATTRIBUTES) or overrides_behind(
            cls, FastReadOnlyMixin, ("__init__", "__new__")
        )
        inherit_past(cls, FastReadOnlyMixin, ("data", "to_representation"))
        if apps.models_ready and cls._has_fixed_fields:
            # A mistake in the fields shows when the serializer is used, as with DRF.
            with suppress(Exception):
                cls._class_plan = class_plan(cls)

    # Making a serializer and asking for its data costs 3 µs. In the next three methods one more
    # look-up of an attribute is felt: Python 3.13 gives up caching them for a class that changes
    # as often as DRF's `Field`, which counts its instances on itself.

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._is_made_by_drf or "many" in kwargs:
            return super().__new__(cls, *args, **kwargs)
        serializer = object.__new__(cls)
        state = serializer.__dict__
        state["_args"] = args
        state["_kwargs"] = kwargs
        return serializer

    def __init__(self, instance: Any = None, data: Any = empty, **kwargs: Any) -> None:
        if data is not empty:
            refuse(self, "take data=")
        if instance is None or self._is_made_by_drf or (kwargs and list(kwargs) != ["context"]):
            super().__init__(instance, **kwargs)
        else:
            state = self.__dict__
            state["instance"] = instance
            state["_context"] = kwargs["context"] if kwargs else {}

    @property
    def data(self) -> Any:
        state = self.__dict__
        known = self._class_plan
        if (
            len(state) == TRIMMED
            and known is not None
            and known.declarations == known.copies
            and type(self).to_representation is to_representation
        ):
            instance = state["instance"]
            zone = active_zone() if known.compiled.zoned else None
            state["_data"] = known.compiled.one[type(instance)](instance, self, zone)
        elif state["instance"] is None:
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
        if type(serializer) is ListSerializer:
            # DRF has sorted the arguments out; only the class is to be another one.
            serializer.__class__ = FastListSerializer
        return serializer

    def to_representation(self, instance: Any) -> Any:
        plan = compiled_plan(self)
        if plan is None:
            return super().to_representation(instance)
        return plan.one[type(instance)](instance, self, active_zone() if plan.zoned else None)

    def run_validation(self, data: Any = empty) -> NoReturn:
        refuse(self, "validate")

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self, "update")


to_representation = FastReadOnlyMixin.to_representation


class FastReadOnlySerializer(FastReadOnlyMixin, Serializer[Any]):
    """`rest_framework.serializers.Serializer`, read-only and fast."""


class FastReadOnlyModelSerializer(FastReadOnlyMixin, ModelSerializer[Any]):
    """`rest_framework.serializers.ModelSerializer`, read-only and fast."""


class FastListSerializer(ListSerializer[Any]):
    """What `many=True` makes of a fast serializer, unless its `Meta` names another class."""

    def to_representation(self, data: Any) -> Any:
        child = self.child
        plan = None
        if isinstance(child, FastReadOnlyMixin) and not is_custom(child):
            plan = compiled_plan(child)
        if plan is None:
            return super().to_representation(data)
        return plan.rows(data, child, active_zone() if plan.zoned else None)

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self.child, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self.child, "save")


def compiled_plan(serializer: Any) -> CompiledPlan | None:
    """Return the compiled plan of the fields of `serializer`; None where only DRF knows them."""
    cls = type(serializer)
    if not cls._has_fixed_fields or not FIELD_STATE.isdisjoint(vars(serializer)):
        plan = plan_of(serializer)
        return compiled(plan) if plan else None
    known = cls._class_plan
    if known is None or known.declarations != known.copies:
        known = cls._class_plan = class_plan(cls)
    return known.compiled if known else None


def refuse(serializer: Any, action: str) -> NoReturn:
    name = type(serializer).__name__
    raise ReadOnlySerializerError(
        f"{name} is read-only and does not {action}. Use a writable serializer where the API "
        f"writes: return one from the view's get_serializer_class() for that action, or declare "
        f"{name} with read_only=True where it is a field of a writable serializer."
    )


def forget_class_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for serializer_class in subclasses(FastReadOnlyMixin):
        serializer_class._class_plan = None


def subclasses(cls: type[FastReadOnlyMixin]) -> Iterator[type[FastReadOnlyMixin]]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


setting_changed.connect(forget_class_plans, dispatch_uid="fastserializers.forget_class_plans")
