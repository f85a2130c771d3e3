"""
Which members of enums orjson and `json` write differently, and whether data holds one.

orjson writes the value of any member of an `enum.Enum`, and has no switch for it. `json` writes
the text or number that a member is, or asks its encoder's `default` about it. A member is called
odd here if these may differ, and so is its class. They are rare: mostly there is no odd class in
the whole process, and data need not be searched for its members.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, ref

EnumClass = type[enum.Enum]
Reference = Callable[[], EnumClass | None]

LEAVES = {str, int, float, bool, type(None)}
# What json writes of a member, and orjson of its value.
WRITTEN: tuple[type, ...] = (str, int, float, tuple)
# What DRF's `default` looks for in an object of a type that it doesn't know.
LOOKED_FOR = ("tolist", "__getitem__", "__iter__", "__getattr__")
# By identity: a class that was made by calling `EnumMeta` says that it is of the same module.
OF_PYTHON = {cls for cls in vars(enum).values() if type(cls) is enum.EnumMeta}


def hold_odd_members(values: Iterable[Any]) -> bool:
    """Return whether an odd member is among `values` or, however deep, in what they hold."""
    for value in values:
        kind = type(value)
        if kind in LEAVES:
            continue
        if type(kind) is enum.EnumMeta and _is_odd(value):
            return True
        if issubclass(kind, dict):
            value = dict.values(value)
        elif not issubclass(kind, (list, tuple)):
            continue
        if hold_odd_members(value):
            return True
    return False


def _is_odd(member: enum.Enum) -> bool:
    kind = type(member)
    for builtin in WRITTEN:
        if issubclass(kind, builtin):
            return not _is_written_alike(member.value, member, builtin)
    return _may_have_an_answer(kind)


def _is_written_alike(value: Any, member: Any, builtin: Any) -> bool:
    alike = _is_plain_tuple(value, member) if builtin is tuple else type(value) is builtin
    # json writes a subclass of these as the plain value that it is, and so does `__repr__()`.
    return alike and builtin.__repr__(value) == builtin.__repr__(member)


def _is_plain_tuple(value: Any, member: Any) -> bool:
    kind = type(member)
    return (
        type(value) in kind.__mro__
        and kind.__iter__ is tuple.__iter__
        and LEAVES.issuperset(map(type, chain(value, member)))
    )


def _may_have_an_answer(kind: EnumClass) -> bool:
    member_type = getattr(kind, "_member_type_", None)
    return member_type is not object or any(_overrides(kind, name) for name in LOOKED_FOR)


def _overrides(kind: EnumClass, name: str) -> bool:
    definers = (base for base in kind.__mro__ if name in vars(base))
    return next(definers, enum.Enum) not in OF_PYTHON


class Classes(NamedTuple):
    """The enum classes of the process, as they were when they were last looked through."""

    # Only a class without members can be subclassed, and few are. With its newest subclass.
    families: list[tuple[Reference, Reference]]
    any_odd: bool


_classes: Classes | None = None
_judged: WeakKeyDictionary[EnumClass, bool] = WeakKeyDictionary()


def odd_classes_exist() -> bool:
    """Return whether any class of enums in this process is odd, or not yet finished."""
    global _classes
    known = _classes
    if known is None or _have_grown(known.families):
        known = _classes = _look_through()
    return known is None or known.any_odd


def _have_grown(families: list[tuple[Reference, Reference]]) -> bool:
    for family, newest in families:
        kind = family()
        # `__subclasses__()` is in the order of definition.
        subclasses = [] if kind is None else kind.__subclasses__()
        if subclasses and subclasses[-1] is not newest():
            return True
    return False


def _look_through() -> Classes | None:
    """Return what is found; None while one of the classes is made."""
    families = list(_families(enum.Enum))
    kinds = [kind for _, subclasses in families for kind in subclasses]
    if not all(map(_is_finished, kinds)):
        return None
    return Classes(
        [
            (ref(kind), ref(subclasses[-1]) if subclasses else _nobody)
            for kind, subclasses in families
        ],
        any(map(_is_odd_class, kinds)),
    )


def _nobody() -> None:
    return None


def _families(kind: EnumClass) -> Iterator[tuple[EnumClass, list[EnumClass]]]:
    subclasses = kind.__subclasses__()
    yield kind, subclasses
    for subclass in subclasses:
        if type(subclass) is enum.EnumMeta and not subclass.__members__:
            yield from _families(subclass)


def _is_finished(kind: EnumClass) -> bool:
    # Another thread may be defining it: its `__new__()` becomes Enum's after its members are
    # made. By name, because some decorators wrap it then.
    own = vars(kind).get("__new__")
    return getattr(own, "__qualname__", None) == enum.Enum.__new__.__qualname__


def _is_odd_class(kind: EnumClass) -> bool:
    if kind not in _judged:
        _judged[kind] = _judge(kind)
    return _judged[kind]


def _judge(kind: EnumClass) -> bool:
    if type(kind) is not enum.EnumMeta:
        # Such as Django's choices. orjson asks about their members as json does.
        return False
    for builtin in WRITTEN:
        if issubclass(kind, builtin):
            return (
                _overrides(kind, "value")
                or _overrides(kind, "_missing_")
                or not all(_is_written_alike(each._value_, each, builtin) for each in kind)
            )
    return _may_have_an_answer(kind)
