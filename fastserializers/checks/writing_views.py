"""H308: a view that writes with a read-only serializer, which raises an error."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from django.core import checks

from fastserializers.checks.findings import check, messages_of_each
from fastserializers.project.naming import path_to
from fastserializers.project.overview import Project
from fastserializers.project.views import WRITING_ACTIONS, Use, chooses_by_code
from fastserializers.runtime.overrides import overrides
from fastserializers.serializers import Refusing


@check("H308")
def writing_views(project: Project) -> Iterator[checks.CheckMessage]:
    said: set[tuple[type, type]] = set()

    def unsaid(use: Use) -> Iterator[checks.CheckMessage]:
        if chooses_by_code(use.view) or not issubclass(use.serializer, Refusing):
            return
        failing = sorted(action for action in use.writing if hands_data(use.view, action))
        if failing and (use.view, use.serializer) not in said:
            said.add((use.view, use.serializer))
            yield checks.Error(
                f"{use.view.__name__} at {use.route!r} writes with {path_to(use.serializer)}, "
                f"which only reads: {', '.join(failing)} raises ReadOnlySerializerError.",
                hint=f"Make {use.serializer.__name__} writable again. A view with "
                f"fastserializers.views.FastReadMixin reads it fast, and writes as before.",
                obj=use.view,
            )

    return messages_of_each(project.own_uses, unsaid)


def hands_data(view: type, action: str) -> bool:
    """Return whether an action is DRF's own and writes, or calls `super()` of such an action."""
    if action not in WRITING_ACTIONS:
        return False
    function = inspect.unwrap(getattr(view, action))
    return not overrides(view, (action,)) or action in function.__code__.co_names
