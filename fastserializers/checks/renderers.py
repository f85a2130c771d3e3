"""H305: a view that reads fast, and renders with ``json``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.renderers import JSONRenderer
from rest_framework.settings import api_settings

from fastserializers.checks.findings import check, some_of
from fastserializers.names import path_of
from fastserializers.project.overview import Project
from fastserializers.project.views import Use
from fastserializers.renderers import OrjsonRenderer
from fastserializers.runtime.overrides import is_shipped, overrides

RENDERER = path_of(OrjsonRenderer)


@check("H305")
def json_renderers(project: Project) -> Iterator[checks.CheckMessage]:
    by_json = [use for use in project.own_uses if renders_by_json(use)]
    for view in dict.fromkeys(use.view for use in by_json if has_own_renderers(use)):
        yield checks.Info(
            f"{view.__name__} reads fast, and renders with json.",
            f'Put "{RENDERER}" in the place of JSONRenderer in its renderer_classes.',
            view,
        )
    default = list(dict.fromkeys(use.view for use in by_json if not has_own_renderers(use)))
    if default:
        names = some_of([view.__name__ for view in default])
        yield checks.Info(
            f"Views that read fast render with json: {names}.",
            f'Put "{RENDERER}" in the place of JSONRenderer in '
            f'REST_FRAMEWORK["DEFAULT_RENDERER_CLASSES"].',
            default[0],
        )


def renders_by_json(use: Use) -> bool:
    """Return whether a view that reads fast renders with DRF's JSON renderer."""
    if not use.reading or not use.reads_fast or overrides(use.view, ("get_renderers",)):
        return False
    with suppress(TypeError):
        own = use.options.get("renderer_classes", use.view.renderer_classes)
        renderers = list(own if has_own_renderers(use) else api_settings.DEFAULT_RENDERER_CLASSES)
        return JSONRenderer in renderers and not any(
            issubclass(renderer, OrjsonRenderer) for renderer in renderers
        )
    return False


def has_own_renderers(use: Use) -> bool:
    return "renderer_classes" in use.options or any(
        "renderer_classes" in vars(base) and not is_shipped(base) for base in use.view.__mro__
    )
