"""The plan of one serializer whose fields are not those of its class."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.compiler.economy import Economy
from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import Leads, plan_of_fields
from fastserializers.plans.fields_snapshot import FieldsSnapshot
from fastserializers.plans.marks import LEFT, SerializerState
from fastserializers.plans.versions import ClassPlan, Version
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.overrides import SET_ON_SERIALIZER


def plan_of_serializer(
    serializer: AnySerializer, state: SerializerState, known: ClassPlan, rows: float, leads: Leads
) -> CompiledPlan | None:
    """Return the plan of the fields that a serializer has; None where REST framework reads them.

    So many `rows` are read: fields that differ from those of the class are planned only if that
    takes less time. A nested serializer that no row `leads` to is not asked for its fields.
    """
    own = serializer.__dict__
    fields = own.get("fields")
    if type(fields) is LazyFields and state.version is not None:
        count_walks(state.version, fields, rows)
    has_come_back = state.fields_plan is not None and fields is not None
    chosen = plan_of_chosen(serializer, fields, known)
    if chosen is None and fields is None and "_readable_fields" not in own:
        # A property of the project's may take some of those of the class away.
        fields = serializer.fields
        chosen = plan_of_chosen(serializer, fields, known)
    if chosen is not None and (chosen.is_complete or rows == 1):
        # REST framework reads the open fields of one object.
        return chosen
    if has_come_back and state.snapshot is not None:
        if state.snapshot.is_still(fields):
            return state.fields_plan
        note_change(state)
        if state.open_list is LEFT:
            return None
    if "_readable_fields" in own:
        return None
    fields = serializer.fields
    if chosen is None and not pays(changed(fields), fields, rows):
        return None
    plan = plan_of_fields(serializer, fields, leads=leads)
    if plan is None:
        return None
    compiled = keep_own_plan(state, plan)
    # Most serializers are used once: one that has come back is compared from now on.
    comes_back = has_come_back or state.open_list is not None
    state.snapshot = FieldsSnapshot(fields) if comes_back else None
    return compiled


def keep_own_plan(state: SerializerState, plan: Plan) -> CompiledPlan:
    """Keep the functions of the plan of a serializer's own fields, and return them."""
    compiled = state.fields_plan = compile_plan(plan)
    if state.version is not None:
        state.version.add_own_plan(compiled)
    return compiled


def note_change(state: SerializerState) -> None:
    """Note that fields have changed while a list is read by them: soon REST framework reads it.

    A link of pulpcore's gives itself another function for each row.
    """
    if state.open_list is not None:
        state.changes += 1
        if state.changes >= MOST_CHANGES:
            state.open_list = LEFT


MOST_CHANGES = 3
"""Planning fields takes as long as REST framework takes for ten rows."""


def plan_of_asked(
    serializer: AnySerializer, state: SerializerState, known: ClassPlan, fields: Any
) -> CompiledPlan | None:
    """Return the plan of the fields that a property of the project's has given for a row.

    None where REST framework reads them: they are not those of the first row.
    """
    if type(fields) is LazyFields:
        # Made anew for each row, as by `super().fields`.
        chosen = plan_of_chosen(serializer, fields, known)
        return chosen if chosen is not None and chosen.is_complete else None
    if type(fields) not in (dict, BindingDict):
        return None
    if state.snapshot is None:
        state.snapshot = FieldsSnapshot(fields)
        are_own = all(getattr(field, "parent", None) is serializer for field in fields.values())
        plan = plan_of_fields(serializer, fields) if are_own else None
        if plan is None:
            state.fields_plan = None
            return None
        return keep_own_plan(state, plan)
    if state.snapshot.is_still(fields):
        return state.fields_plan
    made = serializer.__dict__.get("fields")
    if type(made) is LazyFields and state.version is not None:
        count_walks(state.version, made, rows=1)
    return None


def count_walks(version: Version, fields: LazyFields, rows: float) -> None:
    """Count a serializer that has gone through all of its fields to represent a row or two."""
    is_walk = all(name in fields.taken for name in fields.recipe.names)
    is_dear = is_walk and rows < Economy.prices.plan_of_field
    version.walks = version.walks + 1 if is_dear else 0


def plan_of_chosen(
    serializer: AnySerializer, fields: Any, known: ClassPlan
) -> CompiledPlan | None:
    """Return the plan of all fields of a class, or of some; None where there are others.

    Fields that the class leaves open are REST framework's in it.
    """
    if fields is None:
        return known.compiled if SET_ON_SERIALIZER.isdisjoint(serializer.__dict__) else None
    if type(fields) is not LazyFields or fields.changed():
        return None
    if known.compiled is not None and tuple(fields) == fields.recipe.names:
        return known.compiled
    entries = fields.recipe.known
    chosen = tuple(entries[name] for name in fields if name in entries)
    return compile_plan(Plan(type(serializer).__name__, chosen))


def changed(fields: Any) -> int:
    """Return how many fields are, or may be, others than those of the class."""
    return len(fields.changed() if type(fields) is LazyFields else fields)


def pays(planned: int, fields: Sized, rows: float) -> bool:
    """Return whether planning some fields takes less time than REST framework takes for rows."""
    return planned > 0 and planned * Economy.prices.plan_of_field <= rows * len(fields)
