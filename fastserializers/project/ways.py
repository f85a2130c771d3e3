"""The ways by which serializers read fast: by their class, the setting, or the views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from fastserializers.conf import reads_everywhere
from fastserializers.project.reading import fast_by
from fastserializers.project.serializers import SerializerClass, nested_serializers
from fastserializers.project.views import Use, uses, view_reads_fast
from fastserializers.proof.compare import can_be_fast

# "view", for a serializer that the code of the view names.
CHOSEN = "view (chosen by code)"


def ways_to_read_fast(
    all_uses: Iterable[Use], serializers: Iterable[SerializerClass]
) -> dict[SerializerClass, str]:
    """Return what makes a serializer read fast, for each that does.

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
                    is_nested = found is not use.serializer and not view_reads_fast(use.view)
                    way = ("nested" if is_nested else by_view) if use.reads_fast else ""
                    by_views.setdefault(found, set()).add(way)
    ways = {
        serializer: "in part" if "" in found else min(found - {"nested"} or found)
        for serializer, found in by_views.items()
        if found != {""}
    }
    found_ways = (
        (cls, fast_by(cls) or ways.get(cls, "")) for cls in serializers if can_be_fast(cls)
    )
    return {cls: way for cls, way in found_ways if way}


def way_of(serializer: SerializerClass) -> str:
    """Return what makes a serializer read fast, as `ways_to_read_fast()` does."""
    return ways_to_read_fast(uses(), [serializer]).get(serializer, "")


def way_of_view(view: type) -> str:
    """Return what makes all that a view reads fast: "view", "setting" or ""."""
    if view_reads_fast(view):
        return "view"
    return "setting" if reads_everywhere() else ""


def used_by_views(all_uses: Iterable[Use]) -> set[SerializerClass]:
    """Return the serializers that views use, and those nested in them."""
    found: set[SerializerClass] = set()
    for use in all_uses:
        with suppress(Exception):
            found.update(reached_from(use.serializer))
    return found


def reached_from(
    cls: SerializerClass, within: tuple[SerializerClass, ...] = ()
) -> Iterator[SerializerClass]:
    """Return a serializer and the serializers that it nests."""
    yield cls
    for nested in nested_serializers(cls) if cls not in within else ():
        yield from reached_from(nested, (*within, cls))
