"""The queryset that a relation starts from, if it is the same for every instance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models.manager import BaseManager

from fastserializers.rows.relations import Relation, base_queryset, start_of
from fastserializers.rows.unpatched import OWN_MANAGER, Queryset, has_own, starts_plainly


def queryset_for_anybody(relation: Relation, instance: Any) -> Queryset | None:
    """Return the queryset that a relation starts from; None if it may depend on the instance."""
    if relation.single:
        manager: Any = relation.model._base_manager
        if has_own(type(manager), OWN_MANAGER) and type(manager).all is BaseManager.all:
            return base_queryset(relation, type(instance), instance=instance)
        return asked_for_anybody(
            lambda anybody: base_queryset(relation, type(instance), instance=anybody)
        )
    manager = getattr(instance, relation.name)
    if starts_plainly(manager):
        return start_of(manager)
    return asked_for_anybody(lambda anybody: start_of(manager_of(anybody, manager)))


class Noticed(Exception):
    """The rows may depend on the owner."""


class Anybody:
    """Stands for the owner of related rows, and notices when code looks at it."""

    def notice(self, *arguments: Any) -> Any:
        object.__setattr__(self, "is_noticed", True)
        raise Noticed

    __getattribute__ = __setattr__ = __bool__ = __eq__ = __hash__ = __str__ = __repr__ = notice


def asked_for_anybody(ask: Callable[[Anybody], Any]) -> Any:
    """Return what `ask` returns for an owner; None if it looks at the owner, or fails."""
    anybody = Anybody()
    try:
        given = ask(anybody)
    except Exception:
        return None
    return None if "is_noticed" in object.__getattribute__(anybody, "__dict__") else given


def manager_of(anybody: Anybody, manager: Any) -> Any:
    """Return a related manager like another one, of which only its model is known."""
    like: Any = object.__new__(type(manager))
    for name, value in vars(manager).items():
        like.__dict__[name] = value if name in OF_ALL_MANAGERS else anybody
    return like


OF_ALL_MANAGERS = {*vars(BaseManager()), "model"}
