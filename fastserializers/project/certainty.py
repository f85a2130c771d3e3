"""Which serializers are certain to only ever read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress

from rest_framework.generics import GenericAPIView
from rest_framework.views import APIView

from fastserializers.classes.read_only import made_plain
from fastserializers.project.code import classes_among, named_by_functions
from fastserializers.project.modules import first_party_modules
from fastserializers.project.reading import fast_by, is_fast
from fastserializers.project.serializers import SerializerClass, nested_serializers, subclasses
from fastserializers.project.views import WRITING_ACTIONS, Use, uses, view_reads_fast, views
from fastserializers.proof.compare import can_be_fast

# The way of a serializer that the code of a view names.
CHOSEN = "view (chosen by code)"


def read_only_serializers(known: Iterable[Use]) -> set[SerializerClass]:
    """Return the serializers that only ever read, of those that the ``known`` uses reach.

    They are used by views that only read, or nested where no data is taken. A serializer is left
    out where that is not certain: code chooses it, or a subclass does more. So are those that only
    fast serializers nest: they are compiled already.
    """
    reads: dict[SerializerClass, bool] = {}
    for _, serializer, only_read in reached_slowly(known):
        reads[serializer] = reads.get(serializer, True) and only_read
    heirs = {serializer: {serializer, *subclasses(serializer)} for serializer in reads}
    candidates = [
        serializer
        for serializer in reads
        if all(is_fast(heir) or reads.get(heir, False) for heir in heirs[serializer])
    ]
    chosen = chosen_by_code({heir for cls in candidates for heir in heirs[cls]})
    return {serializer for serializer in candidates if chosen.isdisjoint(heirs[serializer])}


def reached_slowly(known: Iterable[Use]) -> Iterator[tuple[Use, SerializerClass, bool]]:
    """Return the slow serializers that views use, each with whether it is only read."""
    for use in known:
        # A fast serializer is compiled already, with what it nests.
        for serializer, only_read in reached_from(use.serializer, use.reads_only, is_fast):
            yield use, serializer, only_read


def reached_from(
    cls: SerializerClass,
    only_read: bool,
    leaves_out: Callable[[SerializerClass], bool] = lambda cls: False,
    within: tuple[SerializerClass, ...] = (),
) -> Iterator[tuple[SerializerClass, bool]]:
    """Return a serializer and what it nests, each with whether it is only read."""
    if not leaves_out(cls):
        yield cls, only_read
        for nested, is_read_only in nested_serializers(cls) if cls not in within else ():
            below = (*within, cls)
            yield from reached_from(nested, only_read or is_read_only, leaves_out, below)


def ways_to_read_fast(
    known: Iterable[Use], serializers: Iterable[SerializerClass]
) -> dict[SerializerClass, str]:
    """Return what makes each of the serializers that read fast do so.

    That is its "class", the "setting", or the "view" that reads with it, or that may choose it;
    "nested" in what reads fast; and "in part" where some of the views that read with it don't do
    it fast. What `read_only()` has made answers for the class that it was made of.
    """
    by_views: dict[SerializerClass, set[str]] = {}
    for use in known:
        with suppress(Exception):
            # A slow view that may choose a serializer may do so for writing alone.
            if use.reading and (use.reads_fast or not use.is_choice):
                by_view = CHOSEN if use.is_choice else "view"
                for found in dict(reached_from(use.serializer, use.reads_only)):
                    is_nested = found is not use.serializer and not view_reads_fast(use.view)
                    way = ("nested" if is_nested else by_view) if use.reads_fast else ""
                    by_views.setdefault(made_plain(found), set()).add(way)
    ways = {
        serializer: "in part" if "" in found else min(found - {"nested"} or found)
        for serializer, found in by_views.items()
        if found != {""}
    }
    known_ways = (
        (cls, fast_by(cls) or ways.get(cls, "")) for cls in serializers if can_be_fast(cls)
    )
    return {cls: way for cls, way in known_ways if way}


def way_of(serializer: SerializerClass) -> str:
    """Return what makes a serializer read fast, as `ways_to_read_fast()` does."""
    return ways_to_read_fast(uses(), [serializer]).get(serializer, "")


# What is not certain.


def chosen_by_code(serializers: Collection[SerializerClass]) -> set[SerializerClass]:
    """Return those of the serializers that code of the project's names.

    That is code of a function, or an attribute of a view other than `serializer_class`.
    """
    if not serializers:
        return set()
    routed = views()
    held = [{**each.options, "serializer_class": None} for each in routed]
    views_in_use = {each.view for each in routed}
    for view in set(subclasses(APIView)):
        attributes = dict(vars(view))
        if issubclass(view, GenericAPIView) and (view in views_in_use or not can_write(view)):
            attributes.pop("serializer_class", None)
        held.append(attributes)
    found = {cls for attributes in held for cls in classes_among(attributes.values())}
    named = named_by_functions(set(serializers), first_party_modules())
    return named.union(found.intersection(serializers))


def can_write(view: type) -> bool:
    return any(hasattr(view, name) for name in (*WRITING_ACTIONS, "post", "put", "patch"))
