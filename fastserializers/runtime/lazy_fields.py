"""The fields of one serializer, each of which is made when it is asked for.

REST framework makes and binds all fields of a serializer when the first is looked at: 300 to
600 µs for ten to twenty fields, half of what a small request costs. The names are known before.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator, Mapping
from dis import opmap
from types import FrameType
from typing import Any, NamedTuple, SupportsIndex

from django.utils.functional import SimpleLazyObject
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.snapshots import Snapshot

NOTHING: Any = object()


class FieldRecipe(NamedTuple):
    """Makes the fields of all serializers of one class."""

    names: tuple[str, ...]
    make: Callable[[Any, str], AnyField]
    """Takes a serializer and a name; returns the new field as `get_fields()` has it."""
    known: Mapping[str, Any]
    """The entries of the plan of the class, by name, of the fields that are read."""
    bound: tuple[str, ...] = ()
    """The names of fields that override `bind()`: it may make anything of them."""
    is_of_model: bool = False
    """Whether the serializer derives fields of a model, and has the name of its URL for it."""


class PoppedField(SimpleLazyObject):  # type: ignore[type-arg]
    """The result of `pop()` for code that throws it away: a field that is made when it is used.

    Compiled code, as Cython's, has no frame that tells what it does, and may use the field.
    """

    def made(self) -> Any:
        # Any attribute makes it.
        self.__class__  # noqa: B018
        return self._wrapped

    def __deepcopy__(self, memo: dict[int, object]) -> Any:
        return copy.deepcopy(self.made(), memo)

    def __repr__(self) -> str:
        return repr(self.made())


class LazyFields(BindingDict):
    """`Serializer.fields` that knows all names in their order and makes a field when asked for it.

    Looking at names, `pop()`, `del` and `clear()` make none.
    """

    def __init__(self, serializer: Any, recipe: FieldRecipe) -> None:
        self.serializer = serializer
        self.recipe = recipe
        if recipe.is_of_model and serializer.url_field_name is None:
            # Now, as `get_fields()` does: pickling makes fields while it goes through `vars()` of
            # the serializer, which must not grow meanwhile.
            serializer.url_field_name = api_settings.URL_FIELD_NAME
        self.by_name: dict[str, Any] = dict.fromkeys(recipe.names)
        """The fields by name; None for a field that was never asked for."""
        self.taken: dict[str, Snapshot | None] = dict.fromkeys(recipe.bound)
        """The state of fields when project code took them, which may have changed them; None for
        a field that is not the recipe's."""
        for name in recipe.bound:
            self.by_name[name] = self.made(name)

    @property
    def fields(self) -> dict[str, Any]:  # type: ignore[override]
        """All fields by name, as `BindingDict.fields`."""
        for name in self.by_name:
            self[name]
        return self.by_name

    def bound(self, name: str) -> Any:
        """Return a field for code that does not change it. Raises `KeyError`."""
        field = self.by_name[name]
        if field is None:
            field = self.by_name[name] = self.made(name)
        return field

    def made(self, name: str) -> Any:
        field: AnyField = self.recipe.make(self.serializer, name)
        field.bind(field_name=name, parent=self.serializer)
        return field

    @property
    def is_untouched(self) -> bool:
        """Whether all fields of the class are there, and project code has had none of them."""
        return not self.taken and len(self.by_name) == len(self.recipe.names)

    def changed(self) -> set[str]:
        """Return the names of the fields that are not those of the class, or not any more.

        Code that goes through `fields.items()` takes all of them, and changes none.
        """
        return {
            name
            for name, taken in self.taken.items()
            if taken is None
            or not taken.is_still(self.by_name[name])
            or not all(map(has_fields_of_class, taken.serializers))
        }

    # A mapping.

    def __getitem__(self, key: str) -> Any:
        if key in self.taken:
            return self.by_name[key]
        field = self.bound(key)
        self.taken[key] = Snapshot(field)
        return field

    def __setitem__(self, key: str, field: AnyField) -> None:
        if isinstance(field, PoppedField):
            field = field.made()
        self.by_name[key] = field
        self.taken[key] = None
        field.bind(field_name=key, parent=self.serializer)

    def __delitem__(self, key: str) -> None:
        del self.by_name[key]
        self.taken.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self.by_name

    def __iter__(self) -> Iterator[Any]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    def pop(self, key: str, default: Any = NOTHING) -> Any:
        """Remove a field and return it, made by now unless the caller throws it away.

        Serializers whose fields a client chooses pop the others: to make 20 fields for that takes
        four times as long as all else of a small request.
        """
        if key not in self.by_name:
            if default is NOTHING:
                raise KeyError(key)
            return default
        field = self.by_name.pop(key)
        self.taken.pop(key, None)
        if field is not None:
            return field
        is_used = not throws_away(sys._getframe(1))
        return self.made(key) if is_used else PoppedField(lambda: self.made(key))

    def clear(self) -> None:
        self.by_name.clear()
        self.taken.clear()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        # A pickle, or a copy, has REST framework's own mapping.
        return new_fields, (), {"serializer": self.serializer, "fields": self.fields}


def has_fields_of_class(serializer: BaseSerializer[Any]) -> bool:
    """Return whether a nested serializer has, or will have, the fields of its class."""
    fields = vars(serializer).get("fields")
    if type(fields) is LazyFields:
        return tuple(fields) == fields.recipe.names and not fields.changed()
    return fields is None and "url_field_name" not in vars(serializer)


def new_fields() -> BindingDict:
    return BindingDict.__new__(BindingDict)


def throws_away(caller: FrameType) -> bool:
    """Return whether a caller's next instruction drops the result of its call."""
    code, following = caller.f_code.co_code, caller.f_lasti + 2
    while following < len(code) and code[following] == CACHE:
        following += 2
    return following < len(code) and code[following] == POP_TOP


# From Python 3.11 on, caches follow an instruction.
CACHE, POP_TOP = opmap.get("CACHE", -1), opmap["POP_TOP"]
