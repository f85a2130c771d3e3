"""H301: a view that reads by REST framework's code, and that `FastReadMixin` makes fast."""

from __future__ import annotations

from collections.abc import Iterator

from django.core import checks

from fastserializers.checks.findings import check, messages_of_each, some_of
from fastserializers.project.overview import Project
from fastserializers.project.views import ViewClass, base_view, slow_views
from fastserializers.runtime.overrides import is_shipped


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
