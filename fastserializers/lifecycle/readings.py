"""What was found out about a serializer class, and the plan that a serializer reads by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from django.core.signals import setting_changed

from fastserializers.compiler.attributes import is_changed
from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.planning import FIELD_STATE
from fastserializers.lifecycle.alone import made_alone, may_be_made_alone
from fastserializers.lifecycle.plans import (
    ClassPlan,
    FieldsPlan,
    has_other_parts,
    is_in_order,
    plan_of_class,
    plan_of_fields,
    renewed,
)
from fastserializers.lifecycle.shapes import (
    FIRST_ROWS,
    compiled_shape,
    is_worth_a_plan,
    plan_of_fields_now,
)
from fastserializers.switch import drf_reads, reader, switch


class Reading:
    """How the serializers of one class are made and read."""

    __slots__ = (
        "__weakref__",
        "front",
        "is_kept_from_writing",
        "is_known",
        "is_used",
        "lean_class",
        "plan",
        "serializer_class",
    )

    def __init__(self, serializer_class: Any, front: type) -> None:
        self.serializer_class = serializer_class
        self.front = front
        """The mixin: what stands behind it is the project's, and DRF's."""
        self.is_kept_from_writing = False
        self.is_known = False
        """Whether the class has been looked at."""
        self.is_used = False
        """Whether an object of the class has been represented before it had a plan."""
        self.lean_class: Any = None
        """The class, where its serializers need no more state than an instance and a context."""
        self.plan: ClassPlan | None = None
        """The plan of the class; None before it is first used."""
        readings.add(self)

    def plan_now(self) -> ClassPlan:
        """Return the plan of the class, made anew if what decides on it has changed."""
        plan = self.plan
        new = None if plan is None else renewed(plan)
        self.plan = new or plan_of_class(self.serializer_class, self.front)
        return self.plan


readings: WeakSet[Reading] = WeakSet()


def class_plan(serializer: Any, *, is_one: bool = False) -> ClassPlan:
    """Return how serializers of this class are read, by what the class is now.

    With `is_one`, a single object is to be represented, perhaps the only one: the first is DRF's.
    """
    reading: Reading = serializer._reading
    plan = reading.plan
    if plan is None and is_one and is_first(reading):
        reading.is_used = True
        # It keeps to that.
        serializer.__dict__.setdefault(OWN_PLANS, OwnPlans())
        return READ_BY_DRF
    if plan is None or plan.says != plan.copies:
        return reading.plan_now()
    if plan.names and not is_in_order(plan):
        return reading.plan_now()
    return plan


READ_BY_DRF = ClassPlan()


def is_first(reading: Reading) -> bool:
    """Return whether nothing of a class has been read yet.

    Making a plan takes as long as a hundred objects take DRF: many a class has but one.
    """
    return (
        reading.plan is None
        and not reading.is_used
        and not switch.is_touched
        and switch.leaves_first_object
        and reader.get() is None
    )


def is_short(rows: Any) -> bool:
    """Return whether rows are there, and so few that DRF has read them before a plan is made."""
    return type(rows) in (list, tuple) and len(rows) < FIRST_ROWS


def field_made_alone(serializer: Any, name: str) -> Any:
    """Return a field of `serializer`, made without the others; None where all are to be made."""
    plan = serializer._reading.plan
    if plan is None or not is_as_its_class(serializer.__dict__):
        return None
    if name not in plan.alone:
        plan.alone[name] = may_be_made_alone(type(serializer), name)
    return made_alone(serializer, name) if plan.alone[name] else None


class OwnPlans:
    """The plans that one serializer has read by."""

    __slots__ = ("for_rows", "of_class", "of_fields", "rows")

    def __init__(self) -> None:
        self.rows = 0
        """How many rows it has read by fields of its own."""
        self.of_class: CompiledPlan | None = None
        """That of its class when it read its first row: DRF makes the fields then, and once."""
        self.of_fields: FieldsPlan | None = None
        """That of the fields that it has itself."""
        self.for_rows: FunctionsOfList | None = None
        """What reads the rows of a list that a project's code represents one by one."""

    def __reduce__(self) -> tuple[type[OwnPlans], tuple[()]]:
        # A serializer that is pickled leaves its plans behind.
        return OwnPlans, ()


