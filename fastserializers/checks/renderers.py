"""H305: a view that reads fast, and renders with `json`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.core import checks
from rest_framework.renderers import JSONRenderer

from fastserializers.checks.findings import check, some_of
from fastserializers.names import path_of
from fastserializers.project.overview import Project
from fastserializers.project.views import Use
from fastserializers.renderers import OrjsonRenderer
from fastserializers.runtime.overrides import overrides

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
