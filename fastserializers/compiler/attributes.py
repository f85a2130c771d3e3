"""The attributes of models that a plan reads: a test may patch them after they were compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Model

from fastserializers.compiler.plan import Nested, Plan


class Attribute(NamedTuple):
    """A place where an attribute is looked for, and what was found there."""

    namespace: Mapping[str, Any]
    name: str
    found: Any


def is_changed(attributes: Iterable[Attribute]) -> bool:
    """Return whether one of `attributes` is another one now."""
    return any(namespace.get(name) is not found for namespace, name, found in attributes)


def attributes_of(plan: Plan, model: Any) -> Iterator[Attribute]:
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


def places_of(model: type, name: str) -> Iterator[Attribute]:
    """Return where Python looks for an attribute, up to the class that has it."""
    for base in model.__mro__:
        yield Attribute(vars(base), name, vars(base).get(name))
        if name in vars(base):
            return


def related_model(model: Any, name: str) -> Any:
    try:
        return model._meta.get_field(name).related_model
    except Exception:
        # A property, a method, an annotation.
        return None
