"""Which fields a serializer reads: all of its class, some of them, or own fields (rule 3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.planner import (
    chooses_row_by_row,
    has_own_name,
    own_field_plan,
    plan_of_fields,
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


def plan_of_object(
    serializer: AnySerializer, plan: ClassPlan, open_list: OpenList | None
) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads one object.

    None if some are own fields, or if all of them were made: REST framework reads the object in
    less time than it takes to plan or to compare the fields. The first row of an open list is
    planned in any case, because its plan tells which relations to load.
    """
    fields = fields_on_demand(serializer)
    if open_list is None:
        if plan.compiled is None or fields is None or fields.added or fields.are_all_taken:
            return None
        found = plan_of_fields_on_demand(serializer, fields, is_list=False)
        return None if found is None else plan_of_class_fields(found.fields, plan.compiled)
    if not open_list.is_first_row and (fields is None or fields.are_all_taken):
        return None
    return plan_of_list(serializer, plan)


def plan_of_list(serializer: AnySerializer, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads a list.

    None if it renames fields, or if it is one of many serializers with own fields.
    """
    compiled = plan.compiled
    if compiled is not None and compiled.is_complete and has_usual_fields(serializer, plan):
        return compiled
    found = plan_of_serializer(serializer)
    if found is None:
        return None
    chosen = None if compiled is None else plan_of_class_fields(found.fields, compiled)
    return chosen or plan.own_plans.compiled(found)


def plan_of_class_fields(
    entries: Sequence[FieldPlan], compiled: CompiledPlan
) -> CompiledPlan | None:
    """Return the plan of fields that are all of the class, in its order; None for others."""
    chosen = {id(entry) for entry in entries}
    if [*entries] != [entry for entry in compiled.plan.fields if id(entry) in chosen]:
        return None
    if len(entries) == len(compiled.plan.fields):
        return compiled
    return compiled.part(entry.name for entry in entries)


def plan_of_serializer(serializer: AnySerializer) -> Plan | None:
    """Return the plan of the fields that a serializer has; None if it renames them."""
    fields = fields_on_demand(serializer)
    if fields is None:
        return plan_of_fields(serializer, serializer.fields, partial(own_field_plan, nested_plan))
    return plan_of_fields_on_demand(serializer, fields, is_list=True)


def fields_on_demand(serializer: AnySerializer) -> FieldsOnDemand | None:
    """Return the fields of a serializer; None if REST framework's `get_fields()` has made them."""
    fields: object = serializer.fields
    return fields if type(fields) is FieldsOnDemand else None


def plan_of_fields_on_demand(
    serializer: AnySerializer, fields: FieldsOnDemand, *, is_list: bool
) -> Plan | None:
    """Return the plan of fields, which has the entries of the class for those of the class.

    A list also plans the fields that code of the project makes for each serializer; in one object,
    they are REST framework's. None if a field is renamed.
    """
    entries = []
    for name in fields:
        entry = fields.recipe.plans.get(name)
        if name in fields.taken or (is_list and entry is not None and not entry.is_complete):
            field = fields.field_to_read(name)
            if not has_own_name(name, field):
                return None
            entry = None if field.write_only else plan_of_taken(name, field, fields)
        if entry is not None:
            entries.append(entry)
    return Plan(type(serializer).__name__, tuple(entries))


def plan_of_taken(name: str, field: AnyField, fields: FieldsOnDemand) -> FieldPlan:
    """Return the plan of a field that may have changed: that of the class if both are equal."""
    entry = None if name in fields.added else fields.recipe.plans.get(name)
    is_complete = entry is not None and entry.is_complete
    if is_complete and prototype_field_plan(nested_plan, name, field) == entry:
        return entry
    return own_field_plan(nested_plan, name, field)


def nested_plan(child: AnySerializer) -> Plan | None:
    """Return the plan of the fields that a nested serializer has; None if it renames them."""
    own = child.__dict__
    if chooses_row_by_row(type(child)):
        return None
    if "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own):
        plan = shared_plan(type(child))
        if plan is not None and plan.is_complete:
            return plan
    return plan_of_serializer(child)
