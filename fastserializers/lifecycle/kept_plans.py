"""The plan that a serializer, or its class, keeps as long as it is what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.plan import plan_of, serializer_in


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A compiled plan with what it was made from, and copies of that from when it was made.

    Projects do change `Meta.depth` for a request, add to `_declared_fields` after the class is
    there to let it nest itself, and change a field of one serializer: DRF looks at all of that
    each time.
    """

    compiled: CompiledPlan
    declarations: tuple[Mapping[str, Any], ...]
    """What equals `copies` as long as the plan is right."""
    copies: tuple[Mapping[str, Any], ...]

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        # A serializer that is pickled leaves its plan behind.
        return type(None), ()


def plan_of_class(serializer_class: Any) -> KeptPlan | None:
    """Return the plan of a class whose fields are fixed; None where its serializers have none.

    Raises what making its fields raises.
    """
    return kept(prototype_of(serializer_class), declarations_of_classes)


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    return prototype


def plan_of_fields(serializer: Any) -> KeptPlan | None:
    """Return the plan of the fields that `serializer` has; None where it has none."""
    return kept(serializer, declarations_of_fields)


def kept(serializer: Any, declarations_of: Any) -> KeptPlan | None:
    plan = plan_of(serializer)
    if plan is None:
        return None
    declarations = tuple(declarations_of(serializer))
    return KeptPlan(compile_plan(plan), declarations, tuple(map(copy_of, declarations)))


def declarations_of_classes(serializer: Serializer[Any]) -> Iterator[Mapping[str, Any]]:
    """Return what the fields of `serializer`, and of those nested in it, are declared by."""
    yield serializer._declared_fields
    meta = getattr(serializer, "Meta", None)
    if isinstance(meta, type):
        yield from (vars(base) for base in meta.__mro__[:-1])
    for child in nested_in(serializer):
        yield from declarations_of_classes(child)


def declarations_of_fields(serializer: Serializer[Any]) -> Iterator[Mapping[str, Any]]:
    """Return the fields of `serializer`, and of those nested in it, with all that they say."""
    yield getattr(serializer.fields, "fields", serializer.fields)
    fields: Iterable[Any] = serializer.fields.values()
    for field in fields:
        yield from (vars(part) for part in parts_of(field))
    for child in nested_in(serializer):
        yield vars(child)
        yield from declarations_of_fields(child)


def parts_of(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        part = vars(field).get(name)
        if isinstance(part, Field) and not isinstance(field, BaseSerializer):
            yield from parts_of(part)


def nested_in(serializer: Serializer[Any]) -> Iterator[Serializer[Any]]:
    """Return the serializers nested in `serializer` whose fields have been looked at."""
    for field in serializer.fields.values():
        child = serializer_in(field)
        if isinstance(child, Serializer) and "fields" in vars(child):
            yield child


def copy_of(declaration: Any) -> Any:
    """Return a copy of dicts and lists, however deep; what is in them stays the same object."""
    if type(declaration) in (dict, MappingProxyType):
        return {key: copy_of(value) for key, value in declaration.items()}
    if type(declaration) is list:
        return [copy_of(value) for value in declaration]
    return declaration
