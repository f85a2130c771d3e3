"""What one serializer reads and emits, as a value: hashable, and free of fields and instances."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any, ClassVar, NamedTuple

from rest_framework import fields
from rest_framework.fields import DictField, ListField, SerializerMethodField
from rest_framework.relations import ManyRelatedField
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers.compiler.representations.items import Items, items_of
from fastserializers.compiler.representations.registry import representation_of
from fastserializers.compiler.representations.representation import (
    Access,
    AnyField,
    Representation,
    TypedValue,
)
from fastserializers.compiler.templates import is_plain_identifier, literal
from fastserializers.overrides import is_custom, overrides

# The methods that decide which fields a serializer has. A class that overrides one of them has a
# plan per serializer, made from the fields that it really has.
FIELD_HOOKS = frozenset(
    {
        "fields",
        "get_fields",
        "get_field_names",
        "get_default_field_names",
        "build_field",
        "build_standard_field",
        "build_relational_field",
        "build_nested_field",
        "build_property_field",
        "build_url_field",
        "build_unknown_field",
        "include_extra_kwargs",
        "get_extra_kwargs",
        "get_uniqueness_extra_kwargs",
        "get_unique_together_constraints",
        "_get_model_fields",
    }
)

# What DRF asks again for every row: only asking tells.
ROW_HOOKS = ("_readable_fields", "fields")

# What DRF makes the fields of: values, unless a class makes properties of them.
FIELD_DECLARATIONS = frozenset(
    {
        "Meta",
        "_declared_fields",
        "serializer_choice_field",
        "serializer_field_mapping",
        "serializer_related_field",
        "serializer_related_to_field",
        "serializer_url_field",
        "url_field_name",
    }
)

# What DRF reads of `Meta` to make the fields.
META_OPTIONS = frozenset(
    {"depth", "exclude", "extra_kwargs", "fields", "list_serializer_class", "model"}
    | {"read_only_fields"}
)

# What gives a serializer fields of its own when it is set on the serializer itself.
FIELD_STATE = FIELD_HOOKS | FIELD_DECLARATIONS | {"_readable_fields"}


class Plan(NamedTuple):
    """The readable fields of one serializer, in the order in which they are emitted."""

    serializer: str
    fields: tuple[FieldPlan, ...]

    @property
    def zoned(self) -> bool:
        """Whether the active time zone decides on a part of the output."""
        return any(field.output.zoned for field in self.fields)

    @property
    def runs_code(self) -> bool:
        """Whether representing may run code of the project's, whatever the source is."""
        return any(field.output.runs_code for field in self.fields)


class FieldPlan(NamedTuple):
    name: str
    source: tuple[str, ...]
    """The attributes to follow from the instance; none for `source="*"`."""
    output: Output
    missing: Missing | None = None
    """What stands for what an instance lacks; None where only the field knows."""


class Missing(NamedTuple):
    """What DRF takes where an instance has no such attribute or item."""

    default: TypedValue | None
    """None where the field is left out."""


# Each output says what is read for it (the source of the field, where `source` is None) and how,
# whether the active time zone decides on it, and whether it runs code of the project's.


@dataclass(frozen=True)
class Nested:
    """A serializer within this one."""

    plan: Plan
    many: bool
    within: tuple[Items, ...] = ()
    """The lists and dicts that it is in, the innermost one first."""

    source: ClassVar[None] = None

    @property
    def access(self) -> Access:
        return "nested" if self.many and not self.within else "value"

    @property
    def zoned(self) -> bool:
        return self.plan.zoned

    @property
    def runs_code(self) -> bool:
        return self.plan.runs_code


@dataclass(frozen=True)
class Method:
    """A method of the serializer that is given the instance."""

    name: str

    source: ClassVar[None] = None
    access: ClassVar[Access] = "value"
    zoned: ClassVar[bool] = False
    runs_code: ClassVar[bool] = True


@dataclass(frozen=True)
class Delegated:
    """A field that runs DRF's own code, and why."""

    reason: str

    source: ClassVar[None] = None
    access: ClassVar[Access] = "value"
    zoned: ClassVar[bool] = False
    runs_code: ClassVar[bool] = True


Output = Representation | Nested | Method | Delegated


def plan_of(serializer: Serializer[Any]) -> Plan | None:
    """Return the plan of the fields that `serializer` has now.

    None where the serializer decides row by row which fields it reads, or under which names: then
    only its own `to_representation()` knows.
    """
    if overrides(type(serializer), ROW_HOOKS) or "_readable_fields" in vars(serializer):
        return None
    bound = serializer.fields.items()
    if any(overrides(type(field), ("field_name", "write_only", "bind")) for _, field in bound):
        return None
    named = [(name, field) for name, field in bound if not field.write_only]
    if any(type(name) is not str or field.field_name != name for name, field in named):
        return None
    return Plan(type(serializer).__name__, tuple(field_plan(name, field) for name, field in named))


