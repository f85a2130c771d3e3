"""Checks of the views in the URLconf: H301, H305 and H308.

A view that reads by REST framework's code, and that `FastReadMixin` makes fast; a view that reads
fast, and renders with `json`; a view that writes with a read-only serializer.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.renderers import JSONRenderer

from fastserializers.checks.findings import check, messages_of_each, some_of
from fastserializers.names import path_of
from fastserializers.project.naming import path_to
from fastserializers.project.overview import Project
from fastserializers.project.views import (
    WRITING_ACTIONS,
    Use,
    ViewClass,
    base_view,
    chooses_by_code,
    slow_views,
)
from fastserializers.renderers import OrjsonRenderer
from fastserializers.runtime.overrides import is_shipped, overrides
from fastserializers.serializers import Refusing


@check("H301")
def views_that_read_slowly(project: Project) -> Iterator[checks.CheckMessage]:
    by_base: dict[ViewClass, list[ViewClass]] = {}
    for view in slow_views(project.own_uses):
        by_base.setdefault(base_view(view), []).append(view)

    def message_of(base: ViewClass) -> Iterator[checks.CheckMessage]:
        heirs = [view.__name__ for view in by_base[base] if view is not base]
        inherit = "inherits" if len(heirs) == 1 else "inherit"
        which = f", from which {some_of(heirs)} {inherit}," if heirs else ""
        yield checks.Info(
            f"{base.__name__}{which} reads with REST framework's code.",
            hint=(
                f"Put fastserializers.views.FastReadMixin first among the bases. The view writes "
                f"as before: {statement(base)}."
            ),
            obj=base,
        )

    return messages_of_each(by_base, message_of)


def statement(view: ViewClass) -> str:
    """Return the class statement of a view with the mixin."""
    bases = [
        f"{base.__module__.rpartition('.')[2]}.{base.__name__}"
        if is_shipped(base)
        else base.__name__
        for base in view.__bases__
    ]
    return f"class {view.__name__}({', '.join(['FastReadMixin', *bases])})"


RENDERER = path_of(OrjsonRenderer)


@check("H305")
def json_renderers(project: Project) -> Iterator[checks.CheckMessage]:
    found = list(dict.fromkeys(use.view for use in project.own_uses if renders_by_json(use)))
    if found:
        names = some_of([view.__name__ for view in found])
        yield checks.Info(
            f"Views that read fast render with json: {names}.",
            f'Put "{RENDERER}" in the place of JSONRenderer in '
            f'REST_FRAMEWORK["DEFAULT_RENDERER_CLASSES"], or in their renderer_classes.',
            found[0],
        )


def renders_by_json(use: Use) -> bool:
    """Return whether a view that reads fast renders with DRF's JSON renderer."""
    if not use.reading or not use.reads_fast or overrides(use.view, ("get_renderers",)):
        return False
    with suppress(TypeError):
        renderers = [*use.options.get("renderer_classes", use.view.renderer_classes)]
        return JSONRenderer in renderers and not any(
            issubclass(renderer, OrjsonRenderer) for renderer in renderers
        )
    return False


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
