"""Loads the relations of instances that a plan reads, if they are not loaded, by a prefetch.

For lists of instances: evaluated querysets, lists, and pages of a project's own paginators. Rows
have `loading` for this.

It is exact if no project code is given one of the instances, or an instance that a relation leads
to: several rows may share a related instance, and code might change it or write to the database.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connections, models
from django.db.models import Model, QuerySet, prefetch_related_objects

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.sources.instances import column_of, descriptor_of, display_reader
from fastserializers.rows.loading import (
    FETCH_ONE,
    queryset_for_each,
    router_has,
)
from fastserializers.rows.needs import ModelNeeds, needs_of
from fastserializers.rows.new_instances import PREFETCHED, OnDemand
from fastserializers.rows.recorded import note_loaded
from fastserializers.rows.related_rows import in_chunks
from fastserializers.rows.relations import (
    EXACT,
    TEXTS,
    Relation,
    compares_as_python,
    key_field,
    relation_of,
)

Restore = list[tuple[Model, Any]]
"""Instances, and the dict of their prefetched relations before, or None."""

NOTHING: AbstractContextManager[None] = nullcontext()


class Level(NamedTuple):
    """Instances that a plan reaches, and the relations that it reads of them."""

    path: tuple[Relation, ...]
    """From the instances of the list; empty for these."""
    model: type[Model]
    relations: tuple[Relation, ...]

    @property
    def is_below_many(self) -> bool:
        return not all(relation.single for relation in self.path)


def relations_loaded(instances: Any, compiled: CompiledPlan) -> AbstractContextManager[None]:
    """Return a context in which the instances of a list have the relations that a plan reads.

    Afterwards they have what Django has loaded for DRF by then: relations to one row stay.
    """
    loaded = instances
    if isinstance(instances, QuerySet) and type(instances).__iter__ is QuerySet.__iter__:
        loaded = instances._result_cache
    if type(loaded) not in (list, tuple) or not loaded:
        return NOTHING
    model: Any = type(loaded[0])
    levels = levels_of(compiled, model)
    # Of another class, project code may be given the instance.
    if lacks_any(loaded, levels) and all(type(instance) is model for instance in loaded):
        return loaded_meanwhile(loaded, levels)
    return NOTHING


def relations_of_one_loaded(instance: Any, compiled: CompiledPlan) -> AbstractContextManager[None]:
    """Return such a context for a single object.

    Only relations of the many rows that one of its relations leads to save a query.
    """
    model: Any = type(instance)
    levels = levels_of(compiled, model)
    if not any(level.is_below_many for level in levels):
        return NOTHING
    return relations_loaded((instance,), compiled)


@contextmanager
def loaded_meanwhile(instances: Sequence[Model], levels: tuple[Level, ...]) -> Iterator[None]:
    restore: Restore = []
    try:
        for level in levels:
            load(level, instances, restore)
        yield
    finally:
        for instance, prefetched in reversed(restore):
            if prefetched is None:
                instance.__dict__.pop(PREFETCHED, None)
            else:
                instance.__dict__[PREFETCHED] = prefetched


# What is read, decided once for a plan and a model.


@lru_cache(maxsize=1024)
def levels_of(compiled: CompiledPlan, model: type) -> tuple[Level, ...]:
    """Return where a plan reads relations; nowhere if project code is given an instance."""
    needs = needs_of(compiled, model) if issubclass(model, Model) else None
    return tuple(levels_from(needs)) if needs and is_read_by_django(needs) else ()


def levels_from(needs: ModelNeeds, path: tuple[Relation, ...] = ()) -> Iterator[Level]:
    if not needs.relations or any(needs.model._meta.parents):
        # Django asks the parent of a multi-table child for what the parent has loaded.
        return
    yield Level(path, needs.model, tuple(relation for relation, _ in needs.relations))
    for relation, below in needs.relations:
        yield from levels_from(below.of(relation.model), (*path, relation))


def is_read_by_django(needs: ModelNeeds) -> bool:
    """Return whether a plan is read of instances without giving them to project code."""
    model, read = needs.model, needs.needs
    return (
        not read.gives_instance
        and all(getattr(model, name) is getattr(Model, name) for name in MODEL_HOOKS)
        and all(is_djangos_attribute(model, name) for name in (*read.names, *read.keys))
        and read.related.keys() <= {relation.name for relation, _ in needs.relations}
        and all(is_read_by_django(below.of(relation.model)) for relation, below in needs.relations)
    )


# Methods of a model that Django or DRF calls to read or load an attribute.
MODEL_HOOKS = (
    "__getattribute__",
    "__setattr__",
    "get_deferred_fields",
    "refresh_from_db",
    "serializable_value",
)


def is_djangos_attribute(model: type[Model], name: str) -> bool:
    """Return whether no project code is asked for an attribute of the instances of a model."""
    if descriptor_of(model, name) is None:
        # An annotation.
        return not hasattr(model, "__getattr__")
    return (
        column_of(model, name) is not None
        or relation_of(model, name) is not None
        or display_reader(name, model) is not None
    )


# What is missing.


def lacks_any(instances: Sequence[Any], levels: tuple[Level, ...]) -> bool:
    """Return whether a relation is not loaded for the first instance or for the last one.

    Looking at all of them would take up to a quarter of the time that it takes to read them. Where
    only some in between lack a relation, Django asks for each of those.
    """
    for level in levels:
        for each in (instances, reversed(instances)):
            instance = next(reached(each, level.path), None)
            if type(instance) is level.model and not all(
                is_loaded(instance, relation) for relation in level.relations
            ):
                return True
    return False


def is_loaded(instance: Model, relation: Relation) -> bool:
    if relation.single:
        return relation.cache in instance._state.fields_cache
    return relation.cache in instance.__dict__.get(PREFETCHED, ())


def reached(instances: Iterable[Any], path: Iterable[Relation]) -> Iterator[Any]:
    """Return the instances that a path of loaded relations leads to."""
    for relation in path:
        instances = instances_behind(relation, instances)
    return iter(instances)


def instances_behind(relation: Relation, instances: Iterable[Any]) -> Iterator[Any]:
    for instance in instances:
        if not isinstance(instance, Model):
            continue
        if relation.single:
            related = instance._state.fields_cache.get(relation.cache)
            if related is not None:
                yield related
        else:
            prefetched = instance.__dict__.get(PREFETCHED, {}).get(relation.cache)
            yield from getattr(prefetched, "_result_cache", None) or ()


# Loading.


def load(level: Level, instances: Sequence[Model], restore: Restore) -> None:
    """Load the relations of a level for all instances that have them not."""
    distinct = [*{id(each): each for each in reached(instances, level.path)}.values()]
    if {*map(type, distinct)} != {level.model}:
        return
    for relation in level.relations:
        unloaded = [each for each in distinct if asks_database(each, relation)]
        if unloaded and may_load(unloaded, relation):
            load_relation(unloaded, relation, restore)


def asks_database(instance: Model, relation: Relation) -> bool:
    has_key = not relation.single or instance.__dict__.get(relation.key, "") is not None
    return has_key and not is_loaded(instance, relation)


def load_relation(instances: list[Any], relation: Relation, restore: Restore) -> None:
    for instance in instances:
        prefetched = instance.__dict__.get(PREFETCHED)
        restore.append((instance, prefetched))
        # Another thread may be reading the dict.
        instance.__dict__[PREFETCHED] = {} if prefetched is None else prefetched.copy()
    keys = {instance.__dict__[relation.key] for instance in instances}
    chunks = in_chunks([*keys], connections[instances[0]._state.db])
    # Instances may share a key: no batch has more keys than instances.
    size = len(instances) if len(chunks) == 1 else len(chunks[0])
    batches = [instances[start : start + size] for start in range(0, len(instances), size)]
    note_loaded(type(instances[0]), relation, len(instances), len(batches))
    for batch in batches:
        prefetch_related_objects(batch, relation.name)
    if relation.single and not relation.may_be_missing:
        for instance in instances:
            if instance._state.fields_cache.get(relation.cache) is None:
                # Of a key that leads nowhere, Django's prefetch keeps None; its descriptor raises.
                instance._state.fields_cache.pop(relation.cache, None)


# Whether Django would ask the same database the same for each instance.


def may_load(instances: list[Any], relation: Relation) -> bool:
    """Return whether one query finds what Django finds by a query for each of the instances."""
    first, states = instances[0], [instance._state for instance in instances]
    db = first._state.db
    return (
        all(map(has_no_loans, instances))
        and {state.db for state in states} == {db} != {None}
        and not any(state.adding for state in states)
        and (FETCH_ONE is None or all(state.fetch_mode is FETCH_ONE for state in states))
        and has_comparable_keys(instances, relation)
        and not router_has("db_for_read")
        and not router_has("allow_relation")
        and queryset_for_each(relation, first, db) is not None
    )


def has_no_loans(instance: Model) -> bool:
    """Return whether nothing is lent to an instance, as a list may that is being read."""
    caches = instance._state.fields_cache, instance.__dict__.get(PREFETCHED, {})
    return all(
        type(cache) is dict or (type(cache) is OnDemand and not cache.pending.lent)
        for cache in caches
    )


def has_comparable_keys(instances: list[Any], relation: Relation) -> bool:
    """Return whether the database calls the keys of instances equal where Python does."""
    keys = [instance.__dict__.get(relation.key) for instance in instances]
    connection = connections[instances[0]._state.db]
    expected = TYPES.get(type(key_field(relation)))
    if {*map(type, keys)} != {expected}:
        return False
    if expected is int and not all(-(2**63) <= key < 2**63 for key in keys):
        return False
    if 0 in keys and not connection.features.allows_auto_pk_0:
        # MySQL refuses it as a key, where Django may look for it in a column that refers to one.
        return False
    if relation.remote is not None and len({*keys}) < len(keys):
        # Related instances know the instance that they were loaded for.
        return False
    if not relation.single and any(instance.pk is None for instance in instances):
        return False
    return compares_as_python(relation, connection)


TYPES: dict[type, type] = {
    **dict.fromkeys(EXACT, int),
    **dict.fromkeys(TEXTS, str),
    models.UUIDField: uuid.UUID,
}
