"""Makes the plan of a serializer from the fields that it has."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from typing import Any

from django.utils import functional
from rest_framework.fields import Field, SerializerMethodField
from rest_framework.relations import ManyRelatedField, RelatedField
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.compiler.fields.registry import (
    FieldClass,
    field_class_of,
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
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.drf_types import AnyField, AnySerializer
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.overrides import (
    FIELD_DECLARATIONS,
    META_OPTIONS,
    READ_HOOKS,
    READING_FIELD_HOOKS,
    is_custom,
    is_shipped,
    overrides,
    returns_false,
)

# DRF asks for these attributes for every row.
ROW_HOOKS = ("_readable_fields", "fields")


Leads = Callable[[str], bool]
"""Takes an attribute; returns whether any of the rows that are read has something there."""


def plan_of(
    serializer: Serializer[Any], *, is_prototype: bool = False, leads: Leads | None = None
) -> Plan | None:
    """Return the plan of the fields that `serializer` has now.

    With `is_prototype`, the plan holds for all serializers of the class: fields that code of the
    project makes for each serializer are left open. A nested serializer that chooses its fields is
    not asked for them where no row `leads` to it.

    None where the serializer decides row by row which fields it reads, or renames its fields.
    """
    if chooses_row_by_row(type(serializer)) or "_readable_fields" in vars(serializer):
        return None
    fields: Any = fields_of_prototype(serializer) if is_prototype else serializer.fields
    return plan_of_fields(serializer, fields, is_prototype=is_prototype, leads=leads)


def fields_of_prototype(serializer: AnySerializer) -> BindingDict:
    """Return the fields that all serializers of a class have, made as by `Serializer.fields`.

    A field that code of the project's makes or binds is not made once more, without a request: a
    copy of what the class has declared stands for it.
    """
    serializer._declared_fields = DeclaredFields(serializer._declared_fields)
    fields = BindingDict(serializer)
    for name, field in serializer.get_fields().items():
        if reason_to_make(field):
            fields.fields[name] = field
            Field.bind(field, name, serializer)
        else:
            fields[name] = field
    return fields


class DeclaredFields(dict[str, Any]):
    """Declared fields that are copied without code of the project's."""

    def __deepcopy__(self, memo: Any) -> dict[str, Any]:
        return {name: copied_field(field) for name, field in self.items()}


def copied_field(field: AnyField) -> Any:
    if not reason_to_make(field):
        return copy.deepcopy(field)
    copied = object.__new__(type(field))
    vars(copied).update(vars(field))
    return copied


def plan_of_fields(
    serializer: AnySerializer,
    fields: Any,
    *,
    is_prototype: bool = False,
    leads: Leads | None = None,
) -> Plan | None:
    """Return the plan of the `fields` of a serializer; None where they have other names.

    Of lazy fields, only those are made and asked that were changed, or left open.
    """
    lazy = fields if type(fields) is LazyFields else None
    changed = fields.changed() if lazy is not None else ()
    entries: list[FieldPlan] = []
    classes: dict[type, FieldClass] = {}
    for name in fields:
        if lazy is not None and name not in changed:
            entry = lazy.recipe.known.get(name)
            if entry is None:
                # A field that is only written.
                continue
            if getattr(entry.output, "is_complete", True):
                entries.append(entry)
                continue
        field = fields[name] if lazy is None else lazy.bound(name)
        known = classes.get(type(field))
        if known is None:
            known = classes[type(field)] = field_class_of(field)
        if known.is_named_by_code or (is_prototype and known.is_bound_by_code):
            return None
        if field.write_only:
            if is_prototype and overrides(type(field), ("__deepcopy__",)):
                # The copies that serializers have may be readable.
                return None
            continue
        if type(name) is not str or field.field_name != name:
            return None
        if leads is not None and is_led_nowhere(field, leads):
            entries.append(FieldPlan(name, tuple(field.source_attrs), LED_NOWHERE))
        else:
            entries.append(field_plan(name, field, known, is_prototype))
    return Plan(type(serializer).__name__, tuple(entries))


def chooses_row_by_row(serializer_class: type) -> bool:
    """Return whether code of the project may give DRF other fields for each row."""
    keeps_fields = isinstance(own_fields(serializer_class), CACHED_PROPERTIES)
    return overrides(serializer_class, ("_readable_fields",) if keeps_fields else ROW_HOOKS)


def has_fields_property(serializer_class: type) -> bool:
    """Return whether nothing but a property `fields` of the project's chooses row by row."""
    is_property = type(own_fields(serializer_class)) is property
    return is_property and not overrides(serializer_class, ("_readable_fields",))


def own_fields(serializer_class: type) -> Any:
    """Return the attribute `fields` of the project's; None for that of DRF."""
    bases = (base for base in serializer_class.__mro__ if "fields" in vars(base))
    return next((vars(base)["fields"] for base in bases if not is_shipped(base)), None)


