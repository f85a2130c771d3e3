"""Which shapes come back: what a serializer with fields of its own is compiled for.

Compiling costs as much as reading a hundred rows by DRF's code. A shape, the names of the fields
that a serializer has, is DRF's when it is seen for the first time; it is compiled when another
serializer has it, or this one has read that many rows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.db.models import QuerySet

from fastserializers.compiler.function import CompiledPlan
from fastserializers.compiler.plan import Delegated, FieldPlan, Nested, Own, Plan
from fastserializers.compiler.planning import completed_plan, plan_of
from fastserializers.conf import value_of
from fastserializers.lifecycle.declarations import plain_fields
from fastserializers.lifecycle.readings import FEW_ROWS, FIRST_ROWS

# Names with so many plans have another one for each request: they are not looked at any more.
MOST_PLANS = 16
MOST_SHAPES = 4096

# Takes a serializer, and the plan of its class where that says which fields there are.
PlanFor = Callable[[Any, "Plan | None"], "Plan | None"]

# The hashes of the plans that serializers with the same names had; None for those without a plan.
seen: OrderedDict[int, set[int] | None] = OrderedDict()


def plan_of_shape(serializer: Any, of_class: Plan | None = None) -> Plan | None:
    """Return the plan of the fields of `serializer`, if their shape has been seen before.

    None for a first time, and where DRF has to read them. Where the plan `of_class` says which
    fields there are, only what it leaves open is asked for.
    """
    names = [field.name for field in of_class.fields] if of_class else plain_fields(serializer)
    key = hash((id(type(serializer)), *names))
    if key not in seen:
        seen[key] = set()
        if len(seen) > MOST_SHAPES:
            seen.popitem(last=False)
        return None
    plans = seen[key]
    if plans is None or len(plans) > MOST_PLANS:
        return None
    shape = plan_of_fields_now(serializer, of_class)
    if shape is None:
        seen[key] = None
        return None
    number = hash(shape)
    is_new = bool(plans) and number not in plans
    plans.add(number)
    return None if is_new else shape


def plan_due(serializer: Any, rows: int) -> Plan | None:
    """Return the plan of the fields of a serializer that has read `rows` rows one by one.

    None where it is not worth one, or not yet.
    """
    if rows == FIRST_ROWS:
        return plan_of_fields_now(serializer)
    return plan_of_shape(serializer) if rows == FEW_ROWS else None


def plan_of_fields_now(serializer: Any, of_class: Plan | None = None) -> Plan | None:
    """Return the plan of the fields that `serializer` has by now, those nested in it included."""
    completed = completed_plan(of_class, serializer) if of_class else None
    if completed is not None:
        return completed
    plan = plan_of(serializer)
    return plan.without_data() if plan else None


def steps_for(rows: Any, known: CompiledPlan | None) -> tuple[tuple[int, PlanFor], ...]:
    """Return how many rows are read before there is a plan of all fields, and what makes it then.

    They are read by what is `known` of the class, or by DRF's code, which makes the fields of
    nested serializers when they represent their first row.
    """
    few = FEW_ROWS if known is None else WORTH.get(known, FEW_ROWS)
    first = plan_of_shape if known is None else partial(plan_beside, known)
    return (1 if are_many(rows, few) else few, first), (FIRST_ROWS, plan_of_fields_now)


def plan_beside(known: CompiledPlan, serializer: Any, of_class: Plan | None = None) -> Plan | None:
    """Return the plan of the fields of `serializer`, and keep how many rows it was worth."""
    shape = plan_of_shape(serializer, of_class)
    if shape is not None and of_class is None:
        gained = compiled_in(shape) - compiled_in(known.plan)
        WORTH[known] = min(FEW_ROWS * fields_in(shape) // max(gained, 1), MOST_ROWS)
    return shape


# How many rows are read by what is known of a class in the time that it takes to look at all
# fields: the more, the fewer fields that changes anything for.
WORTH: WeakKeyDictionary[CompiledPlan, int] = WeakKeyDictionary()
# A list that is represented by itself, for each row, takes as long as so many fields.
WORTH_OF_LIST = 10
# It is tried again where that may have changed.
MOST_ROWS = 1000


def are_many(rows: Any, few: int) -> bool:
    """Return whether a list, or a queryset that has been loaded, has more than a `few` rows."""
    is_counted = isinstance(rows, list | tuple) or (
        isinstance(rows, QuerySet) and type(rows).__len__ is QuerySet.__len__
    )
    return is_counted and len(rows) >= few


# The shapes that are compiled, the one that was used last at the end.
compiled: OrderedDict[Plan, CompiledPlan] = OrderedDict()


def compiled_shape(plan: Plan) -> CompiledPlan:
    """Return the compilation of a shape, which all serializers that have it share.

    Those that were not used for the longest time go when there are more fields in all of them
    than `FASTSERIALIZERS["SHAPE_FIELDS"]`: one takes about 4 kB.
    """
    known = compiled.get(plan)
    if known is not None:
        with suppress(KeyError):
            # Another thread may have just let it go.
            compiled.move_to_end(plan)
        return known
    known = compiled[plan] = CompiledPlan(plan)
    while len(compiled) > 1 and sum(map(fields_in, list(compiled))) > value_of("SHAPE_FIELDS"):
        with suppress(KeyError):
            compiled.popitem(last=False)
    return known


def fields_in(plan: Plan) -> int:
    """Return how many fields a plan has, with those of all that it nests."""
    return sum(
        1 + fields_in(field.output.plan) if isinstance(field.output, Nested) else 1
        for field in plan.fields
    )


def compiled_in(plan: Plan) -> int:
    """Return how many fields of a plan, and of all that it nests, are compiled, by their worth."""
    return sum(map(compiled_at, plan.fields))


def compiled_at(field: FieldPlan) -> int:
    if isinstance(field.output, Nested):
        return compiled_in(field.output.plan) + (WORTH_OF_LIST if field.output.many else 0)
    return not isinstance(field.output, Delegated | Own)
