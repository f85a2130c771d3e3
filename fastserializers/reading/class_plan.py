"""The plan of a serializer class: when it is made (rule 2), and how long it holds (rule 7)."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer

from fastserializers.compiler.functions import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import (
    OpenFields,
    chooses_row_by_row,
    fields_of_prototype,
    plan_of_prototype,
)
from fastserializers.reading.decision import Decision, drf
from fastserializers.reading.fingerprint import (
    Fingerprint,
    changes_since,
    fingerprint_of,
    has_other_surroundings,
    is_unchanged,
)
from fastserializers.reading.hooks import decides_fields, gives_instances, passes_rows
from fastserializers.reading.lazy_fields import FieldRecipe
from fastserializers.runtime.drf_types import AnyField, AnySerializer, SerializerClass
from fastserializers.runtime.overrides import overrides
from fastserializers.switch import is_proving

MARK = "_fastserializers"
"""The one attribute of this library: on a class its `ClassState`, on a serializer its state."""

ROWS_OF_CREATED_CLASS = 100
"""Planning and compiling a class takes as long as REST framework takes for so many rows. A class
that a function has created may never be used again."""


@dataclass(frozen=True, eq=False, slots=True)
class ClassPlan:
    """How the serializers of a class are read, as long as the class is as it was."""

    fingerprint: Fingerprint
    reason: Decision | None
    """Why REST framework reads all serializers of the class; None if it does not."""
    compiled: CompiledPlan | None = None
    """The plan of all fields that REST framework's `get_fields()` makes; None if they depend on
    more than the class."""
    recipe: FieldRecipe | None = None
    """Makes these fields one by one; None where there is no plan."""
    gives_instances: bool = False
    """Whether project code is given the instance of each row of a list."""
    passes_rows: bool = False
    """Whether code of a known package is given each row, and passes it on."""
    has_own_fields: bool = False
    """Whether each serializer asks the project's code for its fields."""
    own_plans: dict[int, int] = field(default_factory=dict)
    """How many rows REST framework has read by each plan of own fields, by the plan's hash."""
    known_fields: dict[str, Any] = field(default_factory=dict)
    """The `KnownField` of each name: fields that project code makes in the same way each time."""


class ClassState:
    """The plans of a serializer class, and how often REST framework has read it without one."""

    # A class whose `Meta.depth` is set by turns has some versions; one that is changed for each
    # request has versions without end.
    most_plans = 4

    def __init__(self) -> None:
        self.plans: tuple[ClassPlan, ...] = ()
        """The plans of its last versions, the latest first."""
        self.changes: list[object] = []
        """The changes since the latest plan, if the class has no plan as it is now."""
        self.rows = 0
        """How many rows REST framework has read since the class was made, or has changed."""
        self.sets_state: bool | None = None
        """Whether it overrides attributes that DRF's `__init__()` sets; None until it is asked."""

    def earlier_plan(self) -> ClassPlan | None:
        """Return the plan of an earlier version that the class has now again, if there is one."""
        plan = next((plan for plan in self.plans[1:] if is_unchanged(plan.fingerprint)), None)
        if plan is not None:
            self.add(plan)
        return plan

    def add(self, plan: ClassPlan) -> None:
        others = (each for each in self.plans if each is not plan)
        self.plans = (plan, *others)[: self.most_plans]

    def is_due(self, cls: SerializerClass) -> bool:
        """Return whether a class that has no plan as it is now gets one."""
        if is_proving():
            return True
        if not self.plans or any(has_other_surroundings(each.fingerprint) for each in self.plans):
            return self.rows >= ROWS_OF_CREATED_CLASS or is_importable(cls)
        try:
            changes = changes_since(self.plans[0].fingerprint)
            if changes != self.changes:
                self.changes, self.rows = changes, 0
        except Exception:
            # An attribute that does not compare, such as an array.
            return False
        return self.rows >= ROWS_OF_CREATED_CLASS


def class_state(cls: SerializerClass) -> ClassState:
    state: ClassState | None = cls.__dict__.get(MARK)
    if state is None:
        state = ClassState()
        # Not by a metaclass of the project's.
        type.__setattr__(cls, MARK, state)
    return state


