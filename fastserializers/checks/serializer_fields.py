"""Checks of fields: H300 and H302.

A writable serializer that does not say which fields are read-only; a field of a fast serializer
that runs REST framework's code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core import checks
from rest_framework.serializers import BaseSerializer, ModelSerializer

from fastserializers.checks.findings import check, in_words, messages_of_each
from fastserializers.compiler.fields.registry import READ_HOOKS, entry_of, representation_of
from fastserializers.compiler.plan import Delegated, Method, Nested, Plan
from fastserializers.compiler.planner import ROW_HOOKS, chooses_row_by_row, output_of
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import Project
from fastserializers.project.reading import (
    compiled_class,
    compiled_reader,
    has_fixed_fields,
    is_fast,
    why_unread,
)
from fastserializers.project.serializers import SerializerClass, model_of, without_list
from fastserializers.reading.class_plan import prototype_of
from fastserializers.reading.hooks import FIELD_HOOKS
from fastserializers.reading.own_fields import nested_plan
from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.overrides import overrides, overrides_itself
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


@check("H302")
def delegated_fields(project: Project) -> Iterator[checks.CheckMessage]:
    said: set[tuple[SerializerClass, str]] = set()

    def unsaid(serializer: SerializerClass) -> Iterator[checks.CheckMessage]:
        if chooses_row_by_row(serializer):
            hooks = in_words(own_hooks(serializer, ROW_HOOKS))
            yield checks.Info(
                f"{serializer.__name__} decides for each row which fields it reads, so that REST "
                f"framework's code reads it.",
                f"Override get_fields() instead of {hooks}: it is called once for a list.",
                serializer,
            )
        compiled = compiled_class(serializer)
        if compiled is None or not has_fixed_fields(serializer):
            return
        prototype = prototype_of(serializer)
        for cls, path, field, reason in delegated_within(prototype, compiled.plan, serializer, ""):
            if (cls, path) not in said:
                said.add((cls, path))
                message = f"{path} runs REST framework's own code: {reason.rstrip('.')}."
                yield checks.Info(message, way_to_compile(field), cls)

    return messages_of_each(project.ways, unsaid)


def delegated_within(
    serializer: Any, plan: Plan, owner: SerializerClass, path: str
) -> Iterator[tuple[SerializerClass, str, AnyField, str]]:
    """Yield the delegated fields of a serializer: class to change, path, field and reason.

    A field of a nested class of the project is a finding about that class. A field of another
    nested class is a finding about the owner, with the path to the field.
    """
    model = model_of(type(serializer))
    for planned in plan.fields:
        name, _, output = planned
        if isinstance(output, Delegated):
            field = serializer.fields[name]
            # The plan of a class leaves open what only a serializer's field can tell.
            decided = output if output.is_complete else output_of(field, nested_plan)
            if isinstance(decided, Delegated) and decided.is_complete:
                yield owner, f"{path}{name}", field, decided.reason
        elif model and not isinstance(output, Method) and compiled_reader(planned, model) is None:
            yield owner, f"{path}{name}", serializer.fields[name], why_unread(planned, model)
        elif isinstance(output, Nested):
            child = without_list(serializer.fields[name])
            cls = type(child)
            if not is_first_party(cls.__module__):
                yield from delegated_within(child, output.plan, owner, f"{path}{name}.")
            elif not is_fast(cls):
                yield from delegated_within(child, output.plan, cls, "")


# The attributes that hold the field of the items, of the related objects or of the key.
WITHIN = ("child", "child_relation", "pk_field")


def way_to_compile(field: Any) -> str:
    if isinstance(field, BaseSerializer):
        child = without_list(field)
        wanted = (*READ_HOOKS, *sorted(FIELD_HOOKS), *ROW_HOOKS)
        classes = [cls for cls in (type(child), type(field)) if own_hooks(cls, wanted)]
        if classes:
            return compiles_without(classes[0], own_hooks(classes[0], wanted))
        name = type(child).__name__
        return f"Nest a class that can make its fields, and that does not nest {name}."
    for within in (getattr(field, name, None) for name in WITHIN):
        if within is not None and representation_of(within) is None:
            return way_to_compile(within)
    method = "A SerializerMethodField that returns the same value compiles to a plain call."
    entry = entry_of(type(field))
    hooks = own_hooks(type(field), (*READ_HOOKS, *entry.hooks)) if entry else []
    return f"{compiles_without(type(field), hooks)} {method}" if hooks else method


def own_hooks(cls: type, hooks: tuple[str, ...]) -> list[str]:
    return [hook for hook in dict.fromkeys(hooks) if overrides(cls, (hook,))]


def compiles_without(cls: type, hooks: list[str]) -> str:
    """Return a sentence that names these hooks, each with the class that defines it."""
    definers = [next(b for b in cls.__mro__ if overrides_itself(b, (hook,))) for hook in hooks]
    own = [f"{each.__name__}.{hook}" for each, hook in zip(definers, hooks, strict=True)]
    return f"{cls.__name__} would compile without {in_words(own)}."
