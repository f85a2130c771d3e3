"""The instances that a related manager gives to the instances of its queryset, as their owners."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from django.db import router

from fastserializers.rows.layout import Layout
from fastserializers.rows.on_demand import Make, Row
from fastserializers.rows.unpatched import HAS_FETCH_MODES, Queryset


class KnownOwners(NamedTuple):
    """The owners of rows by one relation: `author.books.all()` gives each book its author."""

    field: Any
    instances: dict[Any, Any]
    """The owners, by key."""
    columns: tuple[str, ...]
    """The columns of a row that hold the key."""

    def key_of(self, instance: Any) -> Any:
        return attrgetter(*self.columns)(instance)

    def changes_column(self) -> bool:
        """Return whether instances may get another value for a key than the one in the row."""
        if len(self.columns) > 1:
            return True
        attribute = self.field.foreign_related_fields[0].attname
        return any(
            type(key) is not int or vars(instance).get(attribute) != key
            for key, instance in self.instances.items()
        )


def router_has(method: str) -> bool:
    return any(hasattr(part, method) for part in router.routers)


def known_owners(queryset: Queryset, layout: Layout) -> tuple[KnownOwners, ...] | None:
    """Return the owners that `queryset` gives to its instances; None where only Django can."""
    owners = [
        owner for known in queryset._known_related_objects.values() for owner in known.values()
    ]
    if owners and router_has("allow_relation"):
        # Django asks it for every instance.
        return None
    if any(owner._state.db != queryset.db for owner in owners):
        # Django refuses it for every instance, or gives the owner a database.
        return None
    known = []
    for field, instances in queryset._known_related_objects.items():
        names = [
            field.attname if name == "self" else queryset.model._meta.get_field(name).attname
            for name in field.from_fields
        ]
        if any(name not in layout.positions for name in names):
            if HAS_FETCH_MODES:
                continue
            # Django fetches the deferred key then.
            return None
        known.append(KnownOwners(field, instances, tuple(names)))
    return tuple(known)


def with_owners(make: Make, known: tuple[KnownOwners, ...]) -> Make:
    """Return a function that gives the instances that `make` returns their owners."""
    if not known:
        return make

    def make_with_owners(row: Row) -> Any:
        instance = make(row)
        for part in known:
            # What was joined is not overwritten.
            if not part.field.is_cached(instance):
                owner = part.instances.get(part.key_of(instance))
                if owner is not None:
                    setattr(instance, part.field.name, owner)
        return instance

    return make_with_owners
