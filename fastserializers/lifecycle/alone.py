"""Declared fields that are made without the others, where one object needs but one of them.

DRF makes all fields of a serializer when it looks at the first one: for a model of ten columns
that is ten times what representing it takes. A plan needs only those whose own code runs. They
are made and bound as DRF does it, and are the ones in `fields` as soon as anything asks for that.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from decimal import Decimal
from types import BuiltinFunctionType, FunctionType
from typing import Any

from django.utils.functional import Promise
from rest_framework.fields import Field
from rest_framework.serializers import Serializer

from fastserializers.compiler.planner import has_fixed_fields, reason_to_make
from fastserializers.overrides import FIELD_STATE
from fastserializers.runtime.nested import FIELDS_ALONE


class FieldsAlone(dict[str, Any]):
    """The fields by name that one serializer has had made so far."""

    def __reduce__(self) -> tuple[type[FieldsAlone], tuple[()]]:
        # A serializer that is pickled leaves them behind.
        return FieldsAlone, ()


def made_alone(serializer: Any, name: str) -> Any:
    """Return a new field that is bound to `serializer`, which knows it from now on."""
    field: Any = copy.deepcopy(serializer._declared_fields[name])
    field.bind(field_name=name, parent=serializer)
    state = serializer.__dict__
    if FIELDS_ALONE not in state:
        state[FIELDS_ALONE] = FieldsAlone()
    state[FIELDS_ALONE][name] = field
    return field


def all_made(serializer: Any, make: Callable[[], Any]) -> Any:
    """Return the fields that `make` gives a serializer, those that were made alone among them."""
    state = serializer.__dict__
    if FIELDS_ALONE not in state:
        return make()
    # DRF would have made them all then: what was set on the serializer since comes too late.
    late = {name: state.pop(name) for name in FIELD_STATE & state.keys()}
    try:
        fields = make()
    finally:
        state.update(late)
    for name, field in state.pop(FIELDS_ALONE).items():
        if name in fields and field.parent is serializer:
            # They are bound already.
            fields.fields[name] = field
    return fields


def may_be_made_alone(cls: Any, name: str) -> bool:
    """Return whether making a field of a class alone, and again with the others, runs no code."""
    field = cls._declared_fields.get(name)
    return (
        issubclass(cls, Serializer)
        and isinstance(field, Field)
        and has_fixed_fields(cls)
        and is_copied_by_python(field)
    )


def is_copied_by_python(value: Any) -> bool:
    """Return whether no code of a project's runs when an argument of a field is copied."""
    if isinstance(value, Field):
        arguments = (*value._args, *value._kwargs.values())  # type: ignore[attr-defined]
        return not reason_to_make(value) and all(map(is_copied_by_python, arguments))
    if type(value) in (list, tuple, set, frozenset):
        return all(map(is_copied_by_python, value))
    if type(value) is dict:
        return all(map(is_copied_by_python, (*value, *value.values())))
    return type(value) in ATOMS or isinstance(value, type | Promise)


ATOMS = {
    *(type(None), bool, int, float, str, bytes, Decimal),
    *(FunctionType, BuiltinFunctionType, re.Pattern),
}
