"""Which serializers are certain to only ever read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FunctionType
from typing import TYPE_CHECKING, Any

from rest_framework.views import APIView

from fastserializers.project.code import names_used_by, names_used_by_functions, origin_of
from fastserializers.project.modules import contents_of, is_first_party
from fastserializers.project.serializers import is_fast, nested_serializers, subclasses
from fastserializers.project.views import (
    Use,
    chooses_by_class,
    chooses_known_ones,
    handlers_of,
    views,
    writing_actions,
)
from fastserializers.twins import class_of_twin

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass


def read_only_serializers(known: Iterable[Use]) -> set[SerializerClass]:
    """Return the serializers that only ever read, of those that the ``known`` uses reach.

    They are used by views that only read, or nested where no data is taken. Left out is each one
    of which that is not certain: code names it, another view may use it, or a subclass does more.
    So are those that only fast serializers nest: they are compiled already.
    """
    reads: dict[SerializerClass, bool] = {}
    for use in known:
        for serializer, only_read in reached(use.serializer, use.reads_only):
            # A fast one is compiled already, and a twin is equal to the class that it is of.
            if not is_fast(serializer):
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
    uncertain = uncertain_serializers(affected) if affected else set()
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


def reads_are_fast(known: Iterable[Use]) -> dict[SerializerClass, bool]:
    """Return of each serializer that a view reads with whether compiled code always does that.

    A twin answers for the class that it was made of.
    """
    fast: dict[SerializerClass, bool] = {}
    for use in known:
        if use.actions - use.writing:
            for found in dict.fromkeys(with_nested(use.serializer, ())):
                serializer = class_of_twin(found) or found
                fast[serializer] = fast.get(serializer, True) and use.reads_fast
    return fast


def with_nested(
    serializer: SerializerClass, within: tuple[SerializerClass, ...]
) -> Iterator[SerializerClass]:
    yield serializer
    for nested in nested_serializers(serializer):
        if nested.serializer not in within:
            yield from with_nested(nested.serializer, (*within, serializer))


def views_that_write(known: Iterable[Use]) -> dict[SerializerClass, set[str]]:
    """Return the names of the views that may write with a serializer, for each there is."""
    writing: dict[SerializerClass, set[str]] = {}
    for use in known:
        for serializer, only_read in reached(use.serializer, use.reads_only):
            if not only_read and not is_fast(serializer):
                writing.setdefault(serializer, set()).add(use.view.__name__)
    return writing


# What is not certain.


def uncertain_serializers(affected: set[Any]) -> set[Any]:
    """Return the classes that may be used otherwise than the uses in the URLconf say.

    Of those that only code names, these are the ``affected`` ones.
    """
    settled, uncertain = settled_views()
    choosing = {vars(base).get(CHOICE) for view in settled for base in view.__mro__}
    for view in set(subclasses(APIView)):
        known = known_attributes(view) if view in settled or is_harmless(view) else set()
        for base in view.__mro__:
            attributes = vars(base).items()
            uncertain.update(classes_among(held for name, held in attributes if name not in known))
    modules = {name for name in list(sys.modules) if is_first_party(name)}
    names = names_of_serializers(affected, modules)
    used = names_used_by_functions(
        modules,
        {name for known in names.values() for name in known},
        {origin_of(method) for method in choosing if isinstance(method, FunctionType)},
    )
    uncertain.update(
        serializer for serializer, known in names.items() if not used.isdisjoint(known)
    )
    return uncertain


CHOICE = "get_serializer_class"


def settled_views() -> tuple[set[Any], set[Any]]:
    """Return the routed views that use known serializers alone, and what routes give others."""
    routed: dict[Any, bool] = {}
    uncertain: set[Any] = set()
    for _, function in views():
        is_settled = chooses_known_ones(function)
        routed[function.cls] = routed.get(function.cls, True) and is_settled
        if not is_settled:
            uncertain.update(classes_among(getattr(function, "initkwargs", {}).values()))
    return {view for view, is_settled in routed.items() if is_settled}, uncertain


def known_attributes(view: Any) -> set[str]:
    """Return the attributes that nothing but the choice of a view's serializer reads."""
    methods = [
        (name, method)
        for base in view.__mro__
        for name, method in vars(base).items()
        if isinstance(method, FunctionType)
    ]
    read_by_choice = {
        used for name, method in methods if name == CHOICE for used in method.__code__.co_names
    }
    read_by_others = {
        used
        for name, method in methods
        if name != CHOICE and is_first_party(method.__module__)
        for used in names_used_by(method.__code__)
    }
    return {"serializer_class"} | (read_by_choice - read_by_others)


def is_harmless(view: Any) -> bool:
    """Return whether a view that is not routed would only read with its ``serializer_class``."""
    with suppress(Exception):
        return chooses_by_class(view) and not writing_actions(view, handlers_of(view, {}, None))
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
