"""Which shapes come back: what a serializer with fields of its own is compiled for.

Compiling costs as much as reading a hundred rows by DRF's code. A shape, the names of the fields
that a serializer has, is DRF's when it is seen for the first time; it is compiled when another
serializer has it, or this one has read that many rows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet

from fastserializers.compiler.codegen import CompiledPlan
from fastserializers.compiler.plan import Nested, Plan
from fastserializers.compiler.planning import plan_of
from fastserializers.compiler.shapes import shape_of, told_by_fields
from fastserializers.conf import value_of
from fastserializers.lifecycle.declarations import plain_fields
from fastserializers.lifecycle.readings import FEW_ROWS, FIRST_ROWS

# Names with so many plans have another one for each request: they are not looked at any more.
MOST_PLANS = 16
MOST_SHAPES = 4096

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


def is_worth_a_plan(serializer: Any, rows: int) -> bool:
    """Return whether a serializer that has read `rows` rows one by one is to be compiled."""
    if rows == FIRST_ROWS:
        return True
    return rows == FEW_ROWS and plan_of_shape(serializer) is not None


def plan_of_fields_now(serializer: Any, of_class: Plan | None = None) -> Plan | None:
    """Return the plan of the fields that `serializer` has by now, those nested in it included."""
    told = told_by_fields(of_class, serializer) if of_class else None
    if told is not None:
        return told
    plan = plan_of(serializer)
    return shape_of(plan) if plan else None


PlanFor = Callable[[Any, "Plan | None"], "Plan | None"]


def steps_for(rows: Any) -> tuple[tuple[int, PlanFor], ...]:
    """Return how many rows DRF's code goes ahead by, and what then makes a plan of the rest.

    DRF makes the fields of nested serializers when they represent their first row.
    """
    return (1 if are_many(rows) else FEW_ROWS, plan_of_shape), (FIRST_ROWS, plan_of_fields_now)


def are_many(rows: Any) -> bool:
    """Return whether a list, or a queryset that has been loaded, has more than a few rows."""
    is_counted = isinstance(rows, list | tuple) or (
        isinstance(rows, QuerySet) and type(rows).__len__ is QuerySet.__len__
    )
    return is_counted and len(rows) >= FEW_ROWS


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
