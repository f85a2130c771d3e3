"""Which serializers are certain to only ever read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rest_framework.views import APIView

from fastserializers.project.code import names_used_by_functions
from fastserializers.project.modules import contents_of, is_first_party
from fastserializers.project.serializers import is_fast, nested_serializers, subclasses
from fastserializers.project.views import Use, chooses_by_class, handlers_of, reads_only, views

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass


def read_only_serializers(known: Iterable[Use]) -> set[SerializerClass]:
    """Return the serializers that only ever read, of those that the ``known`` uses reach.

    They are used by views that only read, or nested where no data is taken. Left out is each one
    of which that is not certain: code names it, another view may use it, or a subclass does more.
    So are those that only fast serializers nest: they are compiled already.
    """
    reads: dict[SerializerClass, bool] = {}
    routed = set()
    for use in known:
        routed.add(use.view)
        for serializer, only_read in reached(use.serializer, use.reads_only):
            reads[serializer] = reads.get(serializer, True) and only_read
    candidates = [
        serializer
        for serializer in reads
        if all(
            is_fast(subclass) or reads.get(subclass, False)
            for subclass in (serializer, *subclasses(serializer))
        )
    ]
    affected = {
        heir for serializer in candidates for heir in (serializer, *subclasses(serializer))
    }
    uncertain = uncertain_serializers(affected, routed) if affected else set()
    return {
        serializer
        for serializer in candidates
        if uncertain.isdisjoint((serializer, *subclasses(serializer)))
    }


def reached(
    serializer: SerializerClass, only_read: bool, within: tuple[SerializerClass, ...] = ()
) -> Iterator[tuple[SerializerClass, bool]]:
    """Return a serializer and those nested in it, each with whether it is only read."""
    yield serializer, only_read
    if serializer in within or is_fast(serializer):
        return
    for nested in nested_serializers(serializer):
        yield from reached(nested.serializer, only_read or nested.read_only, (*within, serializer))


def uncertain_serializers(affected: set[Any], routed: set[type]) -> set[Any]:
    """Return the classes that may be used otherwise than the ``routed`` views say.

    Of those that only code names, these are the ``affected`` ones.
    """
    uncertain: set[Any] = set()
    for _, function in views():
        if not chooses_by_class(function.cls):
            uncertain.update(classes_among(getattr(function, "initkwargs", {}).values()))
    for view in set(subclasses(APIView)):
        is_known = is_harmless(view, routed)
        for base in view.__mro__:
            attributes = dict(vars(base))
            if is_known:
                attributes.pop("serializer_class", None)
            uncertain.update(classes_among(attributes.values()))
    modules = {name for name in list(sys.modules) if is_first_party(name)}
    names = names_of_serializers(affected, modules)
    used = names_used_by_functions(modules, {name for known in names.values() for name in known})
    uncertain.update(
        serializer for serializer, known in names.items() if not used.isdisjoint(known)
    )
    return uncertain


def is_harmless(view: Any, routed: set[type]) -> bool:
    """Return whether what a view does with its ``serializer_class`` is known, or only reading."""
    with suppress(Exception):
        return chooses_by_class(view) and (
            view in routed or reads_only(view, handlers_of(view, {}, None))
        )
    return False


def classes_among(values: Iterable[Any]) -> Iterator[type]:
    """Return the classes among these values, and among the items of collections."""
    for value in values:
        items = value.values() if type(value) is dict else value
        for item in items if type(value) in (dict, list, set, tuple) else (value,):
            if is_class(item):
                yield item


def is_class(value: Any) -> bool:
    """Return whether a value is a class; `isinstance()` would make a lazy object load itself."""
    return issubclass(type(value), type)


def names_of_serializers(affected: set[Any], modules: Iterable[str]) -> dict[Any, set[str]]:
    """Return the names that these modules have for serializers."""
    names: dict[Any, set[str]] = {serializer: {serializer.__name__} for serializer in affected}
    by_identity = {id(serializer): serializer for serializer in affected}
    for module in modules:
        for name, value in list(contents_of(module).items()):
            # By identity: a metaclass may have made its classes unhashable.
            if is_class(value) and id(value) in by_identity:
                names[by_identity[id(value)]].add(name)
    return names
