"""The plan of one serializer whose fields are not those of its class."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from rest_framework.serializers import Serializer

from fastserializers.compiler.economy import Economy
from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import Leads, plan_of_fields, serializer_in
from fastserializers.plans.class_plan import ClassPlan, Version
from fastserializers.plans.marks import SerializerState
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.overrides import SET_ON_SERIALIZER
from fastserializers.runtime.snapshots import copy_of_state, parts_of


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
    if has_come_back and state.snapshot and state.snapshot == snapshot_of(fields):
        return state.fields_plan
    if "_readable_fields" in own:
        return None
    fields = serializer.fields
    if chosen is None and not pays(changed(fields), fields, rows):
        return None
    plan = plan_of_fields(serializer, fields, leads=leads)
    if plan is None:
        return None
    state.fields_plan = compile_plan(plan)
    # Most serializers are used once: one that has come back is compared from now on.
    state.snapshot = snapshot_of(fields) if has_come_back else None
    return state.fields_plan


def count_walks(version: Version, fields: LazyFields, rows: float) -> None:
    """Count a serializer that has gone through all of its fields to represent a row or two."""
    is_walk = len(fields.taken) == len(fields.recipe.names)
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


def snapshot_of(fields: Any) -> list[Any]:
    """Return what the plan of some fields is made from: equal as long as nothing was changed."""
    if type(fields) is LazyFields:
        mapping, asked = fields.by_name, fields.changed()
    else:
        mapping = getattr(fields, "fields", fields)
        asked = {*mapping}
    looked_at = [mapping[name] for name in mapping if name in asked]
    within = [each for field in looked_at for each in parts_of(field)]
    states = [(each, copy_of_state(vars(each))) for each in within]
    children = (serializer_in(field) for field in looked_at)
    nested = [
        snapshot_of(child.fields)
        for child in children
        if isinstance(child, Serializer) and "fields" in vars(child)
    ]
    return [[*mapping], asked, states, nested]
