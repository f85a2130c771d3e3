"""What keeps the list of a queryset from being read as rows: all reasons. No query is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connections
from django.db.models import Model

from fastserializers.conf import value_of
from fastserializers.instances.loading import queryset_for_each
from fastserializers.instances.queryset import reasons_against_rows
from fastserializers.reading.hooks import passes_rows
from fastserializers.reading.lists import NO_ROWS, why_given
from fastserializers.rows.relations import compares_as_python, relation_of
from fastserializers.rows.unpatched import ByDjango, reasons_against
from fastserializers.runtime.overrides import overrides


def reasons_for_instances(serializer: Any, queryset: Any) -> Iterator[str]:
    """Yield why a serializer that reads fast needs an instance of each row of a queryset."""
    if not value_of("ROWS") or getattr(getattr(serializer, "Meta", None), "rows", True) is False:
        yield NO_ROWS
    against = [*reasons_against(queryset)]
    yield from against or reasons_against_rows(queryset)
    cls = type(serializer)
    if overrides(cls, ("to_representation",)) and not passes_rows(cls):
        yield why_given(cls)


def why_query_each(model: type[Model], name: str) -> str:
    """Return why a relation that nobody has loaded takes a query for each object; "" if not."""
    relation, db = relation_of(model, name), model._default_manager.db
    if relation is None:
        return "only Django follows it"
    if not compares_as_python(relation, connections[db]):
        return "the database compares its keys in another way than Python"
    # Django asks a related manager for the keys of its instance.
    names = [field.attname for field in model._meta.concrete_fields]
    try:
        queryset_for_each(relation, model.from_db(db, names, [1] * len(names)))
    except ByDjango as reason:
        return str(reason)
    return ""
