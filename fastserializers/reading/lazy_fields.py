"""The fields of one serializer, each of which is made when code asks for it.

REST framework makes and binds all fields of a serializer when the first is looked at: 300 to
600 µs for ten to twenty fields, half of what a small request costs. The names are known before.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator, Mapping
from dis import opmap
from functools import partial
from types import FrameType
from typing import Any, NamedTuple, SupportsIndex

from django.db.models import QuerySet
from django.utils.functional import SimpleLazyObject
from rest_framework.fields import Field
from rest_framework.settings import api_settings
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.compiler.plan import FieldPlan, Plan
from fastserializers.runtime.drf_types import AnyField

NOT_MADE: Any = object()
"""Stands for a field that was never asked for."""


class FieldRecipe(NamedTuple):
    """The fields of a prototype, of which all serializers of its class have copies."""

    fields: Mapping[str, AnyField]
    declared: Mapping[str, AnyField]
    """Those that the class declares."""
    plans: Mapping[str, FieldPlan]
    """The plans of the fields that are read."""
    plan: Plan

    @property
    def open_names(self) -> Iterator[str]:
        """The names of fields that project code makes for each serializer."""
        return (name for name, plan in self.plans.items() if not plan.is_complete)

    def new_field(self, name: str) -> AnyField:
        """Return a new field that is not bound yet, as REST framework's `get_fields()` makes it.

        REST framework copies a declared field, whose class may have its own `__deepcopy__()`. It
        makes other fields of their arguments.
        """
        if name in self.declared:
            return copy.deepcopy(self.declared[name])
        return made_again(self.fields[name])


def made_again(field: Any) -> AnyField:
    """Return a new field that is given what another field of a model was given."""
    made: AnyField = type(field)(*field._args, **argument(field._kwargs))
    return made


def argument(value: Any) -> Any:
    """Return an argument for a new field: what a field may change is a new object.

    All else is the same for all fields, as with REST framework, whose fields copy the lists that
    they are given. A manager may hold anything, such as a lock or what it has cached.
    """
    # Not `isinstance()`, which asks a lazy object what it is.
    cls = type(value)
    if issubclass(cls, Field):
        return made_again(value)
    if cls is dict:
        return {name: argument(part) for name, part in value.items()}
    return copy.deepcopy(value) if issubclass(cls, QuerySet) else value


class FieldsOnDemand(BindingDict, dict[str, Any]):
    """The fields of a serializer by name: what `get_fields()` returns, and `Serializer.fields`.

    Looking at names, `pop()`, `del` and `clear()` make no field.
    """

    def __init__(self, serializer: Any, recipe: FieldRecipe) -> None:
        dict.__init__(self, dict.fromkeys(recipe.fields, NOT_MADE))
        self.serializer = serializer
        self.recipe = recipe
        self.taken: set[str] = set()
        """The names of fields that project code has had, and may have changed, or has set."""
        self.added: set[str] = set()
        """The names of fields that project code has set."""
        self.changes = 0
        """How often a field was added, taken away or replaced."""
        self.is_bound = False
        """Whether the fields are those of `Serializer.fields`."""
        if getattr(serializer, "url_field_name", "") is None:
            # Now, as `get_fields()` of models does: pickling makes fields while it goes through
            # `vars()` of the serializer, which must not grow meanwhile.
            serializer.url_field_name = api_settings.URL_FIELD_NAME

    # A `BindingDict` keeps its fields in an attribute: here they are the items themselves.

    @property
    def fields(self) -> FieldsOnDemand:  # type: ignore[override]
        return self

    @property
    def are_all_taken(self) -> bool:
        """Whether project code has had all fields, as in a loop over them."""
        return self.taken.issuperset(self)

    def made(self, name: str) -> Any:
        field = self.recipe.new_field(name)
        if self.is_bound:
            field.bind(field_name=name, parent=self.serializer)
        return field

    def field_to_read(self, name: str) -> Any:
        """Return a field for code that does not change it, made now if it is not there."""
        field = dict.get(self, name, NOT_MADE)
        if field is NOT_MADE:
            field = self.made(name)
            if name in self:
                dict.__setitem__(self, name, field)
        return field

    def bind(self) -> None:
        """Bind the fields that are made, and each to come when it is made."""
        self.is_bound = True
        for name, field in dict.items(self):
            if field is not NOT_MADE:
                field.bind(field_name=name, parent=self.serializer)

    # C code that copies a dict reads its storage, unless its class has an `__iter__()`.

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return dict.__iter__(self)

    def __getitem__(self, name: str) -> Any:
        field = dict.__getitem__(self, name)
        if field is NOT_MADE:
            field = self.made(name)
            dict.__setitem__(self, name, field)
        self.taken.add(name)
        return field

    def __setitem__(self, name: str, field: Any) -> None:
        dict.__setitem__(self, name, field)
        self.changes += 1
        self.taken.add(name)
        self.added.add(name)
        if self.is_bound:
            field.bind(field_name=name, parent=self.serializer)

    def __delitem__(self, name: str) -> None:
        dict.__delitem__(self, name)
        self.changes += 1

    # Not by C code, which sets items without `__setitem__()`.

    def __ior__(self, fields: Any) -> FieldsOnDemand:  # type: ignore[misc, override]
        self.update(fields)
        return self

    def pop(self, name: str, *default: Any) -> Any:
        """Remove a field and return it, made by now unless the caller throws it away.

        Serializers whose fields a client chooses pop the others: to make 20 fields for that takes
        four times as long as all else of a small request. Code in C has no frame that tells what
        it does, as `map(fields.pop, names)`, and may use the field.
        """
        field = dict.pop(self, name, *default)
        self.changes += 1
        if field is not NOT_MADE:
            return field
        make = partial(self.made, name)
        return SimpleLazyObject(make) if throws_away(sys._getframe(1)) else make()

    def clear(self) -> None:
        dict.clear(self)
        self.changes += 1

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        # A pickle, or a copy, has REST framework's own mapping.
        if self.is_bound:
            state = {"serializer": self.serializer, "fields": dict(self)}
            return BindingDict.__new__, (BindingDict,), state
        return dict, (dict(self),)

    __ne__ = object.__ne__


def of_all_fields(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of a dict that has all fields, which are made first."""
    return lambda fields, *others: method(dict(fields), *others)


# Methods that look at names alone, and those that a `MutableMapping` lacks. The others are those
# of a `MutableMapping`, which get and set one field after the other.
for name in ("__contains__", "__len__", "__reversed__"):
    setattr(FieldsOnDemand, name, getattr(dict, name))
for name in ("__or__", "__repr__", "copy"):
    setattr(FieldsOnDemand, name, of_all_fields(getattr(dict, name)))


def throws_away(caller: FrameType) -> bool:
    """Return whether a caller's next instruction drops the result of its call."""
    code, following = caller.f_code.co_code, caller.f_lasti + 2
    while code[following] == CACHE:
        following += 2
    return code[following] == POP_TOP


# From Python 3.11 on, caches follow an instruction.
CACHE, POP_TOP = opmap.get("CACHE", -1), opmap["POP_TOP"]
