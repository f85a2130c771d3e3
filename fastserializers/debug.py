"""The generated code, to be read."""

from __future__ import annotations

import inspect

from rest_framework.serializers import Serializer

from fastserializers.project.reading import fast_plan


def source_of(serializer: object, instance_class: type, *, many: bool = False) -> str:
    """Return the source of the function by which a serializer reads an `instance_class` fast.

    `serializer` is a class, or a serializer where the fields depend on how it is made; `many`
    gives the function for lists. Raises `TypeError` for anything else, and `ValueError` for a
    serializer that chooses its fields for each row.
    """
    if isinstance(serializer, type) and issubclass(serializer, Serializer):
        serializer = serializer()
    if not isinstance(serializer, Serializer):
        raise TypeError(
            f"{serializer!r} is no serializer of rest_framework.serializers.Serializer."
        )
    plan = fast_plan(serializer)
    if plan is None:
        raise ValueError(
            f"{type(serializer).__name__} chooses its fields row by row: there is no generated "
            f"source for all of its rows."
        )
    functions = plan.many if many else plan.one
    return inspect.getsource(functions[instance_class])
