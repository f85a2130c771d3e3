"""The plan of one serializer whose fields are not those of its class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.compiler.function import CompiledPlan, compile_plan
from fastserializers.compiler.overrides import SET_ON_SERIALIZER
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.planner import plan_of, serializer_in
from fastserializers.plans.class_plan import ClassPlan, class_plan
from fastserializers.runtime.lazy_fields import LazyFields

# Sets of names are remembered up to this number for each class.
MOST_NAMES = 1024

# Of so many fields that somebody has taken, one is worth to be asked for one object.
FIELDS_FOR_ONE_TAKEN = 4


class Part(NamedTuple):
    """The fields of a serializer, or of one nested in it, as they were."""

    fields: Any
    names: list[str]
    taken: set[str] | None
    """Those that were taken of `LazyFields`."""
    states: tuple[tuple[str, Any, Mapping[str, Any], dict[str, Any]], ...]
    """The name of each field that may be changed, the field, its attributes and a copy."""

    def is_unchanged(self) -> bool:
        mapping = plain(self.fields)
        return (
            [*mapping] == self.names
            and (self.taken is None or self.fields.taken == self.taken)
            and all(
                mapping[name] is field and now == then for name, field, now, then in self.states
            )
        )


class FieldsPlan(NamedTuple):
    """A plan of the fields of one serializer, and what they were when it was made."""

    compiled: CompiledPlan
    parts: tuple[Part, ...]
    """That of the serializer first, then those of what it nests."""

    def is_right(self, fields: Any) -> bool:
        return fields is self.parts[0].fields and all(part.is_unchanged() for part in self.parts)


def plan_of_serializer(
    serializer: Any, state: Any, known: ClassPlan, *, is_worth_it: bool
) -> CompiledPlan | None:
    """Return the plan of the fields that a serializer has; None where REST framework reads them.

    `is_worth_it` says that it is worth looking at all fields.
    """
    fields = serializer.__dict__.get("fields")
    if type(fields) is LazyFields and not fields.taken:
        subset = subset_of(serializer, fields, known, is_worth_it=is_worth_it)
        if subset is None or subset.is_complete or not is_worth_it:
            return subset
    if state.fields_plan is not None:
        compiled: CompiledPlan = state.fields_plan.compiled
        is_enough = compiled.is_complete or not is_worth_it
        if is_enough and state.fields_plan.is_right(fields):
            return compiled
        state.fields_plan = None
    if not is_worth_it and not has_few_taken(fields):
        return None
    if not SET_ON_SERIALIZER.isdisjoint(serializer.__dict__):
        return None
    plan = plan_of(serializer)
    if plan is None:
        return None
    compiled = compile_plan(plan)
    state.fields_plan = FieldsPlan(compiled, tuple(parts_of(serializer.fields)))
    return compiled


def plan_for_rows(serializer: Any) -> CompiledPlan | None:
    """Return the plan of the fields that a serializer has; None where DRF reads them."""
    known = class_plan(type(serializer))
    if known.reason:
        return None
    if known.compiled is not None and "fields" not in serializer.__dict__:
        return known.compiled
    plan = plan_of(serializer)
    return compile_plan(plan) if plan else None


def has_few_taken(fields: Any) -> bool:
    return type(fields) is LazyFields and len(fields.taken) * FIELDS_FOR_ONE_TAKEN <= len(fields)


def subset_of(
    serializer: Any, fields: LazyFields, known: ClassPlan, *, is_worth_it: bool
) -> CompiledPlan | None:
    """Return the plan of some of the fields of a class, all of which are as the class has them.

    None at the first use of these fields, where reading them is not worth a plan yet.
    """
    names = tuple(fields)
    if known.compiled is not None and names == fields.recipe.names:
        return known.compiled
    compiled = known.subsets.get(names)
    if compiled is None:
        if not is_worth_it and is_first_use(known, names):
            return None
        entries = fields.recipe.known
        plan = Plan(type(serializer).__name__, tuple(entries[n] for n in names if n in entries))
        compiled = known.subsets[names] = compile_plan(plan)
    return compiled


def is_first_use(known: ClassPlan, names: tuple[str, ...]) -> bool:
    """Return whether a set of names is asked for the first time, and remember it."""
    if names in known.names_used:
        return False
    if len(known.names_used) >= MOST_NAMES:
        known.names_used.clear()
    known.names_used.add(names)
    return True


def parts_of(fields: Any) -> Iterator[Part]:
    """Return the fields of a serializer, and of those nested in it that have made theirs."""
    is_lazy = type(fields) is LazyFields
    mapping = plain(fields)
    taken = {name: mapping[name] for name in mapping if not is_lazy or name in fields.taken}
    states = (
        (name, field, vars(inner), dict(vars(inner)))
        for name, field in taken.items()
        for inner in fields_within(field)
    )
    yield Part(fields, [*mapping], set(fields.taken) if is_lazy else None, tuple(states))
    for field in taken.values():
        child = serializer_in(field)
        if isinstance(child, Serializer) and "fields" in vars(child):
            yield from parts_of(child.fields)


def plain(fields: Any) -> Any:
    return fields.by_name if type(fields) is LazyFields else getattr(fields, "fields", fields)


def fields_within(field: Any) -> Iterator[Any]:
    """Return a field, and those that it represents something by."""
    yield field
    for name in ("child", "child_relation", "pk_field"):
        inner = vars(field).get(name)
        if isinstance(inner, Field) and not isinstance(field, BaseSerializer):
            yield from fields_within(inner)
