"""Serializers that are made to represent an instance, and what they need not set for that.

DRF sets a score of attributes on each. Most are the same for all: those stand on a class, behind
whatever a project's class says.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rest_framework.fields import Field, empty

# What `BaseSerializer.__init__()` sets on every serializer, whatever its class says. A class with
# ideas of its own about one of these gets it set as DRF sets it.
STATE = (
    "__setattr__",
    "_args",
    "_context",
    "_kwargs",
    "allow_null",
    "default",
    "error_messages",
    "field_name",
    "help_text",
    "initial",
    "instance",
    "label",
    "parent",
    "partial",
    "read_only",
    "required",
    "source",
    "style",
    "write_only",
)

# How many attributes a serializer has that was made to represent an instance, and nothing else.
LEAN = 5


class Unset:
    """What a serializer that was made to represent an instance has not set itself.

    It stands behind DRF's own bases: whatever a project's class says comes first.
    """

    allow_null: Any = False
    default: Any = empty
    field_name: Any = None
    help_text: Any = None
    label: Any = None
    parent: Any = None
    partial: Any = False
    read_only: Any = False
    required: Any = True
    source: Any = None
    write_only: Any = False

    @cached_property
    def error_messages(self) -> dict[str, Any]:
        messages: dict[str, Any] = {}
        for base in reversed(type(self).__mro__):
            messages.update(getattr(base, "default_error_messages", {}))
        return messages

    @cached_property
    def style(self) -> dict[str, Any]:
        return {}


def may_be_lean_list(cls: Any, args: Any, kwargs: Any) -> bool:
    """Return whether DRF's list of the serializers of a class needs no more than a lean state."""
    return (
        cls._reading.has_lean_lists
        and len(args) == 1
        and args[0] is not None
        and (not kwargs or list(kwargs) == ["context"])
        and not hasattr(getattr(cls, "Meta", None), "list_serializer_class")
    )


def lean_list(list_class: Any, cls: Any, args: Any, kwargs: Any) -> Any:
    """Return the list that DRF's `many_init()` makes of an instance and a context.

    DRF makes a field first that it doesn't need, and takes twenty arguments that nobody gave.
    """
    child = cls(*args, **kwargs)
    listed = object.__new__(list_class)
    listed.__dict__.update(
        _args=args,
        _kwargs={"child": child, **kwargs},
        _creation_counter=Field._creation_counter,  # type: ignore[attr-defined]
        child=child,
        allow_empty=True,
        max_length=None,
        min_length=None,
        instance=args[0],
        _context=kwargs["context"] if kwargs else {},
    )
    child.bind(field_name="", parent=listed)
    return listed
