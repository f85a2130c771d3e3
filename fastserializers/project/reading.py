"""How a class reads: by REST framework's code, by its own compiled code, or by that of a view.

All that the tools know of it is here, and in `lists` for the rows of a queryset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.codegen import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planning import has_fixed_fields
from fastserializers.debug import source_of
from fastserializers.later import import_all
from fastserializers.lifecycle.in_use import plan_of_rows
from fastserializers.lifecycle.plans import compiled_plan_of_class, prototype_of
from fastserializers.lifecycle.readings import class_plan
from fastserializers.likeness import stands_for
from fastserializers.runtime.zones import active_zone
from fastserializers.serializers import FastListSerializer, FastReadOnlyMixin, look_at
from fastserializers.switch import reading_by
from fastserializers.twins import read_only

# Classes.


def is_fast(cls: type) -> bool:
    """Return whether a class reads by compiled code whatever uses it, and refuses to write."""
    return issubclass(cls, FastReadOnlyMixin)


def fast_class(cls: Any) -> Any:
    """Return a class that is fast itself, or the fast one of it that is in use; else None."""
    return cls if is_fast(cls) else vars(cls).get("_read_only_twin")


def made_fast(cls: Any) -> Any:
    """Return the class whose serializers read by compiled code what those of `cls` read.

    Raises `TypeError` for what has no fields to compile.
    """
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    return cls if isinstance(cls, type) and is_fast(cls) else read_only(cls)


def made_plain(cls: Any) -> Any:
    """Return the class that `read_only()` was given to make this one; else the class itself."""
    return stands_for(cls)


# Plans.


def plan_of_class(cls: Any) -> CompiledPlan | None:
    """Return the plan that all serializers of a fast class have; None where each has its own."""
    return compiled_plan_of_class(cls)


def plan_of_serializer(serializer: Any) -> CompiledPlan | None:
    """Return the plan by which a fast serializer reads a list; None where it chooses by row."""
    with reading_by("fast"):
        return plan_of_rows(serializer)


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
    return source_of(made_fast(cls), instance_class, many=many)


def serializer_of_fixed(cls: Any) -> Any:
    """Return a serializer that has the fields its class gives it; None where it chooses them."""
    return prototype_of(cls) if has_fixed_fields(cls) else None


def compile_class(cls: Any, model: Any) -> bool:
    """Make the plan of a class, and its functions for the model; return whether there is one.

    Raises what making its fields raises.
    """
    import_all()
    fast = made_fast(cls)
    prototype = prototype_of(fast)
    compiled = class_plan(prototype).compiled
    look_at(fast)
    if compiled is None and has_fixed_fields(fast):
        # Whatever is wrong with them says so here.
        len(prototype.fields)
    if compiled is not None and isinstance(model, type):
        for functions in (compiled.one, compiled.many):
            functions[model]
    return compiled is not None


# Which code reads.

alone = RLock()
"""Held while it matters which code reads: the fast one, or nothing but REST framework's."""


@contextmanager
def fast_only() -> Iterator[None]:
    """Have compiled code read, whatever the setting says."""
    with alone, reading_by("fast"):
        yield


# The methods through which reading leaves REST framework's code. What each overrides is right
# behind it among the bases: without them, a fast class is the same class on REST framework's base.
FAST_METHODS: tuple[tuple[type[Any], str], ...] = (
    (FastReadOnlyMixin, "__new__"),
    (FastReadOnlyMixin, "__init__"),
    (FastReadOnlyMixin, "data"),
    (FastReadOnlyMixin, "fields"),
    (FastReadOnlyMixin, "many_init"),
    (FastReadOnlyMixin, "to_representation"),
    (FastListSerializer, "data"),
    (FastListSerializer, "to_representation"),
)


@contextmanager
def drf_only() -> Iterator[None]:
    """Have REST framework's own code read every serializer of the process, fast ones included.

    So whatever the class nests, or makes in its methods, is read by REST framework as well.
    Other threads get the same output meanwhile, only slower.
    """
    with alone:
        methods = [(cls, name, vars(cls)[name]) for cls, name in FAST_METHODS if name in vars(cls)]
        try:
            for cls, name, _ in methods:
                delattr(cls, name)
            yield
        finally:
            for cls, name, method in methods:
                setattr(cls, name, method)