def field_plan(name: str, field: AnyField) -> FieldPlan:
    """Return what is read for a field and what it becomes; delegated, if that raises.

    What is wrong with its options, DRF says when it uses them, and of the values that need them.
    """
    try:
        path = tuple(field.source_attrs)
        literal(path)
        return FieldPlan(name, path, output_of(field), missing_of(field))
    except Exception as error:
        return FieldPlan(name, (), Delegated(f"looking at {type(field).__name__} raises: {error}"))


def missing_of(field: AnyField) -> Missing | None:
    if overrides(type(field), MISSING_HOOKS):
        return None
    default = field.default
    if default is fields.empty:
        if not field.allow_null:
            return None if field.required else Missing(None)
        default = None
    # Anything else may be another value the next time that it is asked for.
    return Missing(TypedValue(type(default), default)) if type(default) in ATOMS else None


MISSING_HOOKS = ("get_attribute", "get_default", "default", "allow_null", "required")
ATOMS = (type(None), bool, int, str)


def output_of(field: AnyField) -> Output:
    if serializer_in(field) is not None:
        return nested_output(field)
    if isinstance(field, SerializerMethodField):
        return method_output(field)
    return representation_of(field) or Delegated(reason_of(field))


def serializer_in(field: Any) -> BaseSerializer[Any] | None:
    """Return the serializer that a field is, or that represents what is in it; None if none."""
    while isinstance(field, COLLECTIONS) and "child" in vars(field):
        field = field.child
    return field if isinstance(field, BaseSerializer) else None


COLLECTIONS: Any = (ListSerializer, ListField, DictField)


def nested_output(field: Any) -> Nested | Delegated:
    within: list[Items] = []
    while (items := items_of(field)) is not None:
        within.insert(0, items)
        field = field.child
    if not isinstance(field, BaseSerializer):
        return Delegated(reason_of(field))
    many = isinstance(field, ListSerializer)
    child: Any = field.child if isinstance(field, ListSerializer) else field
    for part in (child, field):
        if is_custom(part):
            return Delegated(reason_of(part))
    if not isinstance(child, Serializer):
        return Delegated(f"{type(child).__name__} has a representation of its own")
    if many and child.parent is not field:
        return Delegated(f"{type(child).__name__} is not bound to its list")
    if not has_fixed_fields(type(child)):
        return Delegated(f"{type(child).__name__} chooses its fields when it is used")
    if any(type(parent) is type(child) for parent in parents_of(child)):
        return Delegated(f"{type(child).__name__} nests itself")
    try:
        plan = plan_of(child)
    except Exception as error:
        # It may never be used: then DRF never makes its fields.
        return Delegated(f"{type(child).__name__} could not make its fields: {error}")
    return (
        Nested(plan, many, tuple(within))
        if plan
        else Delegated(f"{type(child).__name__} renames its fields")
    )


def parents_of(field: AnyField) -> Iterator[AnyField]:
    while field.parent is not None:
        field = field.parent
        yield field


def method_output(field: SerializerMethodField) -> Method | Delegated:
    if is_custom(field) or field.source_attrs or not is_plain_identifier(field.method_name):
        return Delegated(reason_of(field))
    return Method(field.method_name)


def has_fixed_fields(serializer_class: type) -> bool:
    """Return whether the class alone decides which fields its serializers have."""
    return (
        not overrides(serializer_class, FIELD_HOOKS)
        and not any(is_computed(serializer_class, name) for name in FIELD_DECLARATIONS)
        and has_plain_meta(getattr(serializer_class, "Meta", None))
    )


def has_plain_meta(meta: Any) -> bool:
    """Return whether a `Meta` says the same until somebody changes it."""
    cls = meta if isinstance(meta, type) else type(meta)
    if any(is_computed(cls, name) for name in META_OPTIONS):
        return False
    if isinstance(meta, type):
        return type(meta) is type
    return not any(is_function(cls, name) for name in ("__getattribute__", "__getattr__"))


def is_function(cls: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(cls, name, None), FunctionType)


def is_computed(cls: type, name: str) -> bool:
    found = inspect.getattr_static(cls, name, None)
    return hasattr(found, "__get__") and not getattr(found, "is_plain_value", False)


def reason_of(field: AnyField) -> str:
    if isinstance(field, ManyRelatedField):
        return reason_of(field.child_relation)
    if is_custom(field):
        return f"{type(field).__name__} overrides how DRF makes, reads or represents it"
    return f"{type(field).__name__} is not compiled with these options"
