"""Which fields a serializer reads: all of its class, some of them, or own fields (rule 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastserializers.compiler.functions import CompiledPlan, compile_plan
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.planner import (
    chooses_row_by_row,
    field_plan,
    has_own_name,
    prototype_field_plan,
)
from fastserializers.reading.class_plan import ClassPlan, shared_plan
from fastserializers.reading.hooks import SET_ON_SERIALIZER
from fastserializers.reading.lazy_fields import FieldsOnDemand
from fastserializers.reading.state import OpenList
from fastserializers.runtime.drf_types import AnyField, AnySerializer


def has_usual_fields(serializer: AnySerializer, plan: ClassPlan) -> bool:
    """Return whether a serializer has the fields of its class, and none of them is made yet."""
    own = serializer.__dict__
    return not plan.has_own_fields and "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own)


def plan_of_untouched(fields: Any, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of fields of which project code has had none, and may have taken some away.

    None for others, which are compared one by one: that takes longer than a row.
    """
    compiled = plan.compiled
    is_lazy = type(fields) is FieldsOnDemand and fields.recipe is plan.recipe
    if compiled is None or not is_lazy or fields.taken:
        return None
    return compiled if len(fields) == len(fields.recipe.fields) else compiled.part(fields)


def plan_of_object(
    serializer: AnySerializer, plan: ClassPlan, open_list: OpenList | None
) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads one object.

    None if some are own fields, or if all of them were made: REST framework reads the object in
    less time than it takes to plan or to compare the fields. The first row of an open list is
    planned in any case, because its plan tells which relations to load.
    """
    fields: Any = serializer.fields
    are_made = type(fields) is not FieldsOnDemand or fields.are_all_taken
    if open_list is not None:
        is_first_row = not open_list.rows.is_read
        return plan_of_list(serializer, plan) if is_first_row or not are_made else None
    if are_made or fields.added:
        return None
    untouched = plan_of_untouched(fields, plan)
    if untouched is not None:
        return untouched
    found = plan_of_serializer(serializer, is_list=False)
    return None if found is None else plan_of_class_fields(found.fields, plan)


def plan_of_list(serializer: AnySerializer, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads a list.

    None if it renames fields, or if it is one of many serializers with own fields.
    """
    compiled = plan.compiled
    if compiled is not None and compiled.is_complete:
        if has_usual_fields(serializer, plan):
            return compiled
        untouched = plan_of_untouched(serializer.fields, plan)
        if untouched is not None:
            return untouched
    found = plan_of_serializer(serializer)
    if found is None:
        return None
    return plan_of_class_fields(found.fields, plan) or own_plan(found, plan.own_plans)


def plan_of_class_fields(entries: Sequence[FieldPlan], plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of fields that are all of the class, in its order; None for others."""
    compiled = plan.compiled
    if compiled is None:
        return None
    chosen = {id(entry) for entry in entries}
    if [*entries] != [entry for entry in compiled.plan.fields if id(entry) in chosen]:
        return None
    if len(entries) == len(compiled.plan.fields):
        return compiled
    return compiled.part(entry.name for entry in entries)


# The first own plans of a class are compiled at once. A later one is compiled when it comes back:
# a client that chooses fields at random does not make a server compile without end.
COMPILED_AT_ONCE = 16
MOST_KEPT = 1_024


def own_plan(plan: Plan, seen: dict[int, None]) -> CompiledPlan | None:
    """Return the functions of a plan of own fields; None if REST framework reads by it this time.

    `seen` has the hashes of the plans that there have been, and is changed.
    """
    identity = hash(plan)
    is_compiled = identity in seen or len(seen) < COMPILED_AT_ONCE
    if identity not in seen and len(seen) >= MOST_KEPT:
        del seen[next(iter(seen))]
    seen[identity] = None
    return compile_plan(plan) if is_compiled else None


def plan_of_serializer(serializer: AnySerializer, *, is_list: bool = True) -> Plan | None:
    """Return the plan of the fields that a serializer has; None if it renames one of them.

    It has the entries of the class for fields that project code has not touched. A list also plans
    the fields that project code makes for each serializer; in one object, they are DRF's.
    """
    fields: Any = serializer.fields
    is_lazy = type(fields) is FieldsOnDemand
    of_class, added = (fields.recipe.plans, fields.added) if is_lazy else ({}, ())
    entries = []
    for name in fields:
        entry = None if name in added else of_class.get(name)
        is_open = is_list and entry is not None and not entry.is_complete
        if not is_lazy or name in fields.taken or is_open:
            field = fields.field_to_read(name) if is_lazy else fields[name]
            if not has_own_name(name, field):
                return None
            entry = None if field.write_only else plan_of_field(name, field, entry)
        if entry is not None:
            entries.append(entry)
    return Plan(type(serializer).__name__, tuple(entries))


def plan_of_field(name: str, field: AnyField, entry: FieldPlan | None) -> FieldPlan:
    """Return the plan of a field that may have changed: the `entry` of its class if it equals."""
    is_complete = entry is not None and entry.is_complete
    if is_complete and prototype_field_plan(nested_plan, name, field) == entry:
        return entry
    # Its choices may depend on the request, and the next request shares the plan: generated code
    # asks the field for them.
    return field_plan(nested_plan, name, field, "constants")


def nested_plan(child: AnySerializer) -> Plan | None:
    """Return the plan of the fields that a nested serializer has; None if it renames them."""
    own = child.__dict__
    if "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own):
        plan = shared_plan(type(child))
        if plan is not None and plan.is_complete:
            return plan
    return None if chooses_row_by_row(type(child)) else plan_of_serializer(child)
