"""A plan that is kept as long as what it was made from is the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Delegated, Plan
from fastserializers.compiler.planning import chooses_row_by_row, has_fixed_fields, plan_of
from fastserializers.lifecycle.declarations import (
    Declaration,
    copy_of,
    decides_the_same,
    declarations_of_class,
    declarations_of_fields,
    declared_classes,
    names_of_class,
    nested_in,
    options_of_class,
    plain_fields,
)
from fastserializers.lifecycle.shapes import compiled_shape
from fastserializers.likeness import stands_for
from fastserializers.overrides import overrides, overrides_behind

Mappings = tuple[Mapping[Any, Any], ...]


# Of a class.


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """How the serializers of a class read, with what decides on it, and copies of that.

    Projects do change `Meta.depth` for a request, add to `_declared_fields` after the class is
    there to let it nest itself, and patch a class in a test: DRF looks at all of that each time.
    """

    compiled: CompiledPlan | None = None
    """The plan of all serializers that have the fields which their class gives them."""
    is_read_by_drf: bool = True
    """Whether code of the project's, or a decision for each row, stands behind the mixin."""
    is_left_to_drf: bool = True
    """Whether DRF reads as fast: also where every field runs its code."""
    by_drf: Callable[[Any, Any], Any] = Serializer.to_representation
    """Takes a serializer and an instance; returns what stands behind the mixin makes of it."""
    answers_for_attributes: bool = False
    """Whether code of the project's is asked for each attribute."""
    is_plain: bool = False
    """Whether nothing comes before the `to_representation()` of the mixin."""
    has_plain_data: bool = False
    """Whether nothing behind the mixin has its own `data`."""
    declarations: tuple[Declaration, ...] = ()
    says: Mappings = ()
    """What equals `copies` as long as the plan is right."""
    copies: Mappings = ()
    namespace: Mapping[str, Any] = field(default_factory=dict)
    """Where the declared fields are."""
    names: list[str] = field(default_factory=list)
    """Theirs, of which a plain comparison forgets the order; empty where there is none."""
    of_twin: Mapping[str, Any] | None = None
    """The declared fields that a twin has made of them."""
    is_direct: bool = False
    """Whether `data` may go past all methods: most classes."""
    alone: dict[str, bool] = field(default_factory=dict)
    """Whether a field may be made without the others, of those that this was asked of."""
    # Only lists compare what follows: for one object it would take a tenth of the time.
    ordered: tuple[Any, ...] = ()
    """The classes with declared fields of which no names are kept: nested ones."""
    orders: list[list[str]] = field(default_factory=list)
    options: Mappings = ()
    """The arguments of declared fields."""
    option_copies: Mappings = ()


def plan_of_class(cls: Any, front: type) -> ClassPlan:
    """Return how the serializers of a class read that has `front` among its bases."""
    is_read_by_drf = not issubclass(cls, Serializer) or (
        overrides_behind(cls, front, ("to_representation",)) or chooses_row_by_row(cls)
    )
    compiled = None if is_read_by_drf else compiled_plan_of_class(cls)
    has_plain_data = issubclass(cls, Serializer) and not overrides_behind(cls, front, ("data",))
    own = inspect.getattr_static(cls, "to_representation")
    answers_for_attributes = overrides(cls, GETATTRIBUTE)
    is_plain = own is vars(front)["to_representation"] and not answers_for_attributes
    is_left_to_drf = is_read_by_drf or (compiled is not None and has_nothing_compiled(compiled))
    plan = ClassPlan(
        compiled,
        is_read_by_drf,
        is_left_to_drf,
        what_stands_behind(cls, front),
        answers_for_attributes,
        is_plain,
        has_plain_data,
        is_direct=is_plain
        and has_plain_data
        and compiled is not None
        and not is_left_to_drf
        and not overrides(cls, CONSTRUCTION),
    )
    return with_declarations(plan, cls)


def what_stands_behind(cls: Any, front: Any) -> Callable[[Any, Any], Any]:
    """Return the `to_representation()` that `cls` has after `front`."""
    if not issubclass(cls, Serializer) or overrides_behind(cls, front, ("to_representation",)):
        return lambda serializer, instance: super(front, serializer).to_representation(instance)
    return Serializer.to_representation


GETATTRIBUTE = ("__getattribute__",)
CONSTRUCTION = ("__init__", "__new__")


