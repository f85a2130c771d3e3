"""The shape of a plan: what is left of it without the data that its fields hold.

A class has one set of choices, and its functions are given them. A serializer whose fields were
made for a request has choices of that request: its plan keeps the shape, which is the same next
time, and its functions ask the fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rest_framework.serializers import Serializer

from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Own, Plan
from fastserializers.compiler.planning import field_plan
from fastserializers.compiler.representations.representation import Representation
from fastserializers.runtime.places import field_of


def shape_of(plan: Plan) -> Plan:
    """Return `plan` with what it holds of the data of fields looked up when they are read."""
    return plan._replace(fields=tuple(map(shape_of_field, plan.fields)))


def shape_of_field(field: FieldPlan) -> FieldPlan:
    return field._replace(output=SHAPE_OF[type(field.output)](field.output))


def told_by_fields(plan: Plan, serializer: Serializer[Any]) -> Plan | None:
    """Return the plan of a class with what it leaves open, as the fields of `serializer` tell it.

    Only those are asked for. None where that has had all of them made, or one is not to be read.
    """
    fields: list[FieldPlan] = []
    for field in plan.fields:
        if getattr(field.output, "is_known", True):
            fields.append(field)
            continue
        bound = field_of(serializer, field.name)
        if bound.write_only or "fields" in vars(serializer):
            return None
        fields.append(shape_of_field(field_plan(field.name, bound, is_prototype=False)))
    return plan._replace(fields=tuple(fields))


def shape_of_representation(representation: Representation) -> Representation:
    lookups = ((name, lookup) for name, _, lookup in representation.from_field)
    return representation._replace(per_call=(*lookups, *representation.per_call), from_field=())


SHAPE_OF: dict[type, Callable[[Any], Any]] = {
    Representation: shape_of_representation,
    Nested: lambda nested: replace(nested, plan=shape_of(nested.plan)),
    Method: lambda method: method,
    Own: lambda own: own,
    Delegated: lambda delegated: delegated,
}
