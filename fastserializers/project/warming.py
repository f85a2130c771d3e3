"""Compiles serializers before the first request.

gunicorn's `post_worker_init()` calls `warm()` in each worker.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.module_loading import import_string

from fastserializers.project.list_reading import rows_reading
from fastserializers.project.naming import path_to, raised
from fastserializers.project.overview import project_now
from fastserializers.project.reading import planned
from fastserializers.project.serializers import model_of


class Warmed(NamedTuple):
    """The outcome for one serializer class."""

    serializer: str
    error: str
    """Why the class has no plan; empty for a class that is ready."""
    is_compiled: bool
    """False if the class has an error, or a remark."""
    fast_by: str = ""
    """The way by which the class reads fast: see `ways_to_read_fast()`."""
    remark: str = ""
    """Why there is nothing to compile now: REST framework reads the class, or each serializer
    makes its own fields."""


def warm(serializers: Iterable[Any] | None = None) -> list[Warmed]:
    """Compile the serializers of a project that read fast: by their class, a view or the setting.

    `serializers` are the classes to compile instead, or their dotted paths. No query is made, and
    no view runs. Returns the outcome for each class. An error is part of the outcome, and is
    raised when the class is used.
    """
    if serializers is None:
        ways = project_now(third_party=True).ways
        found = [warmed(serializer)._replace(fast_by=way) for serializer, way in ways.items()]
    else:
        found = [warmed(serializer) for serializer in serializers]
    # What compiling has allocated would start a full collection, of 60 ms, in one of the first
    # requests.
    gc.collect()
    return found


def warmed(serializer: Any) -> Warmed:
    name = serializer if isinstance(serializer, str) else path_to(serializer)
    try:
        cls = import_string(serializer) if isinstance(serializer, str) else serializer
        compiled, remark = planned(cls)
        model = model_of(cls)
        if compiled is not None and isinstance(model, type):
            for functions in (compiled.one, compiled.many):
                functions[model]
            make_function = rows_reading(cls).make_function
            if make_function:
                make_function()
        return Warmed(name, "", compiled is not None, remark=remark)
    except Exception as error:
        return Warmed(name, raised(error), is_compiled=False)
