"""The attributes of models that a plan reads: a test may patch them after they were compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Model

from fastserializers.compiler.plan import Nested, Plan


class Attributes(NamedTuple):
    """The attributes that are looked for in one place, and what was found there."""

    namespace: Mapping[str, Any]
    read: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    found: tuple[Any, ...]
    absent: tuple[str, ...]


def is_changed(attributes: Iterable[Attributes]) -> bool:
    """Return whether one of `attributes` is another one now."""
    try:
        for namespace, read, found, absent in attributes:
            if read(namespace) != found:
                return True
            for name in absent:
                if name in namespace:
                    return True
    except Exception:
        # One is gone, or is another one that doesn't compare.
        return True
    return False


def attributes_read(plan: Plan, model: Any) -> tuple[Attributes, ...]:
    """Return what a plan reads of a model, and of those that its relations lead to, by place."""
    names: dict[type, dict[str, None]] = {}
    for owner, name in attributes_of(plan, model):
        names.setdefault(owner, {})[name] = None
    return tuple(found_in(vars(owner), list(named)) for owner, named in names.items())


def found_in(namespace: Mapping[str, Any], names: list[str]) -> Attributes:
    present = [name for name in names if name in namespace]
    # Of a single name this would return no tuple.
    read = itemgetter(*present, *present[:1]) if present else nothing
    absent = tuple(name for name in names if name not in namespace)
    return Attributes(namespace, read, read(namespace), absent)


def nothing(namespace: Mapping[str, Any]) -> tuple[Any, ...]:
    return ()


def attributes_of(plan: Plan, model: Any) -> Iterator[tuple[type, str]]:
    """Return what a plan reads of a model, and of those that its relations lead to."""
    for field in plan.fields:
        reached = model
        for name in field.output.source or field.source:
            if not isinstance(reached, type) or not issubclass(reached, Model):
                break
            yield from places_of(reached, name)
            reached = related_model(reached, name)
        if isinstance(field.output, Nested) and isinstance(reached, type):
            yield from attributes_of(field.output.plan, reached)


def places_of(model: type, name: str) -> Iterator[tuple[type, str]]:
    """Return where Python looks for an attribute, up to the class that has it."""
    for base in model.__mro__:
        yield base, name
        if name in vars(base):
            return


def related_model(model: Any, name: str) -> Any:
    try:
        return model._meta.get_field(name).related_model
    except Exception:
        # A property, a method, an annotation.
        return None