def has_nothing_compiled(compiled: CompiledPlan) -> bool:
    """Return whether each field of each serializer of the class runs DRF's own code."""
    outputs = [planned.output for planned in compiled.plan.fields]
    return all(
        isinstance(output, Delegated) and output.is_known and not output.is_mistaken
        for output in outputs
    )


def with_declarations(plan: ClassPlan, cls: Any) -> ClassPlan:
    """Return `plan` with what its class, and those it nests, say now."""
    declarations = tuple(declarations_of_class(cls))
    namespace = vars(stands_for(cls))
    names = list_of_declared(cls) if type(namespace.get(DECLARED)) is dict else []
    ordered = tuple(
        nested
        for nested in declared_classes(cls, {})
        if len(list_of_declared(nested)) > 1 and not (nested is cls and names)
    )
    options = tuple(options_of_class(cls))
    return replace(
        plan,
        declarations=declarations,
        says=tuple(declaration.says for declaration in declarations),
        copies=tuple(declaration.copy() for declaration in declarations),
        namespace=namespace,
        names=names if len(names) > 1 else [],
        of_twin=None if stands_for(cls) is cls else cls._declared_fields,
        ordered=ordered,
        orders=names_of_class(ordered),
        options=options,
        option_copies=tuple(map(copy_of, options)),
    )


DECLARED = "_declared_fields"


def list_of_declared(cls: Any) -> list[str]:
    declared = getattr(cls, "_declared_fields", None)
    return list(declared) if isinstance(declared, dict) else []


def compiled_plan_of_class(cls: Any) -> CompiledPlan | None:
    """Return the plan that all serializers of a class have; None where each has its own."""
    if not has_fixed_fields(cls):
        return None
    try:
        plan = plan_of(prototype_of(cls), is_prototype=True)
    except Exception:
        # Its fields want more than the class: a serializer's own raise, or work.
        return None
    return compile_plan(plan) if plan else None


def prototype_of(serializer_class: Any) -> Any:
    """Return a serializer of a class as DRF makes it: no `__init__()` of the project's runs."""
    prototype = object.__new__(serializer_class)
    prototype._args, prototype._kwargs = (), {}
    BaseSerializer.__init__(prototype)
    return prototype


def is_in_order(plan: ClassPlan) -> bool:
    """Return whether the declared fields of the class are in the order that the plan has."""
    names = plan.names
    if not names:
        return True
    in_order = [*plan.namespace[DECLARED]] == names
    return in_order and (plan.of_twin is None or [*plan.of_twin] == names)


def has_other_parts(plan: ClassPlan) -> bool:
    """Return whether options have changed, or the order of the fields in a nested class."""
    if plan.options != plan.option_copies:
        return True
    return bool(plan.ordered) and names_of_class(plan.ordered) != plan.orders


def renewed(plan: ClassPlan) -> ClassPlan | None:
    """Return a plan with new copies, where what has changed decides nothing; None otherwise."""
    pairs = zip(plan.declarations, plan.copies, strict=True)
    if not all(decides_the_same(*pair) for pair in pairs):
        return None
    if not is_in_order(plan) or has_other_parts(plan):
        return None
    return replace(plan, copies=tuple(declaration.copy() for declaration in plan.declarations))


# Of a serializer that has fields of its own.


@dataclass(frozen=True, slots=True)
class FieldsPlan:
    """The plan of the fields that one serializer has, as long as it has them as they were."""

    compiled: CompiledPlan
    fields: Any
    parts: tuple[dict[str, Any], ...]
    """The fields of the serializer and of those nested in it, of which the order is compared."""
    orders: list[list[str]]
    says: Mappings
    copies: Mappings

    def is_right(self, serializer: Any) -> bool:
        return (
            vars(serializer).get("fields") is self.fields
            and plain_fields(serializer) is self.parts[0]
            and [list(part) for part in self.parts] == self.orders
            and self.says == self.copies
        )

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        # A serializer that is pickled leaves its plan behind.
        return type(None), ()


def plan_of_fields(serializer: Any, plan: Plan) -> FieldsPlan:
    """Return the `plan` of the fields that a serializer has now, for as long as it has them."""
    says = tuple(declaration.says for declaration in declarations_of_fields(serializer))
    parts = tuple(parts_with_fields(serializer))
    return FieldsPlan(
        compiled_shape(plan),
        serializer.fields,
        parts,
        [list(part) for part in parts],
        says,
        tuple(map(copy_of, says)),
    )


def parts_with_fields(serializer: Any) -> list[dict[str, Any]]:
    parts = [plain_fields(serializer)]
    for child in nested_in(serializer):
        parts += parts_with_fields(child)
    return parts
