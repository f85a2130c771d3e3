"""The generated code, to be read."""

from __future__ import annotations

import inspect
from typing import Any

from fastserializers.lifecycle.in_use import plan_of_rows
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.switch import reading_by


def source_of(serializer: Any, instance_class: type, *, many: bool = False) -> str:
    """Return the source of the function by which a fast serializer reads an `instance_class`.

    `serializer` is a class, or a serializer where the fields depend on how it is made; `many`
    gives the function for lists. Raises `TypeError` for what is no fast serializer, and
    `ValueError` for one whose fields are not known before it reads.
    """
    if isinstance(serializer, type) and issubclass(serializer, FastReadOnlyMixin):
        serializer = serializer()
    if not isinstance(serializer, FastReadOnlyMixin):
        raise TypeError(
            f"{serializer!r} is no fast serializer: give it a base of fastserializers, or pass "
            f"what read_only() makes of it."
        )
    with reading_by("fast"):
        plan = plan_of_rows(serializer)
    if plan is None:
        raise ValueError(
            f"{type(serializer).__name__} chooses its fields row by row: REST framework's own "
            f"code reads it, and there is no generated source."
        )
    functions = plan.many if many else plan.one
    return inspect.getsource(functions[instance_class])
