"""The plan of a serializer class, kept as long as its fingerprint is the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from django.core.signals import setting_changed
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.overrides import overrides, overrides_itself
from fastserializers.compiler.planner import (
    chooses_row_by_row,
    decides_fields,
    fields_of_prototype,
    has_fixed_fields,
    plan_of_fields,
)
from fastserializers.plans.fingerprint import Fingerprint, fingerprint_of, is_unchanged
from fastserializers.plans.recipes import recipe_of
from fastserializers.runtime.lazy_fields import FieldRecipe

MARK = "_fastserializers"
"""The one attribute of this library: on a class its `ClassState`, on a serializer its state."""


@dataclass(frozen=True, eq=False, slots=True)
class ClassPlan:
    """How the serializers of a class are read."""

    fingerprint: Fingerprint
    compiled: CompiledPlan | None = None
    """The plan of all serializers that have the fields of the class; None if each has its own."""
    recipe: FieldRecipe | None = None
    """What makes their fields one by one; None where only `get_fields()` knows."""
    reason: str = ""
    """Why REST framework reads the class; empty where it does not."""
    is_plain: bool = False
    """Whether no class of the project overrides `to_representation()`."""
    subsets: WeakValueDictionary[tuple[str, ...], CompiledPlan] = field(
        default_factory=WeakValueDictionary
    )
    """Plans of serializers that have some of the fields, by their names."""
    names_used: set[tuple[str, ...]] = field(default_factory=set)
    """The names of such fields that were asked for once."""


class ClassState:
    """What is known of one serializer class."""

    __slots__ = ("__weakref__", "is_used", "plan", "read_only", "sets_state")

    def __init__(self) -> None:
        self.is_used = False
        """Whether the class has been read before it had a plan."""
        self.plan: ClassPlan | None = None
        self.read_only: Any = None
        """What `read_only()` has made of the class."""
        self.sets_state: bool | None = None
        """Whether it has in its own way what `__init__()` sets; None before the first one."""
        states.add(self)


states: WeakSet[ClassState] = WeakSet()


def class_state(cls: Any) -> ClassState:
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


def class_plan(cls: Any) -> ClassPlan:
    """Return how serializers of a class are read, by what the class is now."""
    state = class_state(cls)
    plan = state.plan
    if plan is None or not is_unchanged(plan.fingerprint):
        plan = state.plan = new_class_plan(cls, fingerprint_of(cls))
    return plan


def new_class_plan(cls: Any, fingerprint: Fingerprint) -> ClassPlan:
    reason = reason_for_drf(cls)
    if reason:
        return ClassPlan(fingerprint, reason=reason)
    compiled, recipe = known_plan(cls) or (None, None)
    return ClassPlan(
        fingerprint,
        compiled if has_fixed_fields(cls) else None,
        recipe,
        is_plain=not overrides(cls, ("to_representation",)),
    )


def reason_for_drf(cls: Any) -> str:
    if not issubclass(cls, Serializer):
        return "it has a representation of its own"
    if chooses_row_by_row(cls):
        return "it decides for each row which fields it reads"
    if has_representation_after_mixin(cls):
        return "a to_representation() of the project's comes after the mixin"
    return ""


def has_representation_after_mixin(cls: Any) -> bool:
    bases = [base for base in cls.__mro__ if "to_representation" in vars(base)]
    ours = [base.__module__.startswith("fastserializers.") for base in bases]
    return True in ours and any(
        overrides_itself(base, ("to_representation",)) for base in bases[ours.index(True) :]
    )


def known_plan(cls: Any) -> tuple[CompiledPlan, FieldRecipe | None] | None:
    """Return the plan of the fields that REST framework makes for a class, and their recipe.

    None where code of the project's decides on them, or where making them raises: then each
    serializer raises it.
    """
    if decides_fields(cls):
        return None
    try:
        prototype = prototype_of(cls)
        fields = fields_of_prototype(prototype)
        plan = plan_of_fields(prototype, fields, is_prototype=True)
        if plan is None:
            return None
        compiled = compile_plan(plan)
        return compiled, recipe_of(prototype, fields, compiled)
    except Exception:
        return None


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    # Its fields, and those of what it nests, are made by REST framework.
    prototype.__dict__[MARK] = False
    return prototype


def forget_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for state in list(states):
        state.plan = None


setting_changed.connect(forget_plans, dispatch_uid="fastserializers.forget_plans")
