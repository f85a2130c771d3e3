"""The caches of instances of rows: what an instance is related to is made when it is asked for.

What a queryset has joined or prefetched counts as loaded. What a plan reads, and the queryset has
not loaded, is lent while a list is represented: see `loans.py`. To project code, a loan is not
loaded before a field has read it of the instance: only Django's descriptors and managers find it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from django.core.exceptions import ObjectDoesNotExist

Row = Any
"""A row as the database has given it: a tuple, or a list."""
Make = Callable[[Row], Any]
"""Makes an instance of a row."""
MakeRelated = Callable[[Row, Any], Any]
"""Makes what an instance is related to, of the instance's row and a weak reference to it."""


class Lent(Protocol):
    """Makes what an instance is lent, of the instance's row and a weak reference to it."""

    is_kept: bool
    """Whether the instance keeps what was made."""

    def __call__(self, row: Row, owner: Any, /) -> Any: ...

    def leads_from(self, row: Row, owner: Any, /) -> bool:
        """Return whether the instance still leads to the rows that its row leads to."""


class Pending:
    """Functions that make what instances are related to, by its key in one of their caches."""

    def __init__(self) -> None:
        self.loaded: dict[str, MakeRelated] = {}
        self.lent: dict[str, Lent] = {}

    def __bool__(self) -> bool:
        return bool(self.loaded or self.lent)

    def load(self, key: str, make: MakeRelated) -> None:
        """Have instances find the value of a key as one that was loaded."""
        self.loaded[key] = make

    def lend(self, key: str, loan: Lent) -> None:
        self.lent[key] = loan

    def take_back(self, key: str) -> None:
        del self.lent[key]


# Of instances that make nothing any more. Nothing is added to it.
NOTHING_PENDING = Pending()
MISSING = object()


class OnDemand(dict[str, Any]):
    """A dict whose missing values are made when they are asked for.

    Those in `pending` count as present, but a loan that no field has read is given by `[...]`
    alone, which is how Django's descriptors and managers look: `in`, `get()`, `len()` and `keys()`
    don't find it. A function raises `KeyError` where there turns out to be no value.
    """

    __slots__ = ("owner", "pending", "read", "row")

    def __init__(self, pending: Pending, row: Row, owner: Any) -> None:
        self.pending = pending
        self.row = row
        self.owner = owner
        self.read: tuple[str, ...] = ()
        """The loans that fields have read since project code has had the instance."""

    def __missing__(self, key: str) -> Any:
        make = self.pending.loaded.get(key)
        if make is None:
            loan = self.pending.lent[key]
            value = loan(self.row, self.owner)
            if not loan.is_kept:
                return value
        else:
            value = make(self.row, self.owner)
        # Of two threads, both get the value that the first one has made.
        return dict.setdefault(self, key, value)

    def read_from_row(self, key: str) -> bool:
        """Return whether a field reads the row for a key, and note a loan as read then.

        A field reads the cache where the value is made, or where only Django knows it.
        """
        if dict.__contains__(self, key):
            return False
        if key in self.pending.loaded:
            return True
        loan = self.pending.lent.get(key)
        if loan is None:
            return False
        if loan.is_kept:
            self.read = (*self.read, key)
        return loan.leads_from(self.row, self.owner)

    def is_pending(self, key: Any) -> bool:
        """Return whether the value of a key counts as present, and is not made yet."""
        if dict.__contains__(self, key):
            return False
        return key in self.pending.loaded or (key in self.read and key in self.pending.lent)

    def __contains__(self, key: object) -> bool:
        if dict.__contains__(self, key) or not self.is_pending(key):
            return dict.__contains__(self, key)
        return self.get(key, MISSING) is not MISSING

    def get(self, key: Any, default: Any = None) -> Any:
        if not self.is_pending(key):
            return dict.get(self, key, default)
        try:
            return self[key]
        except (KeyError, ObjectDoesNotExist):
            return default

    def complete(self) -> None:
        """Make all that is pending."""
        for key in (*self.pending.loaded, *self.pending.lent):
            self.get(key)

    def clear(self) -> None:
        # Nothing is made for it: Django 6.1 clears the cache of each instance that is freed.
        self.pending = NOTHING_PENDING
        dict.clear(self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.complete()
        return dict, (), None, None, iter(dict.items(self))


def after_completing(name: str, *, forgets: bool = False) -> Callable[..., Any]:
    """Return the method of dicts of this name, which makes all that is pending first.

    `forgets` is for a method that removes keys.
    """
    method = getattr(dict, name)

    def complete_first(self: OnDemand, *args: Any) -> Any:
        self.complete()
        if forgets:
            # From now on, Django asks the database for what is not there.
            self.pending = NOTHING_PENDING
        return method(self, *args)

    complete_first.__name__ = name
    return complete_first


for name in (
    "__iter__",
    "__len__",
    "__reversed__",
    "__repr__",
    "keys",
    "values",
    "items",
    "__eq__",
    "__ne__",
    "__or__",
    "__ror__",
    "__ior__",
    "copy",
    "setdefault",
):
    setattr(OnDemand, name, after_completing(name))
for name in ("__delitem__", "pop", "popitem"):
    setattr(OnDemand, name, after_completing(name, forgets=True))
