"""The shape of a plan: what is left of it without the data that its fields hold.

A class has one set of choices, and its functions are given them. A serializer whose fields were
made for a request has choices of that request: its plan keeps the shape, which is the same next
time, and its functions ask the fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Own, Plan
from fastserializers.compiler.representations.representation import Representation


def shape_of(plan: Plan) -> Plan:
    """Return `plan` with what it holds of the data of fields looked up when they are read."""
    return plan._replace(fields=tuple(map(shape_of_field, plan.fields)))


def shape_of_field(field: FieldPlan) -> FieldPlan:
    has_data = field.missing is not None and field.missing.default is not None
    return field._replace(
        output=SHAPE_OF[type(field.output)](field.output),
        missing=None if has_data else field.missing,
    )


def shape_of_representation(representation: Representation) -> Representation:
    data = dict(representation.data)
    constants = (pair for pair in representation.constants if pair[0] not in data)
    return representation._replace(
        constants=tuple(constants), kept=(*representation.data, *representation.kept), data=()
    )


SHAPE_OF: dict[type, Callable[[Any], Any]] = {
    Representation: shape_of_representation,
    Nested: lambda nested: replace(nested, plan=shape_of(nested.plan)),
    Method: lambda method: method,
    Own: lambda own: own,
    Delegated: lambda delegated: delegated,
}
