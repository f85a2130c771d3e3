"""The plan of the fields that one serializer has, some of which project code adds or changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.compiler.planner import (
    chooses_row_by_row,
    field_plan,
    has_own_name,
    prototype_field_plan,
)
from fastserializers.reading.class_plan import shared_plan
from fastserializers.reading.hooks import SET_ON_SERIALIZER
from fastserializers.reading.lazy_fields import FieldsOnDemand
from fastserializers.runtime.drf_types import AnyField, AnySerializer
from fastserializers.runtime.overrides import is_shipped


def plan_of_fields(serializer: AnySerializer, fields: Any, known: KnownFields) -> Plan | None:
    """Return the plan of the fields that a serializer has; None if it renames one of them.

    It has the entries of the class for fields that project code has not touched, and does not make
    for each serializer. `known` has the fields of the class's last serializer, and is changed.
    """
    is_lazy = type(fields) is FieldsOnDemand
    of_class, added = (fields.recipe.plans, fields.added) if is_lazy else ({}, ())
    entries = []
    for name in fields:
        entry = None if name in added else of_class.get(name)
        is_open = entry is not None and not entry.is_complete
        if not is_lazy or name in fields.taken or is_open:
            field = fields.field_to_read(name) if is_lazy else fields[name]
            if not has_own_name(name, field):
                return None
            entry = None if field.write_only else plan_of_field(name, field, entry, known)
        if entry is not None:
            entries.append(entry)
    return Plan(type(serializer).__name__, tuple(entries))


def plan_of_field(
    name: str, field: AnyField, entry: FieldPlan | None, known: KnownFields
) -> FieldPlan:
    """Return the plan of a field that may have changed: the `entry` of its class if it equals."""
    before = known.get(name)
    if before is not None and before.is_like(field):
        return before.plan
    is_complete = entry is not None and entry.is_complete
    if is_complete and prototype_field_plan(nested_plan, name, field) == entry:
        return entry
    # Its choices may depend on the request, and the next request shares the plan: generated code
    # asks the field for them.
    planned = field_plan(nested_plan, name, field, "constants")
    if is_shipped(type(field)) and not isinstance(field, BaseSerializer):
        known[name] = KnownField(type(field), planned, options_of(field), len(vars(field)))
    return planned


class KnownField(NamedTuple):
    """A field of REST framework's, as project code has made it for the last serializer."""

    cls: type
    plan: FieldPlan
    options: dict[str, object]
    """Its attributes, but those that decide nothing about its output."""
    attributes: int
    """How many attributes it has."""

    def is_like(self, field: AnyField) -> bool:
        """Return whether a field has the same class and the same options: it has this plan."""
        own = vars(field)
        try:
            return (
                type(field) is self.cls
                and len(own) == self.attributes
                and self.options.items() <= own.items()
            )
        except Exception:
            # An option that does not compare, such as an array.
            return False


KnownFields = dict[str, KnownField]
"""By their names."""


def options_of(field: AnyField) -> dict[str, object]:
    return {name: value for name, value in vars(field).items() if name not in NO_OPTIONS}


# Each field has its own, and no output depends on them.
NO_OPTIONS = frozenset(
    {"_creation_counter", "_kwargs", "_validators", "error_messages", "help_text", "label"}
    | {"parent", "style", "validators"}
)


def nested_plan(child: AnySerializer) -> Plan | None:
    """Return the plan of the fields that a nested serializer has; None if it renames them."""
    own = child.__dict__
    if "fields" not in own and SET_ON_SERIALIZER.isdisjoint(own):
        plan = shared_plan(type(child))
        if plan is not None and plan.is_complete:
            return plan
    return None if chooses_row_by_row(type(child)) else plan_of_fields(child, child.fields, {})
