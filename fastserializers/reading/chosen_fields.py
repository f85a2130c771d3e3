"""Which fields a serializer reads: all of its class, some of them, or own fields (rule 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from fastserializers.reading.lazy_fields import FieldsOnDemand, LazyFields
from fastserializers.runtime.drf_types import AnyField, AnySerializer


class RenamedField(Exception):
    """A field has another name in the output than its serializer has for it."""


def has_usual_fields(serializer: AnySerializer, plan: ClassPlan) -> bool:
    """Return whether a serializer has the fields of its class, and none of them is made yet."""
    own = serializer.__dict__
    return not plan.has_own_fields and "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own)


def plan_of_object(serializer: AnySerializer, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads one object.

    None if some are own fields, or if all of them were made: REST framework reads the object in
    less time than it takes to plan or to compare the fields.
    """
    if plan.compiled is None:
        return None
    fields = fields_on_demand(serializer)
    if fields is None or fields.added or fields.are_all_taken:
        return None
    try:
        entries = [*entries_of(fields, is_list=False)]
    except RenamedField:
        return None
    return plan_of_class_fields(entries, plan.compiled)


def plan_of_list(serializer: AnySerializer, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of the fields of a serializer that reads a list.

    None if it renames fields, or if it is one of many serializers with own fields.
    """
    compiled = plan.compiled
    is_fixed = compiled is not None and compiled.is_complete
    if is_fixed and (has_usual_fields(serializer, plan) or has_fields_of_class(serializer)):
        return compiled
    own = plan_of_serializer(serializer)
    if own is None:
        return None
    chosen = None if compiled is None else plan_of_class_fields(own.fields, compiled)
    return chosen or plan.own_plans.compiled(own)


def has_all_made(serializer: AnySerializer) -> bool:
    """Return whether project code has had all fields of a serializer, as in a loop over them."""
    fields = fields_on_demand(serializer)
    return fields is None or fields.are_all_taken


def has_fields_of_class(serializer: AnySerializer) -> bool:
    """Return whether a serializer has all fields of its class, and none has changed."""
    fields = fields_on_demand(serializer)
    if fields is None or fields.added or len(fields) < len(fields.recipe.fields):
        return False
    try:
        return all(is_as_in_class(fields, name) for name in fields.taken)
    except RenamedField:
        return False


def is_as_in_class(fields: FieldsOnDemand, name: str) -> bool:
    known = fields.recipe.plans.get(name)
    found = [*compared(name, fields.field_to_read(name), known)]
    return found == ([] if known is None else [known])


def plan_of_class_fields(
    entries: Sequence[FieldPlan], compiled: CompiledPlan
) -> CompiledPlan | None:
    """Return the plan of fields that are all of the class, in its order; None for others."""
    left = iter(compiled.plan.fields)
    if not all(any(entry is each for each in left) for entry in entries):
        return None
    if len(entries) == len(compiled.plan.fields):
        return compiled
    return compiled.part(entry.name for entry in entries)


def plan_of_serializer(serializer: AnySerializer) -> Plan | None:
    """Return the plan of the fields that a serializer has; None if it renames them."""
    if "_readable_fields" in serializer.__dict__:
        return None
    fields = fields_on_demand(serializer)
    if fields is None:
        return plan_of_fields(serializer, serializer.fields, partial(own_field_plan, nested_plan))
    try:
        return Plan(type(serializer).__name__, tuple(entries_of(fields, is_list=True)))
    except RenamedField:
        return None


def fields_on_demand(serializer: AnySerializer) -> FieldsOnDemand | None:
    """Return the fields of a serializer; None if REST framework's `get_fields()` has made them."""
    fields: object = serializer.fields
    return fields.fields if type(fields) is LazyFields else None


def entries_of(fields: FieldsOnDemand, *, is_list: bool) -> Iterator[FieldPlan]:
    """Return the plans of fields: those of the class for fields that are as the class has them.

    Fields that code of the project makes for each serializer are REST framework's in one object.
    Raises `RenamedField`.
    """
    for name in fields:
        known = fields.recipe.plans.get(name)
        is_open = known is not None and not known.is_complete
        if name in fields.taken or (is_open and is_list):
            same = None if name in fields.added else known
            yield from compared(name, fields.field_to_read(name), same)
        elif known is not None:
            yield known


def compared(name: str, field: AnyField, known: FieldPlan | None) -> Iterator[FieldPlan]:
    """Return the plan of a field, which is the `known` one if it is equal; nothing if it is not
    read."""
    if not has_own_name(name, field):
        raise RenamedField
    if field.write_only:
        return
    is_complete = known is not None and known.is_complete
    if is_complete and prototype_field_plan(nested_plan, name, field) == known:
        yield known
    else:
        yield own_field_plan(nested_plan, name, field)


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
