"""The names of one generated function: each name is given once, and keeps its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from keyword import iskeyword

from fastserializers.compiler.templates import Code, is_literal, literal
from fastserializers.runtime.names import NAMES

# The names that every function has, and one that Python refuses to assign.
RESERVED = ("error", "row", "rows", "serializer", "skipped", "zone", "__debug__")


class Namespace:
    """Gives out the locals of a function, and its globals with what they mean."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.globals: dict[str, object] = dict(NAMES)
        self.taken = {*NAMES, *RESERVED, *reserved}

    def local(self, wish: str) -> Code:
        """Return an identifier as near to `wish` as is free."""
        name = re.sub(r"\W", "_", wish, flags=re.ASCII)
        if not name.isidentifier():
            name = f"_{name}"
        while name in self.taken or iskeyword(name):
            name += "_"
        self.taken.add(name)
        return Code(name)

    def constant(self, wish: str, value: object) -> Code:
        """Return source that stands for `value`: a literal, or the name of a global.

        The global of a class has the name of the class.
        """
        if is_literal(value):
            return literal(value)
        if isinstance(value, type):
            wish = value.__name__
            if self.globals.get(wish) is value:
                return Code(wish)
        name = self.local(wish)
        self.globals[name] = value
        return name
