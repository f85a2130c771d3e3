"""Caches for all serializers: of plans, and of their fields."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from fastserializers.conf import value_of

From = TypeVar("From", bound=Hashable)
Value = TypeVar("Value")

MOST_WAITING = 1_024
"""How many values are kept that nothing is compiled for yet."""


class Kept(Generic[From, Value]):
    """Values that are made when they are first asked for.

    Two caches, so that sets of fields which clients choose at random push out nothing that is
    compiled: the values that wait, and those that something is compiled for. The least recently
    used ones go when there are `MOST_WAITING`, or when all that are compiled have more fields than
    `FASTSERIALIZERS["COMPILED_FIELDS"]`: a field takes about 4 kB.
    """

    def __init__(self, make: Callable[[From], Value], fields_of: Callable[[Value], int]) -> None:
        self.make = make
        self.fields_of = fields_of
        self.waiting: OrderedDict[From, Value] = OrderedDict()
        self.compiled: OrderedDict[From, Value] = OrderedDict()
        self.fields = 0
        """How many fields those have together that something is compiled for."""
        # An `OrderedDict` runs the `__hash__` of plans in the middle of its methods, and another
        # thread may change the dict meanwhile.
        self.lock = threading.RLock()

    def __getitem__(self, key: From) -> Value:
        with self.lock:
            for values in (self.compiled, self.waiting):
                known = values.get(key)
                if known is not None:
                    values.move_to_end(key)
                    return known
            made = self.waiting[key] = self.make(key)
            if len(self.waiting) > MOST_WAITING:
                self.waiting.popitem(last=False)
            return made

    def keep(self, key: From, value: Value) -> None:
        """Keep a value that something is compiled for."""
        with self.lock:
            self.waiting.pop(key, None)
            if key in self.compiled:
                return
            self.compiled[key] = value
            self.fields += self.fields_of(value)
            while len(self.compiled) > 1 and self.fields > value_of("COMPILED_FIELDS"):
                _, dropped = self.compiled.popitem(last=False)
                self.fields -= self.fields_of(dropped)

    def clear(self) -> None:
        with self.lock:
            self.waiting.clear()
            self.compiled.clear()
            self.fields = 0
