"""H301: serializers that only read, by REST framework's code; H309: those made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.checks.findings import check, messages_of_each, some_of
from fastserializers.checks.writing import written_by
from fastserializers.compiler.plan import Delegated, Nested, Plan
from fastserializers.compiler.planner import chooses_row_by_row, plan_of
from fastserializers.project.certainty import read_only_serializers
from fastserializers.project.code import made_by_hand
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import Project
from fastserializers.project.reading import is_fast, serializer_of_fixed
from fastserializers.project.serializers import SerializerClass, defining_module
from fastserializers.project.views import ViewClass, chooses_by_code
from fastserializers.runtime.overrides import is_shipped, overrides


@check("H301")
def slow_serializers(project: Project) -> Iterator[checks.CheckMessage]:
    slow = slow_ones(project)

    def only_reads(serializer: SerializerClass) -> Iterator[checks.CheckMessage]:
        yield checks.Info(
            f"{serializer.__name__} only ever reads, at the speed of REST framework.",
            hint=way_to_be_fast(serializer, slow),
            obj=serializer,
        )

    yield from messages_of_each(slow, only_reads)
    yield from messages_of_each(filter(chooses_by_code, project.slow_views), chosen_by_code)


def chosen_by_code(view: ViewClass) -> Iterator[checks.CheckMessage]:
    name = view.__name__
    yield checks.Info(
        f"The serializers of {name} are chosen by code, for each request.",
        hint=(
            f"Put fastserializers.views.FastReadMixin first among the bases of {name}: "
            f"whichever it chooses is read fast, and what it writes is written as before."
        ),
        obj=view,
    )


def slow_ones(project: Project) -> list[SerializerClass]:
    """Return the model serializers that only ever read, and that compiled code would read."""
    only_reading: set[SerializerClass] = set()
    ways = project.ways
    with suppress(Exception):
        only_reading = read_only_serializers(project.uses)
    return [
        serializer
        for serializer in project.serializers
        if serializer in only_reading
        and issubclass(serializer, ModelSerializer)
        and ways.get(serializer, "in part") == "in part"
        and can_gain(serializer)
    ]


def can_gain(serializer: SerializerClass) -> bool:
    """Return whether compiled code would read anything of what a serializer reads."""
    with suppress(Exception):
        if chooses_row_by_row(serializer) or not represents_by_drf(serializer):
            return False
        prototype = serializer_of_fixed(serializer)
        plan = None if prototype is None else plan_of(prototype)
        return plan is None or has_compiled(plan)
    return False


def represents_by_drf(serializer: SerializerClass) -> bool:
    """Return whether DRF's own representation runs, if only for what an override makes of it."""
    code = getattr(serializer.to_representation, "__code__", None)
    is_own = overrides(serializer, ("to_representation",))
    return not is_own or code is None or "to_representation" in code.co_names


def has_compiled(plan: Plan) -> bool:
    return any(
        has_compiled(field.output.plan)
        if isinstance(field.output, Nested)
        else not isinstance(field.output, Delegated)
        for field in plan.fields
    )


@check("H309")
def slow_by_hand(project: Project) -> Iterator[checks.CheckMessage]:
    slow = {cls for cls in project.serializers if not is_fast(cls)}
    made = made_by_hand(slow) if slow else {}

    by_base: dict[SerializerClass, list[SerializerClass]] = {}
    for serializer in filter(can_gain, made):
        by_base.setdefault(own_base(serializer), []).append(serializer)

    def message_of(base: SerializerClass) -> Iterator[checks.CheckMessage]:
        heirs = by_base[base]
        told = base if len(heirs) > 1 else heirs[0]
        names = some_of([each.__name__ for each in heirs if each is not told])
        what = f"What inherits from {told.__name__} ({names})" if names else told.__name__
        yield checks.Info(
            f"{what} is made by hand, and reads as REST framework does: "
            f"{some_of([path for each in heirs for path in made[each]])}.",
            hint=(
                f"Put fastserializers.FastSerializerMixin first among the bases, it writes as "
                f"before: {statement(told, 'FastSerializerMixin')}."
            ),
            obj=told,
        )

    return messages_of_each(by_base, message_of)


def own_base(serializer: SerializerClass) -> SerializerClass:
    """Return the first serializer class of the project's that a class inherits from, or itself."""
    bases = [base for base in serializer.__mro__ if issubclass(base, Serializer)]
    return [
        base for base in bases if not is_shipped(base) and is_first_party(defining_module(base))
    ][-1]


# How to get there.


def to_inherit(project: Project) -> list[SerializerClass]:
    """Return the serializers that H301 names, and that other bases would make fast."""
    slow = slow_ones(project)
    # The bases that are to be fast with a serializer must have nothing for writing either.
    return [
        serializer
        for serializer in slow
        if not any(written_by(cls) for cls in serializer.__mro__ if cls in slow)
    ]


def way_to_be_fast(serializer: SerializerClass, slow: list[SerializerClass]) -> str:
    bases = [base for base in serializer.__mro__[1:] if base in slow]
    if bases:
        return f"Make {bases[0].__name__} fast: what inherits from it is fast then, too."
    # A read-only class would never run what is written: one with the other mixin keeps it.
    mixin = "FastSerializerMixin" if written_by(serializer) else "FastReadOnlyMixin"
    return f"Put fastserializers.{mixin} first among the bases: {statement(serializer, mixin)}."


def statement(serializer: SerializerClass, mixin: str) -> str:
    """Return the class statement of a serializer with a mixin."""
    bases = (
        f"serializers.{base.__name__}" if is_shipped(base) else base.__name__
        for base in serializer.__bases__
    )
    return f"class {serializer.__name__}({mixin}, {', '.join(bases)})"