CACHED_PROPERTIES = (functools.cached_property, functional.cached_property)


def field_plan(name: str, field: AnyField, cls: FieldClass, is_prototype: bool) -> FieldPlan:
    """Return what is read for a field and what it becomes.

    A field whose options raise is delegated: DRF raises when it uses the options, if it ever does.
    """
    try:
        path = tuple(field.source_attrs)
        literal(path)
        return FieldPlan(name, path, output_of(field, cls, is_prototype=is_prototype))
    except RepresentationError as error:
        # Raised when the field is used: a class with a mistake can be defined and looked at.
        return FieldPlan(name, (), Delegated(str(error), is_mistaken=True))
    except Exception as error:
        return FieldPlan(name, (), Delegated(f"looking at {type(field).__name__} raises: {error}"))


def output_of(
    field: AnyField, cls: FieldClass | None = None, *, is_prototype: bool = False
) -> Output:
    if is_prototype and (reason := reason_to_make(field)):
        return Delegated(reason, is_complete=False)
    if isinstance(field, BaseSerializer):
        return nested_output(field, is_prototype)
    if isinstance(field, SerializerMethodField):
        return method_output(field)
    representation = representation_of(field, cls)
    if representation is None:
        return own_output(field, reason_of(field))
    # A serializer whose fields are made for a request has choices of that request, and its plan is
    # kept for the next one: what it asks its fields for is no constant.
    return representation.without("per_call" if is_prototype else "constants")


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
        # Most fields that override it want the whole instance, and say so by `return False`.
        is_read_by_code = not returns_false(getattr(cls, *OWN_KEYS))
    if isinstance(field, ManyRelatedField) and not (is_read_by_code or is_custom(field)):
        # Its items are represented by code of the project's, one after the other.
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


def serializer_in(field: AnyField) -> BaseSerializer[Any] | None:
    """Return the serializer that a field is, or that represents what is in it; None if none."""
    found: Any = field
    while isinstance(found, ListSerializer) and "child" in vars(found):
        found = found.child
    return found if isinstance(found, BaseSerializer) else None


def nested_output(field: AnyField, is_prototype: bool) -> Nested | OwnRepresentation | Delegated:
    many = isinstance(field, ListSerializer)
    child: Any = field.child if isinstance(field, ListSerializer) else field
    for part in (child, field):
        if is_custom(part):
            return own_output(field, reason_of(part))
    reason = reason_not_to_nest(field, child)
    if reason:
        return own_output(field, reason)
    if is_prototype and not has_fixed_fields(type(child)):
        name = type(child).__name__
        return Delegated(f"{name} chooses its fields when it is used", is_complete=False)
    try:
        plan = plan_of(child, is_prototype=is_prototype)
    except Exception as error:
        # DRF raises this error only if a row uses the nested serializer.
        return own_output(field, f"{type(child).__name__} could not make its fields: {error}")
    if plan is None:
        return own_output(field, f"{type(child).__name__} renames its fields")
    return Nested(plan, many)


def is_led_nowhere(field: AnyField, leads: Leads) -> bool:
    """Return whether no row has an object for a nested serializer, which then makes no fields."""
    return (
        isinstance(field, Serializer)
        and "fields" not in vars(field)
        and not has_fixed_fields(type(field))
        and not is_custom(field)
        and len(field.source_attrs) == 1
        and not leads(field.source_attrs[0])
    )


LED_NOWHERE = Representation((), access="related")
"""None for None. REST framework's field represents whatever else is found."""


def reason_not_to_nest(field: AnyField, child: Any) -> str:
    name = type(child).__name__
    if not isinstance(child, Serializer):
        return f"{name} has a representation of its own"
    if child is not field and child.parent is not field:
        return f"{name} is not bound to its list"
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


def has_fixed_fields(serializer_class: type) -> bool:
    """Return whether the class alone decides which fields its serializers have."""
    return not overrides(serializer_class, ("fields",)) and not decides_fields(serializer_class)


def decides_fields(serializer_class: type) -> bool:
    """Return whether code of the project's has a say in what REST framework's `fields` are."""
    return (
        overrides(serializer_class, READING_FIELD_HOOKS - {"fields"})
        or computes(serializer_class, FIELD_DECLARATIONS)
        or computes(getattr(serializer_class, "Meta", object), META_OPTIONS)
    )


def computes(cls: Any, names: frozenset[str]) -> bool:
    """Return whether one of `names` is no plain value of `cls`."""
    return any(hasattr(inspect.getattr_static(cls, name, None), "__get__") for name in names)


def reason_of(field: AnyField) -> str:
    if isinstance(field, ManyRelatedField):
        return reason_of(field.child_relation)
    if is_custom(field):
        return f"{type(field).__name__} overrides how DRF reads or represents it"
    return f"{type(field).__name__} is not compiled with these options"
