"""Makes the plan of a serializer from its fields."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Literal

from django.utils import functional
from rest_framework.fields import Field, SerializerMethodField
from rest_framework.relations import ManyRelatedField, RelatedField
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.compiler.fields.registry import (
    BINDING_HOOKS,
    READ_HOOKS,
    field_class_of,
    is_custom,
    representation_of,
)
from fastserializers.compiler.plan import (
    Delegated,
    FieldPlan,
    Method,
    Nested,
    Output,
    OwnRepresentation,
    Plan,
)
from fastserializers.compiler.representation import Representation
from fastserializers.compiler.templates import is_plain_identifier, literal
from fastserializers.runtime.drf_types import AnyField, AnySerializer
from fastserializers.runtime.overrides import is_shipped, overrides

# DRF asks for these attributes for every row.
ROW_HOOKS = ("_readable_fields", "fields")

NestedPlan = Callable[[AnySerializer], "Plan | None"]
"""Takes the serializer of a nested field; returns the plan of its fields.

None if the serializer renames its fields, or chooses them row by row.
"""


class OpenFields(Exception):
    """Two nested serializers of one class may have different fields."""


def fields_of_prototype(
    serializer: AnySerializer, get_fields: Callable[[Any], dict[str, AnyField]]
) -> BindingDict:
    """Return the fields that REST framework gives all serializers of a class.

    `get_fields` is REST framework's method. Project code that makes or binds a field expects a
    request, and does not run. Raises `OpenFields` if binding a field runs such code.
    """
    declared = serializer._declared_fields.items()
    serializer._declared_fields = {name: copied_once(field) for name, field in declared}
    fields = BindingDict(serializer)
    for name, field in get_fields(serializer).items():
        if reason_to_make(field):
            if overrides(type(field), BINDING_HOOKS):
                raise OpenFields(f"{type(field).__name__} overrides bind() or what it sets")
            fields.fields[name] = field
            Field.bind(field, name, serializer)
        else:
            fields[name] = field
    return fields


def copied_once(field: AnyField) -> AnyField:
    """Return a field that is copied without project code."""
    if not reason_to_make(field):
        return field
    copied = object.__new__(type(field))
    vars(copied).update(vars(field), __deepcopy__=lambda memo: copied)
    return copied


def plan_of_prototype(
    serializer: AnySerializer, fields: Mapping[str, Any], nested_plan: NestedPlan
) -> Plan | None:
    """Return the plan of the fields that all serializers of a class have.

    Fields that project code makes for each serializer are left open. None if a field has another
    name in the output.
    """
    if not all(has_own_name(name, field) for name, field in fields.items()):
        return None
    entries = tuple(
        prototype_field_plan(nested_plan, name, field)
        for name, field in fields.items()
        if not field.write_only or reason_to_make(field)
    )
    return Plan(type(serializer).__name__, entries)


def has_own_name(name: object, field: AnyField) -> bool:
    """Return whether the output of a field is under the name that its serializer has for it."""
    return type(name) is str and (field.write_only or field.field_name == name)


def prototype_field_plan(nested_plan: NestedPlan, name: str, field: AnyField) -> FieldPlan:
    """Return the plan of a field that all serializers of a class have, or leave it open."""
    reason = reason_to_make(field)
    if reason:
        return FieldPlan(name, (), Delegated(reason, is_complete=False))
    # All serializers of the class have the same options.
    return field_plan(nested_plan, name, field, "per_call")


def chooses_row_by_row(serializer_class: type) -> bool:
    """Return whether project code may give DRF other fields for each row."""
    bases = (base for base in serializer_class.__mro__ if "fields" in vars(base))
    own = next((vars(base)["fields"] for base in bases if not is_shipped(base)), None)
    keeps_fields = isinstance(own, CACHED_PROPERTIES)
    return overrides(serializer_class, ("_readable_fields",) if keeps_fields else ROW_HOOKS)


CACHED_PROPERTIES = (functools.cached_property, functional.cached_property)


def field_plan(
    nested_plan: NestedPlan, name: str, field: AnyField, without: Literal["constants", "per_call"]
) -> FieldPlan:
    """Return what is read for a field and what it becomes.

    A field whose options raise is delegated: DRF raises when it uses the options, if it ever does.
    """
    try:
        path = tuple(field.source_attrs)
        literal(path)
        output = output_of(field, nested_plan)
    except Exception as error:
        return FieldPlan(name, (), Delegated(f"looking at {type(field).__name__} raises: {error}"))
    if isinstance(output, Representation):
        output = output.without(without)
    return FieldPlan(name, path, output)


def output_of(field: AnyField, nested_plan: NestedPlan) -> Output:
    if isinstance(field, BaseSerializer):
        return nested_output(field, nested_plan)
    if isinstance(field, SerializerMethodField):
        return method_output(field)
    representation = representation_of(field)
    return own_output(field, reason_of(field)) if representation is None else representation


def reason_to_make(field: AnyField) -> str:
    """Return why a field may differ for the next serializer; an empty text where it does not."""
    if field_class_of(field).is_made_by_code:
        return f"{type(field).__name__} overrides __init__() or another method that makes it"
    parts = (vars(field).get(name) for name in ("child", "child_relation", "pk_field"))
    return next((reason_to_make(part) for part in parts if isinstance(part, Field)), "")


def own_output(field: AnyField, reason: str) -> OwnRepresentation | Delegated:
    """Return an output that gives the raw value to the field's `to_representation()`.

    A field with its own `get_attribute()` is delegated: only the field knows its raw value.
    """
    cls = type(field)
    is_read_by_code = overrides(cls, OWN_READING) or not OWN_METHODS.isdisjoint(vars(field))
    if not is_read_by_code and overrides(cls, OWN_KEYS):
        # Most fields override it by `return False`, to get the whole related instance. One query
        # then loads the relation of all rows: 500 rows take 6.7 ms and 2 queries instead of 70 ms
        # and 501.
        is_read_by_code = not returns_false(getattr(cls, *OWN_KEYS))
    if isinstance(field, ManyRelatedField) and not (is_read_by_code or is_custom(field)):
        # Project code represents its items, one after the other.
        return Delegated(reason, access="rows")
    if is_read_by_code or cls.get_attribute not in READS_VALUES:
        return Delegated(reason)
    if isinstance(field, RelatedField) and field.use_pk_only_optimization():
        return Delegated(reason)
    is_list = isinstance(field, ListSerializer) and not overrides(cls, ("to_representation",))
    return OwnRepresentation(reason, "nested" if is_list else "value")


OWN_KEYS = ("use_pk_only_optimization",)
OWN_METHODS = frozenset({"get_attribute", *OWN_KEYS})
OWN_READING = tuple(hook for hook in READ_HOOKS if hook != "to_representation")
READS_VALUES = (Field.get_attribute, RelatedField.get_attribute)


def returns_false(function: Any) -> bool:
    """Return whether all that a function does is returning False: calling it changes nothing."""
    code = getattr(function, "__code__", None)
    return code is not None and (
        code.co_code in RETURNING_FALSE and any(each is False for each in code.co_consts)
    )


def without_docstring(self: object) -> bool:
    return False


def with_docstring(self: object) -> bool:
    """Return False."""
    return False


RETURNING_FALSE = (without_docstring.__code__.co_code, with_docstring.__code__.co_code)


def serializer_in(field: AnyField) -> BaseSerializer[Any] | None:
    """Return the serializer that a field is, or that represents what is in it; None if none."""
    found: Any = field
    while isinstance(found, ListSerializer) and "child" in vars(found):
        found = found.child
    return found if isinstance(found, BaseSerializer) else None


def nested_output(
    field: AnyField, nested_plan: NestedPlan
) -> Nested | OwnRepresentation | Delegated:
    many = isinstance(field, ListSerializer)
    child: Any = field.child if isinstance(field, ListSerializer) else field
    for part in (child, field):
        if is_custom(part):
            return own_output(field, reason_of(part))
    reason = reason_not_to_nest(field, child)
    if reason:
        return own_output(field, reason)
    try:
        plan = nested_plan(child)
    except OpenFields as error:
        return Delegated(str(error), is_complete=False)
    except Exception as error:
        # DRF raises this error only if a row uses the nested serializer.
        return own_output(field, f"{type(child).__name__} could not make its fields: {error}")
    if plan is None:
        return own_output(field, f"{type(child).__name__} renames its fields")
    return Nested(plan, many)


def reason_not_to_nest(field: AnyField, child: Any) -> str:
    name = type(child).__name__
    if not isinstance(child, Serializer):
        return f"{name} has a representation of its own"
    if child is not field and child.parent is not field:
        return f"{name} is not bound to its list, and has no request"
    parent: Any = child.parent
    while parent is not None:
        if type(parent) is type(child):
            return f"{name} nests itself"
        parent = parent.parent
    return ""


def method_output(field: SerializerMethodField) -> Method | OwnRepresentation | Delegated:
    if is_custom(field) or field.source_attrs or not is_plain_identifier(field.method_name):
        return own_output(field, reason_of(field))
    return Method(field.method_name)


def reason_of(field: AnyField) -> str:
    if isinstance(field, ManyRelatedField):
        return reason_of(field.child_relation)
    if is_custom(field):
        return f"{type(field).__name__} overrides how DRF reads or represents it"
    return f"{type(field).__name__} is not compiled with these options"
