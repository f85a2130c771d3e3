"""How a serializer reads: which plan its class has, and its data by either code.

Commands and checks ask here, and in `lists` about the rows of a queryset.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.db.models import QuerySet
from rest_framework.serializers import ListSerializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import has_fixed_fields
from fastserializers.conf import reads_everywhere, value_of
from fastserializers.plans.class_plan import class_plan, prototype_of
from fastserializers.plans.marks import ReadsFast, mark, marking
from fastserializers.plans.strategy import decide
from fastserializers.plans.switch import Side, drf_reads, reading_by
from fastserializers.plans.versions import Reading
from fastserializers.proof.compare import can_be_fast, refuse_other
from fastserializers.runtime.zones import active_zone

# Classes.


def fast_by(cls: type) -> str:
    """Return what makes all serializers of a class read fast: "class", "setting" or ""."""
    if issubclass(cls, ReadsFast):
        return "class"
    return "setting" if reads_everywhere() and can_be_fast(cls) else ""


def is_fast(cls: type) -> bool:
    """Return whether all serializers of a class read fast, whatever uses them."""
    return bool(fast_by(cls))


# Plans.


def fast_reading(serializer: Any, queryset: QuerySet[Any] | None = None) -> Reading:
    """Return how a serializer that reads fast reads its objects, or a list of a queryset."""
    mark(serializer)
    with reading_by("fast"):
        if queryset is None:
            return decide(serializer)
        return decide(ListSerializer(child=serializer), queryset)


def list_function(
    serializer: Any, names: frozenset[str], instance_class: type
) -> Callable[[list[Any]], object]:
    """Return a function that represents instances by the compiled code of these fields alone."""
    compiled = fast_reading(serializer).plan
    planned = compiled.plan.fields if compiled else ()
    fields = tuple(field for field in planned if field.name in names)
    function = compile_plan(Plan(type(serializer).__name__, fields)).many.compiled(instance_class)
    zone = active_zone()
    return lambda instances: function(instances, serializer, zone)


def serializer_of_fixed(cls: Any) -> Any:
    """Return a serializer with the fields of its class; None if each serializer makes its own."""
    return prototype_of(cls) if has_fixed_fields(cls) else None


def example_of(cls: Any) -> Any:
    """Return a serializer of a class, made without `__init__()` if that needs a request."""
    try:
        return cls()
    except Exception:
        return prototype_of(cls)


def compiled_class(cls: type) -> CompiledPlan | None:
    """Return the plan of a class; None if each serializer of the class makes its own fields.

    Raises what making the fields raises, and `TypeError` for a class that cannot read fast.
    """
    refuse_other(cls)
    compiled = class_plan(cls).compiled
    if compiled is None and has_fixed_fields(cls):
        # A mistake in the fields raises here.
        len(prototype_of(cls).fields)
    return compiled


LATER = "compiled when it is used: each serializer makes its own fields"
"""What commands say of a class for which `compiled_class()` returns None."""


def compile_class(cls: type, model: object) -> bool:
    """Make the plan of a class, and its functions for the model; return whether there is a plan.

    Raises what `compiled_class()` raises.
    """
    compiled = compiled_class(cls)
    if compiled is not None and isinstance(model, type):
        for functions in (compiled.one, compiled.many):
            functions.compiled(model)
    return compiled is not None


# Which code reads.


def data_by(which: Side, cls: Any, source: Any, **options: Any) -> Any:
    """Return the data of a serializer by REST framework's code, or by the fast code.

    The fast code reads as it does in a view with `FastReadMixin`.
    """
    with ExitStack() as stack:
        if which == "drf" or drf_reads() or value_of("VERIFY"):
            stack.enter_context(reading_by(which))
        token = marking.set(which == "fast")
        try:
            serializer = cls(source, **options)
        finally:
            marking.reset(token)
        if which == "fast":
            mark(serializer)
        return serializer.data
