"""H301: serializers that only read, and views that choose theirs, by REST framework's code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.serializers import ModelSerializer

from fastserializers.checks.findings import check, messages_of_each
from fastserializers.compiler.plan import Delegated, Nested, Plan
from fastserializers.compiler.planner import chooses_row_by_row, plan_of
from fastserializers.conf import reads_everywhere
from fastserializers.project.certainty import read_only_serializers
from fastserializers.project.overview import Project
from fastserializers.project.reading import serializer_of_fixed
from fastserializers.project.serializers import SerializerClass
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
    yield from messages_of_each(choosing_views(project), chosen_by_code)


def choosing_views(project: Project) -> list[ViewClass]:
    """Return the views whose serializers code chooses, and that do not read all of them fast."""
    return [] if reads_everywhere() else [*filter(chooses_by_code, project.slow_views)]


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


def way_to_be_fast(serializer: SerializerClass, slow: list[SerializerClass]) -> str:
    inherited = next((base for base in serializer.__mro__[1:] if base in slow), None)
    if inherited:
        return f"Make {inherited.__name__} fast: what inherits from it is fast then, too."
    bases = [
        f"serializers.{base.__name__}" if is_shipped(base) else base.__name__
        for base in serializer.__bases__
    ]
    statement = f"class {serializer.__name__}({', '.join(['FastSerializerMixin', *bases])})"
    return f"Put fastserializers.FastSerializerMixin first among the bases: {statement}."
