"""The state of a field when project code took it, to see later whether it was changed."""

from __future__ import annotations

from typing import Any

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer

from fastserializers.runtime.drf_types import AnyField


class Snapshot:
    """The attributes of a field, and of those that it represents something by, at one time."""

    __slots__ = ("classes", "copies", "of_serializers", "parts", "serializers", "states")

    def __init__(self, field: AnyField) -> None:
        self.parts = parts = parts_of(field)
        self.classes = [*map(type, parts)]
        self.serializers = [part for part in parts if isinstance(part, BaseSerializer)]
        self.of_serializers = [*map(state_of_serializer, self.serializers)]
        self.states = [vars(part) for part in parts if not isinstance(part, BaseSerializer)]
        self.copies = [*map(copy_of_state, self.states)]

    def is_still(self, field: AnyField) -> bool:
        """Return whether a field is the same, and as it was, its lists and dicts included."""
        try:
            return (
                field is self.parts[0]
                and [*map(type, self.parts)] == self.classes
                and self.states == self.copies
                and [*map(state_of_serializer, self.serializers)] == self.of_serializers
            )
        except Exception:
            # An attribute that does not compare, such as an array.
            return False


def parts_of(field: AnyField) -> list[AnyField]:
    """Return a field, and those that it represents something by."""
    state, parts = vars(field), [field]
    for name in ("child", "child_relation", "pk_field"):
        if name in state and isinstance(state[name], Field):
            parts += parts_of(state[name])
    return parts


def copy_of_state(state: dict[str, object]) -> dict[str, object]:
    copied = state.copy()
    for name, value in state.items():
        # Most attributes are one of these: a copy of all fields takes a third of the time.
        if type(value) in PLAIN or name in KEPT_FOR_WRITING:
            continue
        if issubclass(type(value), CONTAINERS):
            copied[name] = copy_of(value)
    return copied


PLAIN = frozenset({bool, int, str, tuple, type, type(None)})
CONTAINERS = (dict, list)

# Changed in place, they decide nothing on reading: they are half of what a copy takes.
KEPT_FOR_WRITING = frozenset({"_kwargs", "_validators", "error_messages"})


def state_of_serializer(serializer: BaseSerializer[Any]) -> dict[str, object]:
    """Return the attributes of a nested serializer that it has before it has its fields."""
    state = vars(serializer)
    return {name: state[name] for name in state.keys() - KEPT_BY_SERIALIZERS}


KEPT_BY_SERIALIZERS = frozenset({"_fastserializers", "fields", "url_field_name"})


def copy_of(value: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them is the same object."""
    # Not `isinstance()`, which asks a lazy object what it is.
    if issubclass(type(value), dict):
        return {key: copy_of(item) for key, item in value.items()}
    return [copy_of(item) for item in value] if issubclass(type(value), list) else value
