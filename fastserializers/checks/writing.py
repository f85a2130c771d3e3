"""H300: what a client may write by accident; H303: what a read-only class has for writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.serializers import BaseSerializer, ModelSerializer

from fastserializers.checks.findings import check, messages_of_each
from fastserializers.classes.read_only import REFUSALS, Refusing
from fastserializers.plans.fingerprint import declared_fields
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import Project
from fastserializers.project.reading import serializer_of_fixed
from fastserializers.project.serializers import SerializerClass, is_concrete
from fastserializers.runtime.overrides import is_shipped
from fastserializers.serializers import FastReadOnlyMixin

WRITING_METHODS = (
    *sorted(REFUSALS.keys() - {"errors", "validated_data"}),
    "run_validators",
    "validate",
)


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
            hint="Set read_only_fields in Meta. An empty tuple is an answer.",
            obj=serializer,
        )


@check("H303")
def writing_that_never_runs(project: Project) -> Iterator[checks.CheckMessage]:
    read_only = (cls for cls in project.serializers if issubclass(cls, Refusing))
    return messages_of_each(read_only, writing_of)


def writing_of(serializer: SerializerClass) -> Iterator[checks.CheckMessage]:
    written = written_by(serializer)
    if written:
        yield checks.Warning(
            f"{serializer.__name__} is read-only and never runs {', '.join(written)}.",
            hint=(
                "Delete what is named, or leave out the base that it comes from. If the API "
                "writes with it, keep it in a writable serializer, and use read_only() of that "
                "one for the actions that read."
            ),
            obj=serializer,
        )


def written_by(serializer: SerializerClass) -> list[str]:
    """Return what a serializer has for writing, in the words of a message."""
    return [
        *(
            f"{name}()" if definer is serializer else f"{definer.__name__}.{name}()"
            for name in (*WRITING_METHODS, *methods_of_fields(serializer))
            for definer in definers(serializer, name)
        ),
        *validators_of(serializer),
    ]


def definers(serializer: SerializerClass, name: str) -> list[type]:
    """Return a list of the class that defines a method which never runs; empty if there is none.

    Left out are methods of REST framework and of third parties, those of another fast serializer,
    which has a message itself, and those of a writable one, which runs them.
    """
    refusal = vars(FastReadOnlyMixin).get(name)
    having = [base for base in serializer.__mro__ if name in vars(base) and not is_shipped(base)]
    # The library has put its refusal in the place of what a fast class had, on heirs as well.
    own = [base for base in having if vars(base)[name] is not refusal]
    definer = own[0] if own else having[-1] if having else None
    if definer is None or not is_first_party(definer.__module__):
        return []
    is_another = issubclass(definer, BaseSerializer) and is_concrete(definer)
    return [definer] if definer is serializer or not is_another else []


def methods_of_fields(serializer: SerializerClass) -> list[str]:
    """Return the names of the methods that would validate fields."""
    named = [name for name in dir(serializer) if name.startswith("validate_")]
    fields = declared_fields(serializer)
    if named:
        with suppress(Exception):
            fields = serializer_of_fixed(serializer).fields
    return [name for name in named if name.removeprefix("validate_") in fields]


def validators_of(serializer: SerializerClass) -> Iterator[str]:
    meta = vars(serializer).get("Meta")
    if isinstance(meta, type) and vars(meta).get("validators"):
        yield "Meta.validators"
    for name, field in declared_fields(serializer).items():
        is_own = not any(name in declared_fields(base) for base in serializer.__mro__[1:])
        if is_own and field._kwargs.get("validators"):
            yield f"the validators of {name}"
