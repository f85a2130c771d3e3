"""H309: a serializer that is made by hand, which no view's mixin makes fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core import checks

from fastserializers.checks.registry import check, messages_of_each, some_of
from fastserializers.checks.slow_serializers import can_gain, statement
from fastserializers.project.code import made_by_hand
from fastserializers.project.overview import Project
from fastserializers.project.reading import is_fast


@check("H309")
def slow_by_hand(project: Project) -> Iterator[checks.CheckMessage]:
    slow = {cls for cls in project.serializers if not is_fast(cls)}
    made = made_by_hand(slow) if slow else {}

    def message_of(serializer: Any) -> Iterator[checks.CheckMessage]:
        yield checks.Info(
            f"{serializer.__name__} is made by hand, and reads as REST framework does: "
            f"{some_of(made[serializer])}.",
            hint=(
                f"Put fastserializers.FastSerializerMixin first among the bases, it writes as "
                f"before: {statement(serializer, 'FastSerializerMixin')}."
            ),
            obj=serializer,
            id="H309",
        )

    return messages_of_each(filter(can_gain, made), message_of)