def class_plan(cls: SerializerClass) -> ClassPlan | None:
    """Return the plan of a class as it is now; None if REST framework reads the class for now."""
    state: ClassState = cls.__dict__.get(MARK) or class_state(cls)
    if state.plans and is_unchanged(state.plans[0].fingerprint):
        return state.plans[0]
    plan = state.earlier_plan()
    if plan is not None or cls in planning.get() or not state.is_due(cls):
        return plan
    token = planning.set(planning.get() | {cls})
    try:
        plan = new_class_plan(cls)
    finally:
        planning.reset(token)
    # Another thread may have changed the class meanwhile.
    if is_unchanged(plan.fingerprint):
        state.add(plan)
        state.changes, state.rows = [], 0
    return plan


planning: ContextVar[frozenset[type]] = ContextVar("planning", default=frozenset())
"""The classes whose plans are being made: one of them may be nested in another."""


def is_importable(cls: type) -> bool:
    """Return whether the module of a class has it under its dotted name."""
    found: Any = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return found is cls


# The plan.


def new_class_plan(cls: SerializerClass) -> ClassPlan:
    fingerprint = fingerprint_of(cls)
    reason = reason_for_drf(cls)
    recipe = None if reason else recipe_of(cls)
    compiled = None if recipe is None else compile_plan(recipe.plan)
    return ClassPlan(
        fingerprint,
        drf(reason) if reason else None,
        compiled,
        recipe,
        gives_instances=gives_instances(cls),
        passes_rows=passes_rows(cls),
        has_own_fields=overrides(cls, CHOOSING_FIELDS),
    )


def reason_for_drf(cls: SerializerClass) -> str:
    if not issubclass(cls, Serializer):
        return "it has a representation of its own"
    if overrides(cls, ("__getattribute__",)):
        return "it has a __getattribute__() of its own"
    if chooses_row_by_row(cls):
        return "it decides for each row which fields it reads"
    return ""


def recipe_of(cls: Any) -> FieldRecipe | None:
    """Return the fields that REST framework makes for all serializers of a class, and their plan.

    None if code of the project decides on them, or if making them raises: then each serializer
    raises it.
    """
    if decides_fields(cls):
        return None
    try:
        prototype = prototype_of(cls)
        fields = fields_of_prototype(prototype, get_fields_by_drf)
        plan = plan_of_prototype(prototype, fields, nested_prototype_plan)
    except Exception:
        return None
    if plan is None:
        return None
    # As they are now: a serializer keeps the fields that it had when they were first looked at.
    declared = dict(cls._declared_fields)
    return FieldRecipe(dict(fields), declared, {field.name: field for field in plan.fields}, plan)


CHOOSING_FIELDS = ("fields", "get_fields")


def nested_prototype_plan(child: AnySerializer) -> Plan | None:
    """Return the plan of a nested serializer that all serializers of a class have.

    Raises `OpenFields` if its fields differ from one to the next.
    """
    cls = type(child)
    if chooses_row_by_row(cls):
        return None
    if overrides(cls, CHOOSING_FIELDS) or decides_fields(cls):
        raise OpenFields(f"{cls.__name__} chooses its fields when it is used")
    return shared_plan(cls) or plan_of_prototype(
        child, fields_of_prototype(child, get_fields_by_drf), nested_prototype_plan
    )


def shared_plan(cls: SerializerClass) -> Plan | None:
    """Return the plan that nested serializers of a class share with all others of it, if any."""
    plan = class_plan(cls)
    if plan is None or plan.compiled is None or plan.has_own_fields:
        return None
    return plan.compiled.plan


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    return prototype


# Before they are replaced.
FIELDS_OF_MODEL, FIELDS_DECLARED = ModelSerializer.get_fields, Serializer.get_fields


def get_fields_by_drf(serializer: Any) -> dict[str, AnyField]:
    is_of_model = isinstance(serializer, ModelSerializer)
    return (FIELDS_OF_MODEL if is_of_model else FIELDS_DECLARED)(serializer)
