"""How Django gets from rows to their related rows: by which query, and by which keys.

A `Relation` tells as a value what a descriptor of Django's does. A project's own descriptor, and a
key of several columns, has none: Django follows it, from instances.
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, ForeignKey, Model, OneToOneField
from django.db.models.fields.related_descriptors import (  # type: ignore[attr-defined]
    ForwardManyToOneDescriptor,
    _filter_prefetch_queryset,
)
from django.db.models.manager import BaseManager

from fastserializers.compiler.sources.instances import (
    column_of,
    descriptor_of,
    has_loaded_state,
    is_to_one,
    prefetch_cache,
    side_of,
)
from fastserializers.rows.layout import caches_plainly
from fastserializers.rows.unpatched import Queryset, is_djangos

Start = Queryset | None
"""The queryset of a `Prefetch` object."""


class Relation(NamedTuple):
    """A relation of a model's rows to other rows, by one column on each side."""

    name: str
    single: bool
    model: type[Model]
    """Of the related rows."""
    cache: str
    """The key in the cache of an instance."""
    key: str
    """The column whose value the related rows are found by."""
    target: str
    """The column, or the annotation, of a related row that holds the same value."""
    remote: str | None
    """The key in the cache of a related instance for the instance that it was loaded for."""
    queryset: Callable[[Relation, Model, Iterable[Hashable], Start], Queryset]
    """Takes an instance, keys, and a queryset to start from; returns the queryset to execute."""
    field: Any
    annotates: bool = False
    """Whether the target is an annotation that only this query has."""
    may_be_none: bool = False
    """Whether an instance has None, where the key is None."""
    may_be_missing: bool = False
    """Whether an instance keeps None, where no row is found."""
    parent: str | None = None
    """The link to the multi-table parent that the relation is inherited from."""


def is_asked_of_parent(instance: Model, relation: Relation) -> bool:
    """Return whether Django asks the loaded instance of a multi-table parent for a relation."""
    return relation.parent is not None and relation.parent in instance._state.fields_cache


@lru_cache(maxsize=2048)
def relation_of(model: type[Model], name: str) -> Relation | None:
    """Return the relation that an attribute of a model is; None where only Django knows."""
    side = side_of(model, name) if has_loaded_state(model) else None
    if side is None:
        return None
    relation = (many_to_many if side.many_to_many else by_foreign_key)(model, name, side)
    # Django reads both keys as attributes, and code of the project's may be in their place.
    return relation if relation and has_plain_keys(model, relation) else None


def has_plain_keys(model: type[Model], relation: Relation) -> bool:
    is_plain = relation.annotates or column_of(relation.model, relation.target)
    return bool(is_plain and column_of(model, relation.key))


def key_attribute(model: type[Model], field: Any) -> str:
    """Return the column that `ForeignObject.get_instance_value_for_fields()` reads for a field."""
    attribute: str = field.attname
    if field.primary_key:
        link = model._meta.get_ancestor_link(field.model)
        if not link or link.primary_key or link.model._meta.abstract:
            attribute = model._meta.pk.attname
    return attribute


def is_unpatched_key(field: Any) -> bool:
    """Return whether a foreign key is compared by one column, and by Django's own code.

    Not so for the link of a multi-table child to its parent, which is found without a query.
    """
    return (
        isinstance(field, ForeignKey)
        and all(is_djangos(getattr(type(field), name)) for name in FOREIGN_KEY_HOOKS)
        and len(field.foreign_related_fields) == 1
        and not field.remote_field.parent_link
        and caches_plainly(field)
        and caches_plainly(field.remote_field)
    )


FOREIGN_KEY_HOOKS = (
    "get_local_related_value",
    "get_foreign_related_value",
    "get_instance_value_for_fields",
    "get_extra_descriptor_filter",
    "get_extra_restriction",
    "get_forward_related_filter",
    "get_reverse_related_filter",
    "get_joining_fields",
    "get_path_info",
    "get_reverse_path_info",
)


# By a foreign key.


def by_foreign_key(model: type[Model], name: str, side: Any) -> Relation | None:
    """Return the relation of a foreign key's own model, or that of the model it leads to."""
    single, is_forward = is_to_one(side), isinstance(side, Field)
    field = side if is_forward else side.field
    if not is_unpatched_key(field) or not (is_forward or is_plain_reverse(model, name, side)):
        return None
    own, other = field.local_related_fields[0], field.foreign_related_fields[0]
    remote, parent = field.cache_name, None
    if is_forward:
        remote = None if field.remote_field.multiple else field.remote_field.cache_name
        parent = model._meta.get_ancestor_link(field.model)
    else:
        own, other = other, own
    return Relation(
        name,
        single=single,
        model=side.related_model,
        cache=side.cache_name,
        key=key_attribute(model, own),
        target=key_attribute(side.related_model, other),
        remote=remote,
        queryset=to_one_queryset if single else reverse_queryset,
        field=field,
        may_be_none=is_forward and field.null,
        may_be_missing=single and not is_forward,
        parent=parent.name if parent else None,
    )


def is_plain_reverse(model: type[Model], name: str, side: Any) -> bool:
    if is_to_one(side):
        return isinstance(side.field, OneToOneField)
    is_plain = has_unpatched_manager(descriptor_of(model, name))
    return is_plain and sets_plainly(side.related_model, side.field)


