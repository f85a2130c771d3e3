"""The plan of a serializer class: when it is made (rule 2), and how long it holds (rule 7)."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer
from rest_framework.utils import model_meta

from fastserializers.compiler.fields.registry import field_class_of
from fastserializers.compiler.functions import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Nested, Plan
from fastserializers.compiler.planner import (
    OpenFields,
    chooses_row_by_row,
    fields_of_prototype,
    plan_of_prototype,
)
from fastserializers.reading.decision import Decision, ReadBy, drf
from fastserializers.reading.fingerprint import (
    SETTINGS,
    Fingerprint,
    fingerprint_of,
    is_unchanged,
)
from fastserializers.reading.hooks import decides_fields
from fastserializers.reading.lazy_fields import FieldRecipe
from fastserializers.reading.own_plans import OwnPlans
from fastserializers.runtime.drf_types import (
    AnyField,
    AnyModelSerializer,
    AnySerializer,
    SerializerClass,
)
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
    settings: object
    """Django's settings when the plan was made."""
    representation: object
    """The method `to_representation()` of the class when the plan was made."""
    usual: Decision
    """How an object is read by a serializer with the fields of the class; or why REST framework
    reads all serializers of the class."""
    compiled: CompiledPlan | None = None
    """The plan of all fields that REST framework's `get_fields()` makes; None if they depend on
    more than the class."""
    recipe: FieldRecipe | None = None
    """Makes these fields one by one; None if only `get_fields()` knows how."""
    has_own_representation: bool = False
    """Whether project code is called for each row of a list."""
    has_own_fields: bool = False
    """Whether each serializer asks the project's code for its fields."""
    own_plans: OwnPlans = field(default_factory=OwnPlans)
    """The plans of serializers with own fields."""

    @property
    def is_left_to_drf(self) -> bool:
        return self.usual.reader is ReadBy.DRF


class ClassState:
    """The plans of a serializer class, and how often REST framework has read it without one."""

    __slots__ = ("plans", "rows", "sets_state", "told", "waiting")

    # A class whose `Meta.depth` is set by turns has some versions; one that is changed for each
    # request has versions without end.
    most_plans = 4

    def __init__(self) -> None:
        self.plans: tuple[ClassPlan, ...] = ()
        """The plans of its last versions, the latest first."""
        self.waiting: Fingerprint | None = None
        """The class as it is now, if it has changed and has no plan yet."""
        self.rows = 0
        """How many rows REST framework has read since the class was made, or has changed."""
        self.sets_state: bool | None = None
        """Whether it overrides what `__init__()` of a serializer sets; None until it is asked."""
        self.told: tuple[object, ...] = ()
        """The reasons why REST framework reads it that were logged."""

    def current_plan(self) -> ClassPlan | None:
        """Return the plan of the class as it is now, if there is one."""
        for plan in self.plans:
            if is_unchanged(plan.fingerprint):
                if plan is not self.plans[0]:
                    self.add(plan)
                return plan
        return None

    def add(self, plan: ClassPlan) -> None:
        others = (each for each in self.plans if each is not plan)
        self.plans = (plan, *others)[: self.most_plans]

    def is_due(self, cls: SerializerClass) -> bool:
        """Return whether a class that has no plan as it is now gets one."""
        if is_proving():
            return True
        if not self.plans:
            return self.rows >= ROWS_OF_CREATED_CLASS or is_importable(cls)
        if self.waiting is None or not is_unchanged(self.waiting):
            self.waiting, self.rows = fingerprint_of(cls), 0
        return self.rows >= ROWS_OF_CREATED_CLASS


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


def class_plan(cls: SerializerClass) -> ClassPlan | None:
    """Return the plan of a class as it is now; None if REST framework reads the class for now."""
    state = cls.__dict__.get(MARK) or class_state(cls)
    plan = state.current_plan()
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
        state.waiting, state.rows = None, 0
    return plan


planning: ContextVar[frozenset[type]] = ContextVar("planning", default=frozenset())
"""The classes whose plans are being made: one of them may be nested in another."""


def count_rows(cls: SerializerClass, rows: int) -> None:
    """Count rows that REST framework has read because their class has no plan yet."""
    class_state(cls).rows += rows


def is_importable(cls: type) -> bool:
    """Return whether the module of a class has it under its dotted name."""
    found: Any = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return found is cls


# The plan.


