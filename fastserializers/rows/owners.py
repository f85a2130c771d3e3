"""The owners that the instances of a related manager's queryset get, as `author.books.all()` does.

Whether they get them, and no code is told of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from django.db import router
from django.db.models import Model
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.relations import TYPES, key_field, relation_of, selects
from fastserializers.rows.unpatched import Queryset


def sets_owners_plainly(queryset: Queryset) -> bool:
    """Return whether giving instances the owner of their queryset does nothing else."""
    known = queryset._known_related_objects
    return not known or (
        not router_has("allow_relation")
        and all(is_plain_owner(queryset, *item) for item in known.items())
    )


def is_plain_owner(queryset: Queryset, field: Any, objects: Mapping[Hashable, Model]) -> bool:
    """Return whether instances get objects by a field as `ModelIterable` sets them, and no more.

    Not so where a prefetch begins with them, or the key of an instance would become another one.
    """
    relation = relation_of(queryset.model, field.name)
    lookups = normalize_prefetch_lookups(queryset._prefetch_related_lookups)
    return (
        relation is not None
        and selects(queryset.query.get_select_mask(), relation.key)
        and not any(lookup.prefetch_to.startswith(field.name) for lookup in lookups)
        and all(
            owner._state.db == queryset.db
            and type(key) is TYPES.get(type(key_field(relation)))
            and getattr(owner, field.target_field.attname) == key
            for key, owner in objects.items()
        )
    )


def router_has(method: str) -> bool:
    return any(hasattr(part, method) for part in router.routers)