def sets_plainly(model: type[Model], field: Any) -> bool:
    """Return whether setting the relation of a foreign key runs Django's code alone."""
    setter = getattr(type(descriptor_of(model, field.name)), "__set__", None)
    return setter is not None and is_djangos(setter)


def to_one_queryset(
    relation: Relation, instance: Model, keys: Iterable[Hashable], start: Start
) -> Queryset:
    field = relation.field
    is_forward = relation.cache == field.cache_name
    name = field.foreign_related_fields[0].name if is_forward else field.name
    hints = {"instance": instance} if HAS_HINTED_PREFETCHES else {}
    queryset = base_queryset(relation, type(instance), **hints) if start is None else start
    queryset._add_hints(instance=instance)
    queryset = queryset.filter(**{f"{name}__in": keys})
    queryset.query.clear_ordering()
    return queryset


# From Django 6.1 on, a base manager is told of the first instance when a relation is prefetched.
HAS_HINTED_PREFETCHES = (
    "instance" in inspect.signature(ForwardManyToOneDescriptor.get_queryset).parameters
)


def base_queryset(relation: Relation, model: type[Any], **hints: Any) -> Queryset:
    """Return the queryset that a relation to one row starts from, as its descriptor does."""
    queryset: Queryset = getattr(model, relation.name).get_queryset(**hints)
    return queryset


def reverse_queryset(
    relation: Relation, instance: Model, keys: Iterable[Hashable], start: Start
) -> Queryset:
    queryset = hinted_queryset(getattr(instance, relation.name), instance, start)
    filtered: Queryset = _filter_prefetch_queryset(queryset, relation.field.name, keys)
    return filtered


def many_to_many(model: type[Model], name: str, side: Any) -> Relation | None:
    is_forward = isinstance(side, Field)
    field = side if is_forward else side.field
    source = field.m2m_field_name() if is_forward else field.m2m_reverse_field_name()
    key = field.remote_field.through._meta.get_field(source)
    if not is_unpatched_key(key) or not has_unpatched_manager(descriptor_of(model, name)):
        return None
    return Relation(
        name,
        single=False,
        model=side.related_model,
        cache=prefetch_cache(side),
        key=key.foreign_related_fields[0].attname,
        target=f"_prefetch_related_val_{key.local_related_fields[0].attname}",
        remote=None,
        queryset=many_to_many_queryset,
        field=key,
        annotates=True,
    )


def many_to_many_queryset(
    relation: Relation, instance: Model, keys: Iterable[Hashable], start: Start
) -> Queryset:
    manager = getattr(instance, relation.name)
    queryset = hinted_queryset(manager, instance, start)
    filtered: Any = _filter_prefetch_queryset(queryset, manager.query_field_name, keys)
    column = relation.field.local_related_fields[0].column
    quote = connections[queryset.db].ops.quote_name
    table = quote(relation.field.model._meta.db_table)
    # Both names are Django's, and quoted.
    selecting: Queryset = filtered.extra(select={relation.target: f"{table}.{quote(column)}"})  # noqa: S610
    return selecting


def hinted_queryset(manager: Any, instance: Model, start: Start) -> Queryset:
    queryset = start_of(manager) if start is None else start
    queryset._add_hints(instance=instance)
    return queryset.using(queryset._db or manager._db)


def start_of(manager: Any) -> Queryset:
    """Return the queryset of a related manager before it filters."""
    queryset: Queryset = super(type(manager), manager).get_queryset()
    return queryset


def has_unpatched_manager(descriptor: Any) -> bool:
    """Return whether a related manager gives the rows that Django's own gives."""
    manager = descriptor.related_manager_cls
    return manager.all is BaseManager.all and all(
        is_djangos(getattr(manager, name)) for name in MANAGER_HOOKS
    )


MANAGER_HOOKS = (
    "__init__",
    "_apply_rel_filters",
    "get_prefetch_querysets",
    "get_queryset",
)


# Keys.


def key_field(relation: Relation) -> Any:
    """Return the field whose values the keys of a relation are."""
    field = relation.field
    while field.is_relation:
        field = field.foreign_related_fields[0]
    return field


def compares_as_python(relation: Relation, connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database calls two keys equal where Python does, and no others.

    Collations compare texts in other ways. A UUID in a column of texts is looked for as Django
    writes it, and compared once it is converted.
    """
    field = key_field(relation)
    if type(field) in TEXTS:
        return connection.vendor in ("postgresql", "sqlite") and not field.db_collation
    return type(field) in EXACT


# Exactly these: those of a project may be of any type, and may convert.
TEXTS = {models.CharField, models.TextField, models.SlugField, models.EmailField, models.URLField}
EXACT = {
    models.UUIDField,
    models.AutoField,
    models.BigAutoField,
    models.SmallAutoField,
    models.IntegerField,
    models.BigIntegerField,
    models.SmallIntegerField,
    models.PositiveIntegerField,
    models.PositiveBigIntegerField,
    models.PositiveSmallIntegerField,
}

TYPES: dict[type, type] = {
    **dict.fromkeys(EXACT, int),
    **dict.fromkeys(TEXTS, str),
    models.UUIDField: uuid.UUID,
}
"""The types of the values of keys, by the class of their field."""