def new_class_plan(cls: SerializerClass) -> ClassPlan:
    fingerprint, settings = fingerprint_of(cls), SETTINGS.get("_wrapped")
    reason = reason_for_drf(cls)
    compiled, recipe = (None, None) if reason else plan_and_recipe(cls)
    return ClassPlan(
        fingerprint,
        settings,
        cls.to_representation,
        drf(reason) if reason else Decision(ReadBy.INSTANCES, compiled),
        compiled,
        recipe,
        has_own_representation=overrides(cls, ("to_representation",)),
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


def plan_and_recipe(cls: SerializerClass) -> tuple[CompiledPlan | None, FieldRecipe | None]:
    """Return the plan of the fields that REST framework makes for a class, and their recipe.

    Neither if code of the project decides on them, or if making them raises: then each serializer
    raises it. No plan if a field decides by its own `bind()` what it is.
    """
    if decides_fields(cls):
        return None, None
    try:
        prototype = prototype_of(cls)
        fields = fields_of_prototype(prototype, get_fields_by_drf)
        bound = tuple(
            name for name, field in fields.items() if field_class_of(field).is_bound_by_code
        )
        others = {name: field for name, field in fields.items() if name not in bound}
        plan = plan_of_prototype(prototype, others, nested_prototype_plan)
        is_of_model = isinstance(prototype, ModelSerializer)
        make = making_of_model(prototype) if is_of_model else making_declared(cls)
        if plan is None or make is None:
            return (None if plan is None or bound else compile_plan(plan)), None
        plans = {field.name: field for field in plan.fields}
        recipe = FieldRecipe(tuple(fields), make, plans, bound, is_of_model)
        return None if bound else compile_plan(plan), recipe
    except Exception:
        return None, None


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
    plan = shared_plan(child)
    if plan is not None:
        return plan
    return plan_of_prototype(
        child, fields_of_prototype(child, get_fields_by_drf), nested_prototype_plan
    )


def shared_plan(child: AnySerializer) -> Plan | None:
    """Return the plan that a nested serializer shares with all of its class; None without one.

    A serializer that nests itself has another plan on each level.
    """
    known = class_plan(type(child))
    if known is None or known.compiled is None or known.has_own_fields:
        return None
    plan = known.compiled.plan
    names = set(serializers_in(plan))
    parent: Any = child.parent
    while parent is not None:
        if type(parent).__name__ in names:
            return None
        parent = parent.parent
    return plan


def serializers_in(plan: Plan) -> Iterator[str]:
    """Return the names of the serializer of a plan, and of those that it nests."""
    yield plan.serializer
    for entry in plan.fields:
        if isinstance(entry.output, Nested):
            yield from serializers_in(entry.output.plan)


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    return prototype


# How the fields of a class are made one by one, by the steps of DRF's `get_fields()`.

GET_FIELDS: dict[bool, Any] = {
    True: ModelSerializer.get_fields,
    False: Serializer.get_fields,
}
"""REST framework's methods, for serializers of models and for others."""


def get_fields_by_drf(serializer: Any) -> dict[str, AnyField]:
    fields: dict[str, AnyField] = GET_FIELDS[isinstance(serializer, ModelSerializer)](serializer)
    return fields


MakeField = Callable[[Any, str], AnyField]
"""Takes a serializer and a name; returns a new field."""


def making_declared(cls: Any) -> MakeField:
    """Return what makes one field as `Serializer.get_fields()` does."""
    # As they are now: a serializer keeps the fields that it had when they were first looked at.
    declared = dict(cls._declared_fields)

    def make(serializer: AnySerializer, name: str) -> AnyField:
        field: AnyField = copy.deepcopy(declared[name])
        return field

    return make


def making_of_model(prototype: AnyModelSerializer) -> MakeField | None:
    """Return what makes one field as `ModelSerializer.get_fields()` does; None if none can."""
    cls = type(prototype)
    model, depth = cls.Meta.model, getattr(cls.Meta, "depth", 0)
    info = model_meta.get_field_info(model)
    declared, make_declared = dict(cls._declared_fields), making_declared(cls)
    extra_kwargs, hidden = prototype.get_uniqueness_extra_kwargs(
        prototype.get_field_names(declared, info), declared, prototype.get_extra_kwargs()
    )
    if hidden or shares_required(extra_kwargs):
        # Hidden fields with the defaults of a unique-together constraint, or fields that depend on
        # those made before.
        return None

    def make(serializer: AnyModelSerializer, name: str) -> AnyField:
        if name in declared:
            return make_declared(serializer, name)
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
