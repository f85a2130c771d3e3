"""Makes what is compiled at first use before the first request.

For servers that fork workers, such as gunicorn, whose `post_worker_init()` calls `warm()`, and for
processes that answer few requests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.module_loading import import_string
from rest_framework.serializers import BaseSerializer

from fastserializers.classes.read_only import made_plain
from fastserializers.plans.class_plan import class_state
from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to
from fastserializers.project.reading import compile_class
from fastserializers.project.serializers import model_of, serializer_classes
from fastserializers.project.views import uses
from fastserializers.project.ways import ways_to_read_fast
from fastserializers.proof.compare import can_be_fast


class Warmed(NamedTuple):
    """The outcome for one serializer class."""

    serializer: str
    error: str
    """Why it could not be made; nothing for one that is ready."""
    is_compiled: bool
    """Whether it has a plan: REST framework reads it otherwise, or it chooses its fields."""
    fast_by: str = ""
    """The way by which it reads fast: see `ways_to_read_fast()`."""


def warm(serializers: Iterable[Any] | None = None) -> list[Warmed]:
    """Compile the serializers of a project that read fast: by their class, a view or the setting.

    `serializers` are classes, or their dotted paths, in place of all. No query is made, no view
    runs. Returns what has become of each, by its name; what goes wrong with one is told there,
    and is raised when that class is used, as ever.
    """
    if serializers is None:
        import_project()
        ways = ways_to_read_fast(uses(), serializer_classes(third_party=True))
        return [warmed(serializer)._replace(fast_by=way) for serializer, way in ways.items()]
    return [warmed(serializer) for serializer in serializers]


def warmed(serializer: Any) -> Warmed:
    name = serializer if isinstance(serializer, str) else path_to(made_plain(serializer))
    try:
        cls = import_string(serializer) if isinstance(serializer, str) else serializer
        if isinstance(cls, type) and issubclass(cls, BaseSerializer) and not can_be_fast(cls):
            # REST framework reads it as ever: it has no fields that could be compiled.
            return Warmed(name, "", is_compiled=False)
        is_compiled = compile_class(cls, model_of(cls))
        made = class_state(cls).read_only
        if made is not None:
            is_compiled = compile_class(made, model_of(cls))
        return Warmed(name, "", is_compiled)
    except Exception as error:
        return Warmed(name, f"{type(error).__name__}: {error}", is_compiled=False)
