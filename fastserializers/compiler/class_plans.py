"""The plan that a serializer class keeps, as long as it is what the class says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers.compiler.codegen import CompiledPlan, compiled
from fastserializers.compiler.plan import plan_of


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """A compiled plan with what it was made from, and copies of that from when it was made.

    Projects do change `Meta.depth` for a request, and add to `_declared_fields` after the class is
    there to let it nest itself: DRF looks at them for every serializer.
    """

    compiled: CompiledPlan
    declarations: tuple[Mapping[str, Any], ...]
    """What is to equal `copies` as long as the plan is right."""
    copies: tuple[Mapping[str, Any], ...]


def class_plan(serializer_class: Any) -> ClassPlan | None:
    """Return the plan of a class whose fields are fixed; None where its serializers have none.

    Raises what making its fields raises.
    """
    prototype = serializer_class.__new__(serializer_class)
    BaseSerializer.__init__(prototype)
    plan = plan_of(prototype)
    if plan is None:
        return None
    declarations = tuple(declarations_of(prototype))
    copies = tuple(copy_of(declaration) for declaration in declarations)
    return ClassPlan(compiled(plan), declarations, copies)


def declarations_of(serializer: Serializer[Any]) -> Iterator[Mapping[str, Any]]:
    """Return the live declarations that the fields come from, also those of nested serializers."""
    yield serializer._declared_fields
    for base in getattr(serializer, "Meta", object).__mro__[:-1]:
        yield vars(base)
    for field in serializer.fields.values():
        child = field.child if isinstance(field, ListSerializer) else field
        if isinstance(child, Serializer) and "fields" in vars(child):
            yield from declarations_of(child)


def copy_of(declaration: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them stays the same object."""
    if isinstance(declaration, Mapping):
        return {key: copy_of(value) for key, value in declaration.items()}
    if isinstance(declaration, list):
        return [copy_of(value) for value in declaration]
    return declaration
