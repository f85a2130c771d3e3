"""Which function makes the representation of a field: one entry per field class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from rest_framework.fields import Field

from fastserializers.compiler.representation import AnyField, Representation
from fastserializers.runtime.overrides import (
    MAKING_HOOKS,
    METHODS,
    READ_HOOKS,
    is_shipped,
    overrides_itself,
)


class Entry(NamedTuple):
    """The representation of a field class, and the names that make a subclass run its own."""

    known: type
    represent: Callable[..., Representation | None]
    """Takes a field, and with `made_of` the representation of that part."""
    hooks: tuple[str, ...] = ()
    """Names that a subclass may override: then the field runs its own code."""
    made_of: str = ""
    """The attribute with the field that represents the items, the rows or the key."""


# A field finds the request by these attributes.
CONTEXT_HOOKS = ("context", "root")

ENTRIES: dict[type, Entry] = {}

Represent = TypeVar("Represent", bound=Callable[..., Representation | None])


def register(
    *field_classes: type, hooks: tuple[str, ...] = (), made_of: str = ""
) -> Callable[[Represent], Represent]:
    """Register a function: see `fastserializers.representations`, which looks at what it returns.

    Raises `TypeError` for what is no field class, and `ValueError` for one that has an entry.
    """
    given: object = hooks
    if isinstance(given, str):
        raise TypeError(f"hooks= takes a tuple of names, not {hooks!r}.")
    for cls in field_classes:
        if not (isinstance(cls, type) and issubclass(cls, Field)):
            raise TypeError(f"represents() takes field classes, not {cls!r}.")
        if cls in ENTRIES:
            raise ValueError(f"{cls.__name__} has a representation already.")

    def add(represent: Represent) -> Represent:
        for cls in field_classes:
            ENTRIES[cls] = Entry(cls, represent, hooks, made_of)
        return represent

    return add


def representation_of(field: AnyField) -> Representation | None:
    """Return the representation of a bound `field`; None where only its own code is right."""
    entry = entry_of(type(field))
    if entry is None or is_custom_behind(field, entry):
        return None
    if not entry.made_of:
        return entry.represent(field)
    part = vars(field).get(entry.made_of)
    return entry.represent(field, None if part is None else representation_of(part))


def entry_of(cls: type) -> Entry | None:
    """Return the entry of the nearest class that has one; None behind one of DRF's without."""
    known = (ENTRIES.get(base) for base in cls.__mro__ if base in ENTRIES or is_shipped(base))
    return next(known, None)


def is_custom_behind(field: Any, entry: Entry) -> bool:
    """Return whether code that the class of an entry does not have decides how `field` is read."""
    if not METHODS.isdisjoint(vars(field)):
        return True
    return any(
        overrides_itself(
            base, (*READ_HOOKS, *(hook for hook in entry.hooks if is_code(base, hook)))
        )
        for base in bases_beside(type(field), entry.known)
    )


def is_code(cls: type, name: str) -> bool:
    """Return whether `cls` itself has anything but a plain value under a name."""
    return type(vars(cls).get(name)) not in (bool, int, str, type(None))


def is_made_by_code(field: Any) -> bool:
    """Return whether `field` may be another one when it is made for the next serializer."""
    entry = entry_of(type(field))
    hooks, known = (entry.hooks, entry.known) if entry else ((), object)
    return any(
        overrides_itself(base, (*MAKING_HOOKS, *hooks))
        for base in bases_beside(type(field), known)
    )


def bases_beside(cls: type, known: type) -> Iterator[type]:
    """Return the bases of `cls` without the project's own bases of the registered class."""
    own = [base for base in known.__mro__ if not is_shipped(base)]
    return (base for base in cls.__mro__ if base is object or base not in own)
