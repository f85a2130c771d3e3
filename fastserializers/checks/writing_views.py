"""H308: a view that writes with a serializer that only reads, which fails when it is asked to."""

from __future__ import annotations

from collections.abc import Iterator

from django.core import checks

from fastserializers.checks.registry import check, messages_of_each
from fastserializers.project.naming import path_to
from fastserializers.project.overview import Project
from fastserializers.project.reading import is_read_only, made_plain
from fastserializers.project.views import Use, view_reads_fast
from fastserializers.project.writing import hands_data


@check("H308")
def writing_views(project: Project) -> Iterator[checks.CheckMessage]:
    said: set[tuple[type, type]] = set()

    def unsaid(use: Use) -> Iterator[checks.CheckMessage]:
        if not use.is_certain or not is_read_only(use.serializer):
            return
        failing = sorted(action for action in use.writing if hands_data(use.view, action))
        if failing and (use.view, use.serializer) not in said:
            said.add((use.view, use.serializer))
            yield checks.Error(
                f"{use.view.__name__} at {use.route!r} writes with {name_of_fast(use)}, which "
                f"only reads: {', '.join(failing)} raises ReadOnlySerializerError.",
                hint=way_to_write(use),
                obj=use.view,
                id="H308",
            )

    return messages_of_each(project.own_uses, unsaid)


def name_of_fast(use: Use) -> str:
    plain = made_plain(use.serializer)
    return path_to(plain) if plain is use.serializer else f"read_only({path_to(plain)})"


def way_to_write(use: Use) -> str:
    name = use.serializer.__name__
    is_made = made_plain(use.serializer) is not use.serializer
    writable = f"Use {name} itself" if is_made else f"Make {name} writable again"
    if view_reads_fast(use.view):
        return f"{writable}: with FastReadMixin, {use.view.__name__} reads it fast all the same."
    return (
        f"{writable}, and put fastserializers.views.FastReadMixin first among the bases of "
        f"{use.view.__name__}: what it reads is read fast then, and what it writes is written."
    )
