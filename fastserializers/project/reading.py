"""How a class reads: by REST framework's code, because its class says fast, or by a view's mark.

All that the tools know of it is here, and in `lists` for the rows of a queryset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.classes.mixins import FastSerializerMixin
from fastserializers.classes.refusing import Refusing
from fastserializers.classes.replaced import replace
from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import has_fixed_fields
from fastserializers.conf import value_of
from fastserializers.debug import source_of
from fastserializers.plans.class_plan import class_plan, prototype_of
from fastserializers.plans.marks import mark
from fastserializers.plans.request_plan import plan_for_rows
from fastserializers.plans.switch import reading_by
from fastserializers.runtime.zones import active_zone

# Classes.


def is_fast(cls: Any) -> bool:
    """Return whether serializers of a class read fast whatever uses them."""
    return issubclass(cls, FastSerializerMixin) or bool(value_of("EVERYWHERE"))


def is_read_only(cls: Any) -> bool:
    """Return whether a class refuses to write."""
    return issubclass(cls, Refusing)


def can_be_fast(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Serializer)


def refuse_other(cls: Any) -> None:
    """Raise `TypeError` for anything but a class whose serializers can read fast."""
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    if not can_be_fast(cls):
        raise TypeError(f"Give a subclass of rest_framework.serializers.Serializer, not {cls!r}.")


# Plans.


def plan_of_class(cls: Any) -> CompiledPlan | None:
    """Return the plan that all serializers of a class have; None where each has its own."""
    return class_plan(cls).compiled


def plan_of_serializer(serializer: Any) -> CompiledPlan | None:
    """Return the plan by which a serializer reads a list; None where it chooses by row."""
    mark(serializer)
    with reading_by("fast"):
        return plan_for_rows(serializer)


def list_function(
    serializer: Any, names: frozenset[str], instance_class: type
) -> Callable[[list[Any]], object]:
    """Return what represents instances by the compiled code of these fields alone."""
    compiled = plan_of_serializer(serializer)
    planned = compiled.plan.fields if compiled else ()
    fields = tuple(field for field in planned if field.name in names)
    function = compile_plan(Plan(type(serializer).__name__, fields)).many[instance_class]
    zone = active_zone()
    return lambda instances: function(instances, serializer, zone)


def source_for(cls: Any, instance_class: type, *, many: bool) -> str:
    """Return the generated code by which serializers of a class read, for `many` or for one."""
    return source_of(cls, instance_class, many=many)


def serializer_of_fixed(cls: Any) -> Any:
    """Return a serializer that has the fields its class gives it; None where it chooses them."""
    return prototype_of(cls) if has_fixed_fields(cls) else None


def compile_class(cls: Any, model: Any) -> bool:
    """Make the plan of a class, and its functions for the model; return whether there is one.

    Raises what making its fields raises.
    """
    refuse_other(cls)
    compiled = class_plan(cls).compiled
    if compiled is None and has_fixed_fields(cls):
        # Whatever is wrong with them says so here.
        len(prototype_of(cls).fields)
    if compiled is not None and isinstance(model, type):
        for functions in (compiled.one, compiled.many):
            functions[model]
    return compiled is not None


# Which code reads.


@contextmanager
def fast_only() -> Iterator[None]:
    """Have compiled code read every serializer in this thread, whatever the setting says."""
    replace()
    with reading_by("fast"):
        yield


@contextmanager
def drf_only() -> Iterator[None]:
    """Have REST framework's own code read every serializer in this thread, fast ones included."""
    with reading_by("drf"):
        yield
