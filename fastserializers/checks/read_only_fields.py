"""H300: a writable serializer that does not say which of its fields a client may not write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core import checks
from rest_framework.serializers import ModelSerializer

from fastserializers.checks.registry import check, messages_of_each
from fastserializers.project.overview import Project
from fastserializers.project.reading import is_read_only


@check("H300")
def read_only_fields_missing(project: Project) -> Iterator[checks.CheckMessage]:
    return messages_of_each(project.serializers, missing)


def missing(serializer: Any) -> Iterator[checks.CheckMessage]:
    if (
        issubclass(serializer, ModelSerializer)
        and not is_read_only(serializer)
        and not hasattr(serializer.Meta, "read_only_fields")
    ):
        yield checks.Warning(
            "ModelSerializer must define read_only_fields. Without it a client may set fields by "
            "accident, and the validators of all fields are built for each read.",
            hint="Set read_only_fields in ModelSerializer.Meta: an empty tuple is an answer.",
            obj=serializer,
            id="H300",
        )
