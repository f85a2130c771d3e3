"""Which function makes the representation of a field: one entry per field class."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import NamedTuple, TypeVar

from fastserializers.compiler.representation import Representation
from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.overrides import is_shipped, overrides, overrides_itself

# Every field is read and represented by these: a field that overrides one is left to DRF.
READ_HOOKS = (
    "get_attribute",
    "to_representation",
    "source",
    "source_attrs",
    "__getattribute__",
    "method_name",
)

# A class that overrides one of these may make another field for each serializer, by the first
# ones when it is bound.
BINDING_HOOKS = ("bind", "field_name", "write_only")
MAKING_HOOKS = ("__init__", "__new__", "__deepcopy__", *BINDING_HOOKS)

# The hooks that can be replaced on one field object.
METHODS = frozenset(
    {
        "get_attribute",
        "to_representation",
        "enforce_timezone",
        "default_timezone",
        "quantize",
        "use_pk_only_optimization",
        "get_url",
    }
)


class Entry(NamedTuple):
    """The representation of a field class, and the hooks by which a subclass runs its own code."""

    represent: Callable[..., Representation | None]
    """Takes a field; with `made_of`, the representation of that part as well."""
    hooks: tuple[str, ...] = ()
    """A field whose class overrides one of these runs its own code."""
    made_of: str = ""
    """The attribute with the field that represents the items, the rows or the key."""


# A field finds the request by these attributes.
CONTEXT_HOOKS = ("context", "root")

ENTRIES: dict[type, Entry] = {}


class FieldClass(NamedTuple):
    """All that the class of a field decides."""

    names: tuple[str, ...]
    """The names of the hooks."""
    hooks: list[object]
    """The hooks at that time: a project may replace one later."""
    entry: Entry | None
    """The entry of the nearest class with one; None if a class of DRF's without one is nearer."""
    is_read_by_code: bool
    """Whether project code decides how a field is read or represented."""
    is_made_by_code: bool
    """Whether a field may be another one when it is made for the next serializer."""


FIELD_CLASSES: dict[type, FieldClass] = {}
MOST_FIELD_CLASSES = 1024

Represent = TypeVar("Represent", bound=Callable[..., Representation | None])


def register(
    *field_classes: type, hooks: tuple[str, ...] = (), made_of: str = ""
) -> Callable[[Represent], Represent]:
    """Register a function that returns the representation of a bound field of these classes.

    The function returns None where only the field's own code is right. `hooks` names what else,
    beside the methods that every field is read and represented by, makes a subclass that overrides
    it run its own code.
    """

    def add(represent: Represent) -> Represent:
        for cls in field_classes:
            ENTRIES[cls] = Entry(represent, hooks, made_of)
        return represent

    return add


def representation_of(field: AnyField) -> Representation | None:
    """Return the representation of a bound `field`; None where only its own code is right."""
    cls = field_class_of(field)
    if cls.entry is None or cls.is_read_by_code or not METHODS.isdisjoint(vars(field)):
        return None
    if not cls.entry.made_of:
        return cls.entry.represent(field)
    part = vars(field).get(cls.entry.made_of)
    if part is not None and part.parent is not field:
        # A part that a project has replaced, and not bound, has no request.
        return None
    return cls.entry.represent(field, None if part is None else representation_of(part))


def field_class_of(field: object) -> FieldClass:
    """Return the decisions for the class of a field: a project has many fields of few classes."""
    cls = type(field)
    found = FIELD_CLASSES.get(cls)
    if found is None or found.hooks != hooks_of(cls, found.names):
        if len(FIELD_CLASSES) >= MOST_FIELD_CLASSES:
            # Classes that a project makes without end.
            FIELD_CLASSES.clear()
        found = FIELD_CLASSES[cls] = new_field_class(cls)
    return found


def hooks_of(cls: type, names: tuple[str, ...]) -> list[object]:
    # Asked for each field that is planned: by `map()` it takes half the time.
    return [*map(getattr, repeat(cls), names, repeat(None))]


def new_field_class(cls: type) -> FieldClass:
    entry = entry_of(cls)
    hooks = entry.hooks if entry else ()
    names = (*READ_HOOKS, *MAKING_HOOKS, *hooks)
    return FieldClass(
        names,
        hooks_of(cls, names),
        entry,
        is_read_by_code=any(
            overrides_itself(base, (*READ_HOOKS, *(hook for hook in hooks if is_code(base, hook))))
            for base in cls.__mro__
        ),
        is_made_by_code=overrides(cls, (*MAKING_HOOKS, *hooks)),
    )


def is_custom(field: AnyField) -> bool:
    """Return whether a project's code decides how `field` is read or represented."""
    return field_class_of(field).is_read_by_code or not METHODS.isdisjoint(vars(field))


def entry_of(cls: type) -> Entry | None:
    """Return the entry of the nearest class with one; None if one of DRF's without is nearer."""
    entries = (ENTRIES.get(base) for base in cls.__mro__ if base in ENTRIES or is_shipped(base))
    return next(entries, None)


def is_code(cls: type, name: str) -> bool:
    """Return whether `cls` itself has anything but a plain value under a name."""
    return type(vars(cls).get(name)) not in (bool, int, str, type(None))
