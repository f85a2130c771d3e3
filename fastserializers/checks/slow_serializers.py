"""H301: a serializer that only ever reads, and is not a fast one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from django.core import checks
from rest_framework.serializers import ModelSerializer

from fastserializers.checks.registry import check, messages_of_each
from fastserializers.project.certainty import read_only_serializers
from fastserializers.project.overview import Project
from fastserializers.serializers import FastReadOnlyMixin


@check("H301")
def slow_serializers(project: Project) -> Iterator[checks.CheckMessage]:
    only_reading: set[Any] = set()
    with suppress(Exception):
        only_reading = read_only_serializers(project.uses)
    slow = [
        serializer
        for serializer in project.serializers
        if serializer in only_reading
        and issubclass(serializer, ModelSerializer)
        and not issubclass(serializer, FastReadOnlyMixin)
    ]
    return messages_of_each(slow, partial(only_reads, slow=slow))


def only_reads(serializer: Any, slow: list[Any]) -> Iterator[checks.CheckMessage]:
    yield checks.Info(
        f"{serializer.__name__} only ever reads, at the speed of REST framework.",
        hint=way_to_be_fast(serializer, slow),
        obj=serializer,
        id="H301",
    )


def way_to_be_fast(serializer: Any, slow: list[Any]) -> str:
    for base in serializer.__mro__[1:]:
        if base in slow:
            return f"Make {base.__name__} fast: what inherits from it is fast then, too."
    if ModelSerializer in serializer.__bases__:
        return (
            "Inherit from fastserializers.FastReadOnlyModelSerializer instead of ModelSerializer."
        )
    bases = ", ".join(base.__name__ for base in serializer.__bases__)
    return (
        f"Put fastserializers.FastReadOnlyMixin first among the bases: "
        f"class {serializer.__name__}(FastReadOnlyMixin, {bases})."
    )
