"""The state of a serializer, and whether it reads fast: rule 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rest_framework.serializers import ListSerializer

from fastserializers.conf import reads_everywhere
from fastserializers.reading.class_plan import MARK, ClassPlan, class_plan
from fastserializers.reading.decision import ByDRF
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.switch import Way, way

RepresentRow: TypeAlias = Callable[[AnySerializer, Any, ByDRF], Any]
"""Takes a serializer, a row or its instance, and REST framework's method; returns the output."""


class SerializerState:
    """The state of one serializer."""

    # Defaults on the class: setting them for each object would take time.
    reads_fast = True
    """False for `READ_BY_DRF` alone."""
    is_planned = False
    """Whether its class was asked for a plan."""
    class_plan: ClassPlan | None = None
    """The plan of its class at that moment: REST framework makes the fields once, too."""
    represent_row: RepresentRow | None = None
    """Represents each row of the list that is read by the serializer now; None without a list."""

    def plan_for(self, serializer: AnySerializer) -> ClassPlan | None:
        """Return the plan of a serializer's class as it was when the serializer was first used.

        None if REST framework reads the class for now.
        """
        if not self.is_planned:
            self.class_plan = class_plan(type(serializer))
            self.is_planned = True
        return self.class_plan

    def __reduce__(self) -> str | tuple[type[SerializerState], tuple[()]]:
        # A serializer that is pickled leaves its plans behind.
        return (SerializerState, ()) if self.reads_fast else "READ_BY_DRF"


READ_BY_DRF = SerializerState()
"""The state of all serializers that REST framework reads."""
READ_BY_DRF.reads_fast = False


class ReadsFast:
    # A base of the serializer classes that read fast whatever uses them. It has no docstring:
    # drf-spectacular would show that as the description of a project's serializer.
    pass


def state_of(serializer: AnySerializer) -> SerializerState | None:
    """Return the state of a serializer that reads fast; None if REST framework reads it.

    That is checked when the serializer is first used.
    """
    own = serializer.__dict__
    state: SerializerState | None = own.get(MARK)
    if state is None:
        state = own[MARK] = SerializerState() if reads_fast(serializer) else READ_BY_DRF
    return state if state.reads_fast else None


def reads_fast(serializer: AnySerializer) -> bool:
    """Return whether a serializer that has no state yet reads fast: it follows its root.

    The root reads fast if its class has the mixin, or if a view, `reading_fast()` or the setting
    says so. A root that was given `data=` does not.
    """
    root: Any = serializer
    while (parent := root.__dict__.get("parent")) is not None:
        root = parent
        if MARK in root.__dict__:
            return bool(root.__dict__[MARK].reads_fast)
    if "initial_data" in root.__dict__:
        return False
    one = root.__dict__.get("child", root) if isinstance(root, ListSerializer) else root
    return isinstance(one, ReadsFast) or reads_fast_here()


def reads_fast_here() -> bool:
    """Return whether all serializers that are first used in this context read fast."""
    return way.get() in (Way.FAST, Way.PROVED_FAST) or reads_everywhere()
