"""The plans of a serializer class, one for each of its last few versions, and their recipes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer
from rest_framework.utils import model_meta

from fastserializers.compiler.fields.registry import field_class_of
from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.planner import (
    chooses_row_by_row,
    decides_fields,
    fields_of_prototype,
    has_fields_property,
    has_fixed_fields,
    plan_of_fields,
)
from fastserializers.plans.fingerprint import (
    SETTINGS,
    fingerprint_after,
    fingerprint_of,
    is_unchanged,
)
from fastserializers.plans.marks import MARK, READ_BY_DRF
from fastserializers.plans.versions import ClassPlan, Reading, Version
from fastserializers.runtime.drf_types import (
    AnyField,
    AnyModelSerializer,
    AnySerializer,
    SerializerClass,
)
from fastserializers.runtime.lazy_fields import FieldRecipe
from fastserializers.runtime.overrides import overrides, overrides_itself


class ClassState:
    """The versions of one serializer class, and the other facts that are kept on it."""

    __slots__ = ("read_only", "sets_state", "unseen", "versions")

    # A class that is changed for each request would otherwise keep a plan of each.
    most = 4

    def __init__(self) -> None:
        self.unseen = Version(None)
        """Counts rows before the first plan: taking a fingerprint has not paid either."""
        self.versions: tuple[Version, ...] = ()
        """How the class was when it was read, the last first."""
        self.read_only: Any = None
        """The class that `read_only()` has made of it."""
        self.sets_state: bool | None = None
        """Whether it overrides what `__init__()` sets; None until looking at that has paid."""

    @property
    def has_paid(self) -> bool:
        """Whether enough rows have been read to look at what all serializers of the class have."""
        return bool(self.versions) or self.unseen.has_paid

    def version(self) -> Version | None:
        """Return the version that the class is now; None where it has never been like that."""
        versions = self.versions
        for version in versions:
            if version.is_unchanged:
                if version is not versions[0]:
                    self.put_first(version)
                return version
        return None

    def new_version(self, cls: SerializerClass) -> Version:
        """Return the version that the class is now, after none was found."""
        fingerprint = None
        if self.versions and self.versions[0].fingerprint:
            with suppress(Exception):
                fingerprint = fingerprint_after(self.versions[0].fingerprint)
        version = Version(fingerprint or fingerprint_of(cls))
        self.put_first(version)
        return version

    def put_first(self, version: Version) -> None:
        others = (each for each in self.versions if each is not version)
        self.versions = (version, *others)[: self.most]


def class_state(cls: SerializerClass) -> ClassState:
    state = cls.__dict__.get(MARK)
    if type(state) is ClassState:
        return state
    with making_state:
        if type(cls.__dict__.get(MARK)) is not ClassState:
            # Not by a metaclass of the project's.
            type.__setattr__(cls, MARK, ClassState())
        made: ClassState = cls.__dict__[MARK]
        return made


making_state = Lock()


def class_plan(cls: SerializerClass) -> ClassPlan:
    """Return how serializers of a class are read, by what the class is now."""
    state = class_state(cls)
    version = state.version() or state.new_version(cls)
    return version.plan or planned(cls, version)


def plan_as_ever(cls: SerializerClass) -> ClassPlan | None:
    """Return the plan of a class that is as it was when it was read before.

    None where that has to be found out.
    """
    state = cls.__dict__.get(MARK)
    if type(state) is not ClassState or not state.versions:
        return None
    last = state.versions[0]
    return last.plan if last.fingerprint is not None and is_unchanged(last.fingerprint) else None


def version_of(cls: SerializerClass) -> Version:
    """Return the version that a class is now, by what it counts."""
    state = class_state(cls)
    return (state.version() or state.new_version(cls)) if state.versions else state.unseen


def unplanned(cls: SerializerClass) -> ClassPlan:
    """Return how serializers of a class are read, each by the plan of its own fields."""
    plain = is_plain(cls)
    return ClassPlan(
        ways_of(cls),
        reason=reason_for_drf(cls, plain),
        is_plain=plain,
        asks_fields=has_fields_property(cls),
        is_planned=False,
    )


def ways_of(cls: SerializerClass) -> tuple[object, object]:
    """Return the settings, and the method by which a list reads each row of a class."""
    return SETTINGS.get("_wrapped"), cls.to_representation


def planned(cls: SerializerClass, version: Version) -> ClassPlan:
    plan = new_class_plan(cls)
    # Another thread may have changed the class meanwhile.
    if version.is_unchanged:
        version.plan = plan
    return plan


def new_class_plan(cls: SerializerClass) -> ClassPlan:
    plain = is_plain(cls)
    reason = reason_for_drf(cls, plain)
    if reason:
        return ClassPlan(ways_of(cls), reason=reason, usual=Reading("drf", reason=reason))
    compiled, recipe = known_plan(cls)
    compiled = compiled if has_fixed_fields(cls) else None
    return ClassPlan(
        ways_of(cls),
        compiled,
        recipe,
        is_plain=plain,
        asks_fields=has_fields_property(cls),
        usual=Reading("fast", compiled) if compiled is not None else None,
    )


ROW_BY_ROW_FIELDS = "it decides for each row which fields it reads"


def reason_for_drf(cls: SerializerClass, plain: bool) -> str:
    if not issubclass(cls, Serializer):
        return "it has a representation of its own"
    if overrides(cls, ("__getattribute__",)):
        return "it has a __getattribute__() of its own"
    if is_left_row_by_row(cls):
        return ROW_BY_ROW_FIELDS
    if not plain and has_representation_after_mixin(cls):
        return "a to_representation() of the project's comes after the mixin"
    return ""


def is_left_row_by_row(cls: SerializerClass) -> bool:
    """Return whether a class chooses its fields for each row, and not by a property `fields`."""
    return chooses_row_by_row(cls) and not has_fields_property(cls)


def is_plain(cls: SerializerClass) -> bool:
    """Return whether no class of the project overrides `to_representation()`."""
    return not overrides(cls, ("to_representation",))


def has_representation_after_mixin(cls: SerializerClass) -> bool:
    bases = [base for base in cls.__mro__ if "to_representation" in vars(base)]
    ours = [base.__module__.startswith("fastserializers.") for base in bases]
    return True in ours and any(
        overrides_itself(base, ("to_representation",)) for base in bases[ours.index(True) :]
    )


def known_plan(cls: SerializerClass) -> tuple[CompiledPlan | None, FieldRecipe | None]:
    """Return the plan of the fields that REST framework makes for a class, and their recipe.

    Neither where code of the project's decides on them, or where making them raises: then each
    serializer raises it. No plan where a field decides by its own `bind()` what it is.
    """
    if decides_fields(cls):
        return None, None
    try:
        prototype = prototype_of(cls)
        fields = fields_of_prototype(prototype)
        bound = tuple(
            name for name, field in fields.items() if field_class_of(field).is_bound_by_code
        )
        others = {name: field for name, field in fields.items() if name not in bound}
        plan = plan_of_fields(prototype, others, is_prototype=True)
        if plan is None:
            return None, None
        is_of_model = isinstance(prototype, ModelSerializer)
        make = model_fields(prototype) if is_of_model else declared_field
        known = {field.name: field for field in plan.fields}
        recipe = make and FieldRecipe(tuple(fields), make, known, bound, is_of_model)
        return None if bound else compile_plan(plan), recipe
    except Exception:
        return None, None


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    # Its fields, and those of what it nests, are made by REST framework.
    prototype.__dict__[MARK] = READ_BY_DRF
    return prototype


# How the fields of a class are made one by one, by the steps of DRF's `get_fields()`.


def declared_field(serializer: AnySerializer, name: str) -> AnyField:
    field: AnyField = copy.deepcopy(serializer._declared_fields[name])
    return field


def model_fields(prototype: AnyModelSerializer) -> Callable[[Any, str], AnyField] | None:
    """Return what makes one field as `ModelSerializer.get_fields()` does; None if none can."""
    cls = type(prototype)
    model, depth = cls.Meta.model, getattr(cls.Meta, "depth", 0)
    info = model_meta.get_field_info(model)
    declared = cls._declared_fields
    extra_kwargs, hidden = prototype.get_uniqueness_extra_kwargs(
        prototype.get_field_names(declared, info), declared, prototype.get_extra_kwargs()
    )
    if hidden or shares_required(extra_kwargs):
        # Hidden fields with the defaults of a unique-together constraint, or fields that depend on
        # those made before.
        return None

    def make(serializer: AnyModelSerializer, name: str) -> AnyField:
        if name in serializer._declared_fields:
            return declared_field(serializer, name)
        extra = copy.deepcopy(extra_kwargs[name]) if name in extra_kwargs else {}
        source = extra.get("source", "*")
        field_class, options = serializer.build_field(
            name if source == "*" else source, info, model, depth
        )
        field: AnyField = field_class(**serializer.include_extra_kwargs(options, extra))
        return field

    return make


def shares_required(extra_kwargs: Mapping[str, Any]) -> bool:
    """Return whether fields share one dict of options, such as `{"required": False}`.

    `include_extra_kwargs()` takes `required` out of that dict where it makes a read-only field.
    """
    having = [id(options) for options in extra_kwargs.values() if "required" in options]
    return len({*having}) < len(having)
