"""A plan that is kept as long as what it was made from is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan, has_fixed_fields, plan_of
from fastserializers.compiler.shapes import shape_of
from fastserializers.lifecycle.declarations import (
    copy_of,
    declarations_of_classes,
    declarations_of_fields,
)

Declarations = Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A compiled plan with what it was made from, and copies of that from when it was made.

    Projects do change `Meta.depth` for a request, add to `_declared_fields` after the class is
    there to let it nest itself, and change a field of one serializer: DRF looks at all of that
    each time.
    """

    compiled: CompiledPlan | None
    """None where DRF is to read."""
    declarations: tuple[Mapping[str, Any], ...] = ()
    """What equals `copies` as long as the plan is right."""
    copies: tuple[Mapping[str, Any], ...] = ()

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        # A serializer that is pickled leaves its plan behind.
        return type(None), ()


NO_PLAN = KeptPlan(None)


def plan_of_class(serializer_class: Any) -> KeptPlan:
    """Return the plan that all serializers of a class have; `NO_PLAN` where each has its own."""
    if not has_fixed_fields(serializer_class):
        return NO_PLAN
    try:
        return kept_plan(prototype_of(serializer_class), declarations_of_classes)
    except Exception:
        # Its fields want more than the class: a serializer's own raise, or work.
        return NO_PLAN


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    return prototype


def plan_of_fields(serializer: Any) -> KeptPlan:
    """Return the plan of the fields that `serializer` has; `NO_PLAN` where it has none."""
    return kept_plan(serializer, declarations_of_fields, shape_of)


def kept_plan(
    serializer: Any,
    declarations_of: Callable[[Serializer[Any]], Declarations],
    kept_of: Callable[[Plan], Plan] = lambda plan: plan,
) -> KeptPlan:
    plan = plan_of(serializer)
    if plan is None:
        return NO_PLAN
    declarations = tuple(declarations_of(serializer))
    return KeptPlan(compile_plan(kept_of(plan)), declarations, tuple(map(copy_of, declarations)))
