"""Where Django finds the rows that a relation leads to, for the instances of a row set."""

from __future__ import annotations

from enum import Enum
from typing import Any

from fastserializers.rows.new_instances import PREFETCHED
from fastserializers.rows.on_demand import OnDemand, Row
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_instances import Instances


class Found(Enum):
    """Where Django looks, in this order."""

    ROWS = "rows that were joined, or fetched for the relation"
    OWNERS = "the instances that the rows were fetched for"
    PARENT = "the instance of a multi-table parent"
    INSTANCES = "the instances of the rows, which are made and have loaded it"
    DATABASE = "a query for each instance"


def found(row_set: Instances, relation: Relation) -> Found:
    """Return where Django finds what a relation leads to from the rows of a row set.

    A descriptor looks into the cache of its instance. For a relation of a multi-table parent
    (`get_ancestor_link()`) that the instance has, it looks into the cache of the parent. Then it
    asks the database.
    """
    if row_set.following(relation.name) is not None:
        return Found.ROWS
    if row_set.has_owners(relation):
        return Found.OWNERS
    if relation.ancestor is not None and has_any(row_set, relation.ancestor):
        return Found.PARENT
    return Found.DATABASE if asks_database(row_set, relation) else Found.INSTANCES


def has_any(row_set: Instances, name: str) -> bool:
    """Return whether any instance has another one under a name, or will have."""
    return (
        name in row_set.joined
        or name in row_set.owners
        or name in row_set.links
        or any(has_loaded(instance, name) for instance in row_set.made.values())
    )


def asks_database(row_set: Instances, relation: Relation) -> bool:
    """Return whether the instance of any row has yet to load a relation, once it is made."""
    if row_set.making:
        return any(
            is_to_load(row_set, row_set.instance_of(row), row, relation) for row in row_set.present
        )
    has_key = row_set.fetched.position_of(relation.key) is not None
    if not (row_set.made and relation.single and has_key):
        return True
    # A nested serializer may have made its fields for the first row, as Django had loaded it.
    key_of, made = row_set.reader_of(relation.key), row_set.made
    return any(
        key_of(row) is not None and not has_loaded(made.get(id(row)), relation.cache)
        for row in row_set.present
    )


def is_to_load(row_set: Instances, instance: Any, row: Row, relation: Relation) -> bool:
    """Return whether an instance made of a row finds nothing, or only what is lent to it."""
    if relation.single:
        is_own = row_set.is_made_of(instance, row)
        cache = instance._state.fields_cache if is_own else None
    elif PREFETCHED in instance.__dict__:
        cache = instance.__dict__[PREFETCHED]
    else:
        return True
    return type(cache) is OnDemand and relation.cache not in cache


def has_loaded(instance: Any, name: str) -> bool:
    return instance is not None and name in instance._state.fields_cache
