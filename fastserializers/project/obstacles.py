"""What keeps the list of a queryset from being read as rows: all reasons. No query is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connections
from django.db.models import Model
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.conf import value_of
from fastserializers.reading.hooks import passes_rows
from fastserializers.reading.lists import NO_ROWS, why_given
from fastserializers.rows.layout import joined_of, layout_of
from fastserializers.rows.loading import queryset_for_each
from fastserializers.rows.prefetching import steps_of, steps_of_queryset
from fastserializers.rows.relations import compares_as_python, relation_of
from fastserializers.rows.unpatched import (
    OWN_COMPILER,
    ByDjango,
    has_own,
    reasons_against,
    replaced_parts,
)
from fastserializers.runtime.overrides import overrides


def reasons_for_instances(serializer: Any, queryset: Any) -> Iterator[str]:
    """Yield why a serializer that reads fast needs an instance of each row of a queryset."""
    if not value_of("ROWS") or getattr(getattr(serializer, "Meta", None), "rows", True) is False:
        yield NO_ROWS
    against = [*reasons_against(queryset)]
    yield from against or reasons_for_django(queryset)
    cls = type(serializer)
    if overrides(cls, ("to_representation",)) and not passes_rows(cls):
        yield why_given(cls)


def reasons_for_django(queryset: Any) -> Iterator[str]:
    """Yield why only Django reads a readable queryset: its prefetches, joins and columns."""
    query = queryset.query
    try:
        steps_of_queryset(queryset)
    except ByDjango:
        lookups = normalize_prefetch_lookups(queryset._prefetch_related_lookups)
        by_django = [each.prefetch_through for each in lookups if is_by_django(query.model, each)]
        for lookup in by_django:
            yield f'only Django prefetches "{lookup}"'
        if not by_django:
            yield "its prefetches, or the objects that its rows belong to, are left to Django"
    compiler: Any = query.get_compiler(using=queryset.db)
    if not has_own(type(compiler), OWN_COMPILER):
        yield from replaced_parts(type(compiler), OWN_COMPILER, compiler)
        return
    compiler.setup_query()
    if layout_of(compiler) is None:
        joined = compiler.klass_info.get("related_klass_infos", ())
        parts = [part for part in joined if joined_of(part, compiler.select, {}) is None]
        for part in parts:
            yield f'only Django joins "{part["field"].name}"'
        if not parts:
            yield "it selects columns or annotations that only Django reads"


def is_by_django(model: type[Model], lookup: Any) -> bool:
    """Return whether only Django can prefetch a lookup."""
    try:
        return not [*steps_of(model, [lookup])]
    except ByDjango:
        return True


def is_loaded_for_list(model: type[Model], name: str) -> bool:
    """Return whether a list loads by one query a relation that nobody has loaded."""
    relation, db = relation_of(model, name), model._default_manager.db
    if relation is None or not compares_as_python(relation, connections[db]):
        return False
    # Django asks a related manager for the keys of its instance.
    names = [field.attname for field in model._meta.concrete_fields]
    try:
        queryset_for_each(relation, model.from_db(db, names, [1] * len(names)))
    except ByDjango:
        return False
    return True
