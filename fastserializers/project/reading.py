"""How a serializer reads: what makes it fast, and which plan its class has.

Commands and checks ask here, and in `list_reading` about the rows of a queryset.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.plan import FieldPlan
from fastserializers.compiler.sources.instances import source_of_type
from fastserializers.compiler.sources.source import Reader
from fastserializers.conf import reads_everywhere
from fastserializers.names import path_of
from fastserializers.proof.compare import can_be_fast, refuse_other
from fastserializers.proof.orders import names_reached
from fastserializers.reading.chosen_fields import chosen_plan
from fastserializers.reading.class_plan import MARK, class_plan, prototype_of, reason_for_drf
from fastserializers.reading.hooks import decides_fields
from fastserializers.reading.state import ReadsFast, SerializerState
from fastserializers.runtime.drf_types import SerializerClass
from fastserializers.runtime.overrides import is_shipped, overrides
from fastserializers.switch import reading_by
from fastserializers.views import FastReadMixin

# Classes.


def fast_by(cls: type) -> str:
    """Return what makes all serializers of a class, or all that a view reads, read fast.

    That is "class", "view" or "setting"; "" if nothing does.
    """
    if issubclass(cls, ReadsFast):
        return "class"
    if issubclass(cls, FastReadMixin):
        return "view"
    can_be = can_be_fast(cls) or issubclass(cls, APIView)
    return "setting" if reads_everywhere() and can_be else ""


def is_fast(cls: type) -> bool:
    """Return whether a serializer class, or a view, reads fast, whatever else it is used with."""
    return bool(fast_by(cls))


# Plans.


def fast_plan(serializer: Any) -> CompiledPlan | None:
    """Return the plan by which a serializer reads a list if it reads fast; None without one."""
    with reading_by("fast"):
        vars(serializer)[MARK] = SerializerState()
        plan = class_plan(type(serializer))
        if plan is None or reason_for_drf(type(serializer)):
            return None
        chosen = chosen_plan(serializer, plan, MANY_ROWS)
        return chosen if isinstance(chosen, CompiledPlan) else None


MANY_ROWS = 10_000
"""As many as own fields are planned for, however many a serializer has."""


def planned(cls: SerializerClass) -> tuple[CompiledPlan | None, str]:
    """Return the plan of a class; or None, and why: `LATER`, or why REST framework reads it.

    Raises what `compiled_class()` raises.
    """
    reason = reason_for_drf(cls) if issubclass(cls, BaseSerializer) else ""
    if reason:
        return None, reason
    compiled = compiled_class(cls)
    if compiled is not None and not compiled.is_complete:
        # A field decides when it is made: a list has a plan of the fields that a serializer has.
        with suppress(Exception):
            compiled = fast_plan(example_of(cls)) or compiled
    return compiled, "" if compiled else LATER


def why_unused(cls: type) -> str:
    """Return why a class never uses its plan: its own `to_representation()` calls no `super()`."""
    definer = next(base for base in cls.__mro__ if "to_representation" in vars(base))
    function = vars(definer)["to_representation"]
    if is_shipped(definer) or names_reached(cls, [function]) & {"super", "to_representation"}:
        return ""
    return f"{path_of(definer)}.to_representation() never calls super()"


def compiled_reader(field: FieldPlan, model: type) -> Reader | None:
    """Return how compiled code reads a planned field of a model; None if it cannot."""
    output: Any = field.output
    path = field.source if output.source is None else output.source
    return source_of_type(model).read(path, output.access)


def why_unread(field: FieldPlan, model: type) -> str:
    source = ".".join(field.source) or "*"
    return f"only REST framework knows how to read {source} of {model.__name__}"


def has_fixed_fields(cls: type) -> bool:
    """Return whether the class alone decides which fields its serializers have."""
    return not overrides(cls, ("fields", "get_fields")) and not decides_fields(cls)


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
    # A class that a function has created, too, which requests compile after 100 rows.
    with reading_by("fast"):
        plan = class_plan(cls)
    compiled = plan.compiled if plan is not None else None
    if compiled is None and has_fixed_fields(cls):
        # A mistake in the fields raises here.
        len(prototype_of(cls).fields)
    return compiled


LATER = "compiled when it is used: each serializer makes its own fields"
"""The remark about a class for which `compiled_class()` returns None."""
