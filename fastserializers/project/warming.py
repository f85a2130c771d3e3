"""Compiles serializers before the first request.

gunicorn's `post_worker_init()` calls `warm()` in each worker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.module_loading import import_string

from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to
from fastserializers.project.reading import compile_class, planned
from fastserializers.project.serializers import model_of, serializer_classes
from fastserializers.project.views import uses
from fastserializers.project.ways import ways_to_read_fast


class Warmed(NamedTuple):
    """The outcome for one serializer class."""

    serializer: str
    error: str
    """Why the class has no plan; empty for a class that is ready."""
    is_compiled: bool
    """False if the class has an error, or a remark."""
    fast_by: str = ""
    """What makes it read fast: see `ways_to_read_fast()`."""
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
        import_project()
        ways = ways_to_read_fast(uses(), serializer_classes(third_party=True))
        return [warmed(serializer)._replace(fast_by=way) for serializer, way in ways.items()]
    return [warmed(serializer) for serializer in serializers]


def warmed(serializer: Any) -> Warmed:
    name = serializer if isinstance(serializer, str) else path_to(serializer)
    try:
        cls = import_string(serializer) if isinstance(serializer, str) else serializer
        _, remark = planned(cls)
        return Warmed(name, "", not remark and compile_class(cls, model_of(cls)), remark=remark)
    except Exception as error:
        return Warmed(name, f"{type(error).__name__}: {error}", is_compiled=False)
