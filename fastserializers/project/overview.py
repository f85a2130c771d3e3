"""The serializers of a project, their uses by views, and what makes each of them read fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from fastserializers.project.modules import ImportFailure, import_project, is_first_party
from fastserializers.project.reading import fast_by, is_fast
from fastserializers.project.serializers import (
    SerializerClass,
    nested_serializers,
    serializer_classes,
)
from fastserializers.project.views import Use, uses
from fastserializers.proof.compare import can_be_fast

# "view", for a serializer that the code of the view names.
CHOSEN = "view (chosen by code)"


class Project(NamedTuple):
    failures: list[ImportFailure]
    """The modules that do not import."""
    serializers: list[SerializerClass]
    """The project's own serializer classes; those of installed packages, too, if asked for."""
    uses: list[Use]
    """The uses of serializers by all views in the URLconf, third-party ones included."""

    @property
    def own_uses(self) -> list[Use]:
        return [use for use in self.uses if is_first_party(use.view.__module__)]

    @property
    def ways(self) -> dict[type, str]:
        """The way by which each of the serializers reads fast, for those that do."""
        return ways_to_read_fast(self.uses, self.serializers)


def project_now(*, third_party: bool = False) -> Project:
    """Import every module that may define or use a serializer, and look at all of them."""
    failures = import_project()
    return Project(failures, serializer_classes(third_party=third_party), uses())


def ways_to_read_fast(all_uses: Iterable[Use], subjects: Iterable[type]) -> dict[type, str]:
    """Return what makes a serializer, or a view, read fast, for each that does.

    "class" is the serializer's own class, "setting" is `EVERYWHERE`, and "view" means that all
    views that read with it have the mixin. "nested" serializers follow the one that nests them.
    "in part" means that some views with it read fast, and others do not.
    """
    by_views: dict[SerializerClass, set[str]] = {}
    for use in all_uses:
        with suppress(Exception):
            # A slow view may choose this serializer for writing alone.
            if use.reading and (use.reads_fast or not use.is_choice):
                by_view = CHOSEN if use.is_choice else "view"
                for found in dict.fromkeys(reached_from(use.serializer)):
                    is_nested = found is not use.serializer and not is_fast(use.view)
                    way = ("nested" if is_nested else by_view) if use.reads_fast else ""
                    by_views.setdefault(found, set()).add(way)
    ways = {
        serializer: "in part" if "" in found else min(found - {"nested"} or found)
        for serializer, found in by_views.items()
        if found != {""} and can_be_fast(serializer)
    }
    return {cls: way for cls in subjects if (way := fast_by(cls) or ways.get(cls, ""))}


def way_of(subject: type) -> str:
    """Return what makes a serializer, or a view, read fast: see `ways_to_read_fast()`."""
    return ways_to_read_fast(uses(), [subject]).get(subject, "")


def reached_from(
    cls: SerializerClass, within: tuple[SerializerClass, ...] = ()
) -> Iterator[SerializerClass]:
    """Return a serializer and the serializers that it nests."""
    yield cls
    for nested in nested_serializers(cls) if cls not in within else ():
        yield from reached_from(nested, (*within, cls))
