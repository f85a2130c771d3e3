"""What makes one class not to be told from another, which it stands for.

A class that stands for another inherits from it, equals it, and has its hash and its name; its
instances say that they are of that other class. Only `type(instance) is cls` can tell.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from typing import Any

STANDS_FOR = "_twin_of"
"""The attribute of such a class that is the other one."""


def stands_for(cls: Any) -> Any:
    """Return the class that `cls` stands for; any other class itself."""
    return vars(cls).get(STANDS_FOR, cls)


class Apart:
    """The first base of a class that stands for another: no registry is told of it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if STANDS_FOR not in vars(cls):
            super().__init_subclass__(**kwargs)


def likeness(cls: Any, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
    """Return a class that stands for `cls` and has other bases.

    Neither the metaclass of `cls` nor its `__init_subclass__()` is asked.
    """
    metaclass: Any = type(cls)
    return type.__new__(
        likeness_of_metaclass(metaclass),
        cls.__name__,
        (Apart, *bases),
        {
            "__doc__": cls.__doc__,
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__class__": property(class_that_it_stands_for, set_class),
            "__deepcopy__": deep_copy,
            STANDS_FOR: cls,
            **namespace,
        },
    )


def class_that_it_stands_for(instance: Any) -> Any:
    return stands_for(type(instance))


def set_class(instance: Any, cls: type) -> None:
    set_real_class(instance, cls)


set_real_class: Callable[[Any, type], None] = vars(object)["__class__"].__set__


def deep_copy(instance: Any, memo: dict[int, Any]) -> Any:
    """Return the copy that DRF makes by calling `__class__`, as an instance of this class."""
    cls = type(instance)
    copied = next_in_line(cls, "__deepcopy__").__get__(instance)(memo)
    if type(copied) is stands_for(cls):
        set_real_class(copied, cls)
    return copied


def next_in_line(cls: type, name: str) -> Any:
    """Return what `cls` inherits as `name` from the class that it, or a base, stands for."""
    bases = iter(cls.__mro__)
    next(base for base in bases if STANDS_FOR in vars(base))
    return next(vars(base)[name] for base in bases if name in vars(base))


@cache
def likeness_of_metaclass(metaclass: Any) -> Any:
    """Return a metaclass whose classes equal what they stand for."""

    def is_equal(cls: Any, other: object) -> Any:
        if not isinstance(other, type):
            return NotImplemented
        return stands_for(cls) is stands_for(other)

    def hash_of(cls: Any) -> int:
        other = stands_for(cls)
        return type.__hash__(cls) if other is cls else hash(other)

    namespace = {"__eq__": is_equal, "__hash__": hash_of, "__module__": metaclass.__module__}
    made = type.__new__(type(metaclass), metaclass.__name__, (metaclass,), namespace)
    copyreg.pickle(made, how_to_find)
    return made


def how_to_find(cls: Any) -> Any:
    """Return how a pickle names a class: its likeness is found by the class it stands for."""
    if STANDS_FOR in vars(cls) and hasattr(cls, "_find"):
        return cls._find, (stands_for(cls),)
    return cls.__qualname__
