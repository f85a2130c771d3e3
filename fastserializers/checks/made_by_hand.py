"""H309: a serializer that is made by hand, which no view's mixin makes fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core import checks

from fastserializers.checks.registry import check, messages_of_each, some_of
from fastserializers.checks.slow_serializers import can_gain
from fastserializers.compiler.overrides import is_stock
from fastserializers.project.by_hand import made_by_hand
from fastserializers.project.overview import Project
from fastserializers.project.reading import is_fast


@check("H309")
def slow_by_hand(project: Project) -> Iterator[checks.CheckMessage]:
    slow = {cls for cls in project.serializers if not is_fast(cls)}
    made = made_by_hand(slow) if slow else {}

    def message_of(serializer: Any) -> Iterator[checks.CheckMessage]:
        bases = [
            f"serializers.{base.__name__}" if is_stock(base) else base.__name__
            for base in serializer.__bases__
        ]
        name = serializer.__name__
        yield checks.Info(
            f"{name} is made by hand, and reads as REST framework does: "
            f"{some_of(made[serializer])}.",
            hint=(
                f"Let its class say so, with FastSerializerMixin of fastserializers: "
                f"class {name}(FastSerializerMixin, {', '.join(bases)}). It writes as before."
            ),
            obj=serializer,
            id="H309",
        )

    return messages_of_each(filter(can_gain, made), message_of)
