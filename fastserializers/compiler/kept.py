"""A bounded cache of compiled plans for all serializers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from fastserializers.conf import value_of


class HasSize(Protocol):
    size: int


From = TypeVar("From", bound=Hashable)
Value = TypeVar("Value", bound=HasSize)


class Kept(Generic[From, Value]):
    """Values that are made when they are first asked for.

    The least recently used ones go when all have more fields together than
    `FASTSERIALIZERS["COMPILED_FIELDS"]`: a field takes about 4 kB.
    """

    def __init__(self, make: Callable[[From], Value]) -> None:
        self.make = make
        self.values: OrderedDict[From, Value] = OrderedDict()
        self.size = 0
        # An `OrderedDict` runs the `__hash__` of plans in the middle of its methods, and another
        # thread may change the dict meanwhile.
        self.lock = threading.RLock()

    def __getitem__(self, key: From) -> Value:
        with self.lock:
            value = self.values.get(key)
            if value is not None:
                self.values.move_to_end(key)
                return value
            value = self.values[key] = self.make(key)
            self.size += value.size
            while len(self.values) > 1 and self.size > value_of("COMPILED_FIELDS"):
                _, dropped = self.values.popitem(last=False)
                self.size -= dropped.size
            return value

    def clear(self) -> None:
        with self.lock:
            self.values.clear()
            self.size = 0
