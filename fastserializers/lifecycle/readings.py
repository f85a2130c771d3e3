"""What was found out about a serializer class, before anything is compiled for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from django.core.signals import setting_changed

from fastserializers.later import later
from fastserializers.overrides import FIELD_STATE
from fastserializers.switch import look, reader, switch

if TYPE_CHECKING:
    from fastserializers.compiler.function import CompiledPlan
    from fastserializers.lifecycle import plans
    from fastserializers.lifecycle.in_use import FunctionsOfList
    from fastserializers.lifecycle.plans import ClassPlan, FieldsPlan
else:
    plans = later("fastserializers.lifecycle.plans")


class Reading:
    """How the serializers of one class are made and read."""

    __slots__ = (
        "__weakref__",
        "front",
        "has_lean_lists",
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
        self.has_lean_lists = False
        """The same of the lists that `many=True` makes of them."""
        self.plan: ClassPlan | None = None
        """The plan of the class; None before it is first used."""
        readings.add(self)

    def plan_now(self) -> ClassPlan:
        """Return the plan of the class, made anew if what decides on it has changed."""
        plan = self.plan
        new = None if plan is None else plans.renewed(plan)
        self.plan = new or plans.plan_of_class(self.serializer_class, self.front)
        return self.plan


readings: WeakSet[Reading] = WeakSet()


def class_plan(serializer: Any) -> ClassPlan:
    """Return how serializers of this class are read, by what the class is now."""
    reading: Reading = serializer._reading
    plan = reading.plan
    if plan is None or plan.says != plan.copies or (plan.names and not plans.is_in_order(plan)):
        return reading.plan_now()
    return plan


def is_fast(serializer: Any) -> bool:
    """Return whether a serializer is one that reads by plans."""
    return isinstance(getattr(type(serializer), "_reading", None), Reading)


def leave_first(serializer: Any) -> bool:
    """Return whether what a serializer is to represent is the first of its class: that is DRF's.

    Then the serializer keeps to that. Making a plan takes as long as a hundred objects take DRF:
    many a class has but one.
    """
    reading: Reading = serializer._reading
    if not is_first(reading):
        return False
    reading.is_used = True
    serializer.__dict__.setdefault(OWN_PLANS, OwnPlans())
    return True


def is_first(reading: Reading) -> bool:
    """Return whether nothing of a class has been read yet."""
    return reading.plan is None and not reading.is_used and first_is_left()


def first_is_left() -> bool:
    """Return whether the first object of a class is DRF's: where nothing is to be proved."""
    if switch.is_touched:
        look()
    return not switch.is_touched and switch.leaves_first_object and reader.get() is None


def is_short(rows: Any) -> bool:
    """Return whether rows are there, and so few that DRF has read them before a plan is made."""
    return type(rows) in (list, tuple) and len(rows) < FIRST_ROWS


# Fewer rows are read by DRF's code in the time that it takes to look at all fields.
FEW_ROWS = 10
# So many rows of one serializer are read by DRF's code before a shape is compiled for them.
FIRST_ROWS = 100


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

    def is_left_to_drf(self) -> bool:
        """Return whether one more row of a class that has no plan is to be DRF's, and count it."""
        if self.of_fields is not None or self.rows + 1 == FIRST_ROWS:
            return False
        self.rows += 1
        return True

    def __reduce__(self) -> tuple[type[OwnPlans], tuple[()]]:
        # A serializer that is pickled leaves its plans behind.
        return OwnPlans, ()


# Whether what a serializer has gives it the fields that its class says.
is_as_its_class = FIELD_STATE.isdisjoint

# Where a serializer keeps the plans that it has read by.
OWN_PLANS = "_plans"


def forget_plans(**kwargs: Any) -> None:
    """Settings decide on formats and coercions: after a change every plan is made anew."""
    for reading in list(readings):
        reading.plan = None


setting_changed.connect(forget_plans, dispatch_uid="fastserializers.forget_plans")