def plan_in_use(serializer: Any) -> CompiledPlan | None:
    """Return the plan that `serializer` reads one more row by; None where DRF is to read it."""
    if switch.is_touched and drf_reads():
        return None
    state = serializer.__dict__
    own: OwnPlans | None = state.get(OWN_PLANS)
    if own is None:
        plan = class_plan(serializer)
        # Perhaps this one object is all: DRF is done with it before a plan of its own is made.
        return None if plan.is_left_to_drf else own_plans(serializer, plan).of_class
    if own.of_class is not None and is_as_its_class(state):
        return own.of_class
    return plan_of_row(serializer, own)


class FunctionsOfList(dict[type, Callable[[Any, Any], Any]]):
    """Functions of an instance and a time zone, by the type of the instance, for one list."""

    def __init__(self, compiled: CompiledPlan, serializer: Any) -> None:
        self.compiled = compiled
        self.serializer = serializer

    def __missing__(self, cls: type) -> Callable[[Any, Any], Any]:
        function: Callable[[Any, Any], Any] = self.compiled.each[cls](self.serializer)
        self[cls] = function
        return function


def own_plans(serializer: Any, plan: ClassPlan) -> OwnPlans:
    """Return what a serializer keeps of its plans, from its first row on."""
    state = serializer.__dict__
    own: OwnPlans | None = state.get(OWN_PLANS)
    if own is None:
        own = state[OWN_PLANS] = OwnPlans()
        own.of_class = plan.compiled if is_as_its_class(state) else None
    return own


def plan_of_row(serializer: Any, own: OwnPlans) -> CompiledPlan | None:
    """Return the plan of fields that a serializer has itself, once it is worth to have one."""
    own.rows += 1
    if own.of_fields is not None and (
        own.of_fields.compiled is None or own.of_fields.is_right(serializer)
    ):
        return own.of_fields.compiled
    if own.of_fields is not None:
        # It has changed its fields, and may do so for each row.
        own.of_fields, own.rows = None, 0
    if is_worth_a_plan(serializer, own.rows):
        own.of_fields = plan_of_fields(serializer)
        return own.of_fields.compiled
    return None


def class_plan_of_list(serializer: Any, model: type, rows: Any = None) -> ClassPlan | None:
    """Return how the rows of a list are read, by what the class is now; None where DRF is to.

    The first of them is a `model`: its attributes may have been patched. If nothing has been read
    by the class yet, `rows` tell whether a plan is worth it.
    """
    if switch.is_touched and drf_reads():
        return None
    plan = serializer._reading.plan or class_plan(serializer, is_one=is_short(rows))
    if plan is READ_BY_DRF:
        return None
    plan = class_plan(serializer)
    if (plan.options or plan.ordered) and has_other_parts(plan):
        plan = serializer._reading.plan_now()
    compiled = plan.compiled
    if compiled is not None and is_changed(compiled.attributes.get(model, ())):
        compile_plan.cache_clear()
        forget_plans()
        plan = class_plan(serializer)
    return plan


def plan_of_list(serializer: Any) -> CompiledPlan | None:
    """Return the plan that the class of `serializer` has for rows; None if it has none."""
    return compiled_for(serializer, class_plan(serializer))


def compiled_for(serializer: Any, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of a class for a serializer that has the fields which the class says."""
    return plan.compiled if is_as_its_class(serializer.__dict__) else None


def plan_of_rows(serializer: Any) -> CompiledPlan | None:
    """Return the plan of the fields that `serializer` has; None where DRF is to read them.

    The class may make something else of what they give.
    """
    if class_plan(serializer).is_read_by_drf:
        return None
    known = plan_of_list(serializer)
    if known is not None and known.is_known:
        return known
    own = plan_of_fields_now(serializer)
    return compiled_shape(own) if own else None


# Whether what a serializer has gives it the fields that its class says.
is_as_its_class = FIELD_STATE.isdisjoint
# Whether nothing that a serializer has decides on what its instance is represented by.
is_untouched = (FIELD_STATE | {"_errors", "initial_data", "to_representation"}).isdisjoint

# Where a serializer keeps the plans that it has read by.
OWN_PLANS = "_plans"


def forget_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for reading in list(readings):
        reading.plan = None


setting_changed.connect(forget_plans, dispatch_uid="fastserializers.forget_plans")
