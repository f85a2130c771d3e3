"""The plan of one serializer whose fields are not those of its class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import plan_of, serializer_in
from fastserializers.plans.class_plan import ClassPlan
from fastserializers.plans.marks import SerializerState
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.snapshots import copy_of_state

# Of so many fields that somebody has taken, one is worth to be asked for one object.
FIELDS_FOR_ONE_TAKEN = 4


def plan_of_serializer(
    serializer: Any, state: SerializerState, known: ClassPlan, *, is_worth_it: bool
) -> CompiledPlan | None:
    """Return the plan of the fields that a serializer has; None where REST framework reads them.

    `is_worth_it` says that it is worth looking at all fields.
    """
    fields = serializer.__dict__.get("fields")
    if type(fields) is LazyFields and not fields.changed():
        subset = subset_of(serializer, fields, known, is_worth_it=is_worth_it)
        if subset is None or subset.is_complete or not is_worth_it:
            return subset
    has_plan = state.fields_plan is not None and fields is not None
    if has_plan and state.snapshot == snapshot_of(fields):
        return state.fields_plan
    if not is_worth_it and not has_few_taken(fields):
        return None
    plan = plan_of(serializer)
    if plan is None:
        return None
    state.fields_plan, state.snapshot = compile_plan(plan), snapshot_of(serializer.fields)
    return state.fields_plan


def has_few_taken(fields: Any) -> bool:
    return type(fields) is LazyFields and len(fields.taken) * FIELDS_FOR_ONE_TAKEN <= len(fields)


def subset_of(
    serializer: Any, fields: LazyFields, known: ClassPlan, *, is_worth_it: bool
) -> CompiledPlan | None:
    """Return the plan of some of the fields of a class, all of which are as the class has them.

    None at the first use of these fields, unless it is worth compiling them at once.
    """
    names = tuple(fields)
    if known.compiled is not None and names == fields.recipe.names:
        return known.compiled
    compiled = known.subsets.get(names)
    if compiled is not None:
        return compiled
    entries = fields.recipe.known
    plan = Plan(type(serializer).__name__, tuple(entries[n] for n in names if n in entries))
    compiled = known.subsets[names] = compile_plan(plan)
    return compiled if is_worth_it else None


def snapshot_of(fields: Any) -> list[Any]:
    """Return what the plan of some fields is made from: equal as long as nothing was changed."""
    if type(fields) is LazyFields:
        mapping, asked = fields.by_name, fields.changed()
    else:
        mapping = getattr(fields, "fields", fields)
        asked = {*mapping}
    looked_at = [mapping[name] for name in mapping if name in asked]
    within = [each for field in looked_at for each in fields_within(field)]
    states = [(each, copy_of_state(vars(each))) for each in within]
    children = (serializer_in(field) for field in looked_at)
    nested = [
        snapshot_of(child.fields)
        for child in children
        if isinstance(child, Serializer) and "fields" in vars(child)
    ]
    return [[*mapping], asked, states, nested]


def fields_within(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        inner = vars(field).get(name)
        if isinstance(inner, Field) and not isinstance(field, BaseSerializer):
            yield from fields_within(inner)
