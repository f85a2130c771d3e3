"""How a serializer class is named, and where it is; how an exception is named."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from fastserializers.project.modules import contents_of
from fastserializers.project.serializers import SerializerClass, defining_module, model_of


def dotted_name(cls: type) -> str:
    name = cls.__name__ if is_function_view(cls) else cls.__qualname__
    return f"{defining_module(cls)}.{name}"


def is_function_view(cls: type) -> bool:
    """Return whether `@api_view` has made a class, with the name of a function."""
    return cls.__qualname__ == "WrappedAPIView"


def raised(error: BaseException) -> str:
    """Return an exception as a part of a sentence: in one line, and without a full stop."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".")


def path_to(cls: type) -> str:
    """Return a path at which `show` finds the class; else its dotted name.

    A class that a function has made is searched for in the modules of its package.
    """
    paths = paths_to_created(cls) if "<locals>" in cls.__qualname__ else iter(())
    return next(paths, dotted_name(cls))


def paths_to_created(cls: type) -> Iterator[str]:
    """Yield the paths of a class that modules hold, or that objects in modules hold."""
    package = defining_module(cls).partition(".")[0]
    for module in [name for name in sys.modules if name.partition(".")[0] == package]:
        for name, value in list(contents_of(module).items()):
            if value is cls:
                yield f"{module}.{name}"
            # Lazy objects, such as a request's user, may fail outside of a request.
            with suppress(Exception):
                held = [attribute for attribute, each in vars(value).items() if each is cls]
                yield from (f"{module}.{name}.{attribute}" for attribute in held)


def location_of(cls: type) -> str:
    """Return the file of a class, relative to the current folder, and its line if it has one."""
    file: str | None = getattr(sys.modules.get(defining_module(cls)), "__file__", None)
    if file is None:
        return ""
    shown = os.path.relpath(file) if Path(file).is_relative_to(os.getcwd()) else file
    with suppress(OSError, TypeError):
        return f"{shown}:{inspect.findsource(cls)[1] + 1}"
    return shown


def model_label(cls: SerializerClass) -> str:
    """Return the app and the name of a serializer's model; an empty text without a model."""
    return getattr(getattr(model_of(cls), "_meta", None), "label", "")
