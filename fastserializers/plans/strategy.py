"""How a list or an object is read, the one decision; and the plan of one serializer's fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import plan_of, serializer_in
from fastserializers.plans.class_plan import ClassPlan, class_plan, class_state
from fastserializers.plans.marks import SerializerState, state_of
from fastserializers.plans.switch import drf_reads, reader
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.overrides import SET_ON_SERIALIZER

Strategy: TypeAlias = CompiledPlan | Literal["drf", "each row"]
"""A plan; REST framework's code; or the class's own `to_representation()`, row by row."""

# REST framework reads fewer rows in the time that it takes to look at all fields.
FEW_ROWS = 10

# Of so many fields that somebody has taken, one is worth to be asked for one object.
FIELDS_FOR_ONE_TAKEN = 4


def strategy_of(
    serializer: Any,
    state: SerializerState,
    rows: int = 1,
    *,
    is_list: bool = False,
    is_database: bool = False,
) -> Strategy:
    """Return how a serializer that reads fast represents so many rows.

    The setting, or a proof, may have another code read: that is asked before.

    ==========================================  =====================  ===========================
    the serializer                              one object, or few     a list, or rows of the
                                                instances              database
    ==========================================  =====================  ===========================
    it has its own representation, or decides   drf                    drf
    for each row which fields it reads
    the first of its class                      drf                    drf; plan for database rows
    the class has a to_representation()         plan, where that       each row
                                                calls super()
    it has the fields of its class, or some     plan                   plan
    of them
    the class leaves fields of it open          plan, where DRF reads  plan of its own fields
                                                those
    other fields, or many that were changed     drf                    plan
    ==========================================  =====================  ===========================
    """
    known = state.class_plan
    if known is None:
        known = plan_at_use(serializer, state, is_database=is_database)
    if known is None or known.reason:
        return "drf"
    own = serializer.__dict__
    if is_list and ("to_representation" in own or not known.is_plain):
        return "each row"
    compiled, is_few = known.compiled, rows < FEW_ROWS
    is_as_class = "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own)
    if is_as_class and compiled is not None and (compiled.is_complete or is_few):
        return compiled
    compiled = plan_of_serializer(serializer, state, known, is_worth_it=is_database or not is_few)
    return "drf" if compiled is None else compiled


def plan_to_expect(serializer: Any) -> CompiledPlan | None:
    """Return the plan that rows of the database will most probably be read by."""
    if state_of(serializer) is None or drf_reads():
        return None
    return class_plan(type(serializer)).compiled


def plan_at_use(
    serializer: Any, state: SerializerState, *, is_database: bool = False
) -> ClassPlan | None:
    """Return the plan of a class that is used now; None for the first use.

    Making a plan takes as long as REST framework takes for a hundred objects: many a class of a
    process has but one. What is read from the database has its plan at once, since the queries
    are to be the same each time.
    """
    cls = type(serializer)
    known = class_state(cls)
    if known.plan is None and not is_database and reader.get() is None:
        if not known.is_used:
            known.is_used = state.is_first = True
        if state.is_first:
            return None
    state.class_plan = class_plan(cls)
    return state.class_plan


# The plan of one serializer whose fields are not those of its class.


def plan_of_serializer(
    serializer: Any, state: SerializerState, known: ClassPlan, *, is_worth_it: bool
) -> CompiledPlan | None:
    """Return the plan of the fields that a serializer has; None where REST framework reads them.

    `is_worth_it` says that it is worth looking at all fields.
    """
    fields = serializer.__dict__.get("fields")
    if type(fields) is LazyFields and not fields.taken:
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
        mapping, taken = fields.by_name, {*fields.taken}
    else:
        mapping = getattr(fields, "fields", fields)
        taken = {*mapping}
    looked_at = [mapping[name] for name in mapping if name in taken]
    states = [(each, dict(vars(each))) for field in looked_at for each in fields_within(field)]
    children = (serializer_in(field) for field in looked_at)
    nested = [
        snapshot_of(child.fields)
        for child in children
        if isinstance(child, Serializer) and "fields" in vars(child)
    ]
    return [[*mapping], taken, states, nested]


def fields_within(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        inner = vars(field).get(name)
        if isinstance(inner, Field) and not isinstance(field, BaseSerializer):
            yield from fields_within(inner)
