"""Modules that are imported when something of them is first used.

Most processes that import serializers never read by them: they pay for no compiler. Each module
says at its top which ones it has imported later.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """Stands for a module that is imported when it is first asked for a name.

    From then on it has the names of the module itself, and asks nobody: a second thread that comes
    by meanwhile waits for the import, as ever.
    """

    __slots__ = ("__dict__", "name_of_module")

    def __init__(self, name_of_module: str) -> None:
        self.name_of_module = name_of_module

    def __getattr__(self, name: str) -> Any:
        module = import_module(self.name_of_module)
        self.__dict__ = vars(module)
        return getattr(module, name)


WAITING: list[str] = []
"""The names of the modules that are imported later."""


def later(name_of_module: str) -> Any:
    """Return what stands for a module, which is imported when something of it is first used."""
    WAITING.append(name_of_module)
    return Later(name_of_module)


def import_all() -> None:
    """Import all that is imported later, and what that imports later."""
    # The list grows meanwhile.
    for name in WAITING:
        import_module(name)
