"""Which fields a serializer reads: all of its class, some of them, or own fields (rule 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastserializers.compiler.functions import CompiledPlan, compile_plan, compiled_before
from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.reading.class_plan import ROWS_OF_CREATED_CLASS, ClassPlan
from fastserializers.reading.decision import FEW_ROWS, OWN_FIELDS, TOO_MANY, Decision
from fastserializers.reading.hooks import SET_ON_SERIALIZER
from fastserializers.reading.lazy_fields import FieldsOnDemand
from fastserializers.reading.own_fields import plan_of_fields
from fastserializers.runtime.drf_types import AnySerializer


def chosen_plan(
    serializer: AnySerializer, plan: ClassPlan, rows: int = 0
) -> CompiledPlan | Decision:
    """Return the plan of a serializer that reads so many rows, or why REST framework reads them.

    One object has no rows. Planning a field takes as long as REST framework takes to represent a
    row of a few fields.
    """
    part = part_of_class(serializer, plan)
    if part is not None and (part.is_complete or not rows):
        return part
    fields = serializer.fields
    own = count_own(fields)
    if part is not None and rows <= own:
        # The fields that project code makes for each serializer are REST framework's.
        return part
    if rows < own:
        return FEW_ROWS if rows else OWN_FIELDS
    found = plan_of_fields(serializer, fields, plan.known_fields)
    chosen = found and part_with(found.fields, plan)
    if found and rows and not chosen:
        chosen = own_plan(found, plan.own_plans, rows)
    return chosen or (TOO_MANY if rows else OWN_FIELDS)


# Fields of the class.


def has_usual_fields(own: Mapping[str, Any], plan: ClassPlan) -> bool:
    """Return whether a serializer with these attributes has the fields of its class, none made."""
    return not plan.has_own_fields and "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own)


def part_of_class(serializer: AnySerializer, plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of fields that are all of the class or some of them, in its order.

    None if project code has had one of them, and may have changed it.
    """
    compiled = plan.compiled
    if has_usual_fields(serializer.__dict__, plan):
        return compiled
    fields: Any = serializer.fields
    if type(fields) is not FieldsOnDemand or fields.recipe is not plan.recipe or fields.taken:
        return None
    if compiled is None or len(fields) == len(fields.recipe.fields):
        return compiled
    return compiled.part(fields)


def part_with(entries: Sequence[FieldPlan], plan: ClassPlan) -> CompiledPlan | None:
    """Return the plan of entries that are all of the class, in its order; None for others."""
    compiled = plan.compiled
    if compiled is None:
        return None
    chosen = {id(entry) for entry in entries}
    if [*entries] != [entry for entry in compiled.plan.fields if id(entry) in chosen]:
        return None
    if len(entries) == len(compiled.plan.fields):
        return compiled
    return compiled.part(entry.name for entry in entries)


# Own fields.


def count_own(fields: Any) -> int:
    """Return how many fields are to be planned, because project code has added or made them."""
    if type(fields) is not FieldsOnDemand or fields.are_all_taken:
        return len(fields)
    return len(fields.added.union(fields.recipe.open_names).intersection(fields))


# The first own plans of a class are compiled at once. A later one is compiled after as many rows
# as a class that a function has created: a client that chooses fields at random does not make a
# server compile without end.
COMPILED_AT_ONCE = 16
MOST_COUNTED = 1_024


def own_plan(plan: Plan, rows_read: dict[int, int], rows: int) -> CompiledPlan | None:
    """Return the functions of a plan of own fields; None if REST framework reads by it this time.

    `rows_read` has how many rows REST framework has read by each such plan of a class, by the hash
    of the plan. It is changed.
    """
    compiled = compiled_before(plan)
    if compiled is not None:
        return compiled
    identity, is_early = hash(plan), len(rows_read) < COMPILED_AT_ONCE
    if identity not in rows_read and len(rows_read) >= MOST_COUNTED:
        del rows_read[next(iter(rows_read))]
    before = rows_read.get(identity, ROWS_OF_CREATED_CLASS if is_early else 0)
    is_due = before >= ROWS_OF_CREATED_CLASS
    rows_read[identity] = 0 if is_due else before + rows
    return compile_plan(plan) if is_due else None
