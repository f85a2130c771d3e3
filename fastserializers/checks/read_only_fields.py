"""H300: a writable serializer that does not say which fields are read-only."""

from __future__ import annotations

from collections.abc import Iterator

from django.core import checks
from rest_framework.serializers import ModelSerializer

from fastserializers.checks.findings import check, messages_of_each
from fastserializers.project.overview import Project
from fastserializers.project.serializers import SerializerClass
from fastserializers.serializers import Refusing


@check("H300")
def read_only_fields_missing(project: Project) -> Iterator[checks.CheckMessage]:
    return messages_of_each(project.serializers, missing)


def missing(serializer: SerializerClass) -> Iterator[checks.CheckMessage]:
    if (
        issubclass(serializer, ModelSerializer)
        and not issubclass(serializer, Refusing)
        and not hasattr(serializer.Meta, "read_only_fields")
    ):
        yield checks.Warning(
            "Meta has no read_only_fields. Without them, a client may set fields by accident, and "
            "REST framework builds the validators of all fields for each read.",
            hint="Set read_only_fields in Meta: to an empty tuple if clients may set all fields.",
            obj=serializer,
        )
