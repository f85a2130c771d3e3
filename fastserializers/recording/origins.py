"""For which relation, or for which deferred column, a query is made, or saved."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet
from django.db.models.fields.related_descriptors import (
    ForwardManyToOneDescriptor,
    ReverseOneToOneDescriptor,
)
from django.db.models.query_utils import DeferredAttribute

from fastserializers.instances.queryset import fetch
from fastserializers.proof.orders import accessor_of


class ModelRelation(NamedTuple):
    """A relation of a model, or a deferred column, for which a query was made or saved."""

    owner: type[Model]
    name: str
    model: type[Model]
    is_single: bool
    is_column: bool = False
    """Whether it is a column, which `only()` or `defer()` has left out."""

    @property
    def label(self) -> str:
        return f"{self.owner.__name__}.{self.name}"


# Django does not say for which relation it makes a query. The stack shows it: descriptors and
# the querysets of related managers have the instance.
FORWARD: CodeType = ForwardManyToOneDescriptor.__get__.__code__
DEFERRED: CodeType = DeferredAttribute.__get__.__code__
REVERSE: CodeType = ReverseOneToOneDescriptor.__get__.__code__
EVALUATING: dict[CodeType, str] = {
    QuerySet._fetch_all.__code__: "self",
    fetch.__code__: "queryset",
}
"""The functions that evaluate a queryset, and their local variable for it."""


def relation_asked_for(sql: str, by_sql: dict[str, ModelRelation | None]) -> ModelRelation | None:
    """Return the relation of an instance that the query of the caller's caller is made for.

    None for any other query. `by_sql` keeps the relations of related managers.
    """
    queryset: Any = None
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if queryset is None and code in EVALUATING:
            queryset = frame.f_locals[EVALUATING[code]]
        elif code is DEFERRED:
            owner = type(frame.f_locals["instance"])
            column = frame.f_locals["self"].field
            return ModelRelation(owner, column.name, owner, is_single=True, is_column=True)
        elif code is FORWARD or code is REVERSE:
            owner, descriptor = type(frame.f_locals["instance"]), frame.f_locals["self"]
            relation = descriptor.field if code is FORWARD else descriptor.related
            return ModelRelation(owner, accessor_of(relation), relation.related_model, True)
        frame = frame.f_back
    instance = getattr(queryset, "_hints", {}).get("instance")
    if instance is None:
        return None
    if sql not in by_sql:
        by_sql[sql] = next(managers_with(queryset, instance), None)
    return by_sql[sql]


def managers_with(queryset: Any, instance: Any) -> Iterator[ModelRelation]:
    """Yield the relations to many rows whose manager gives a queryset of the same SQL.

    `prefetch_related()` loads what `book.tags.all()` gives, and nothing that is filtered.
    """
    asked = queryset.query.sql_with_params()
    for relation in instance._meta.get_fields():
        if relation.one_to_many or relation.many_to_many:
            name = accessor_of(relation)
            with suppress(Exception):
                if getattr(instance, name).get_queryset().query.sql_with_params() == asked:
                    yield ModelRelation(type(instance), name, relation.related_model, False)


# Queries that are saved.


def note_loaded(reading: Any, loaded: Any, rows: Sequence[Any]) -> None:
    """Note which queries are saved: REST framework asks for a relation of each instance.

    `loaded` is the `RelatedRows` that these rows lead to.
    """
    copies = copies_of(reading.copies, loaded.parent)
    related: Counter[int] = Counter()
    asked = 0
    for row in rows:
        if loaded.key_of(row) is None:
            continue
        asked += copies[id(row)]
        found = loaded.of(row)
        if loaded.relation.single:
            found = () if found is None else (found,)
        for each in found:
            related[id(each)] += copies[id(row)]
    reading.copies[id(loaded.row_set)] = related
    reading.load(
        related_of(loaded.parent.model, loaded.relation), asked=asked, queries=loaded.queries
    )


def copies_of(known: dict[int, Counter[int]], row_set: Any) -> Counter[int]:
    """Return of how many instances each row would be one, by the identity of the row.

    Each of the rows that share a related row has an instance of its own.
    """
    if id(row_set) in known:
        return known[id(row_set)]
    joined_to = getattr(row_set, "parent", None)
    return Counter(map(id, row_set.rows)) if joined_to is None else copies_of(known, joined_to)


def related_of(owner: type, relation: Any) -> ModelRelation:
    return ModelRelation(owner, relation.name, relation.model, relation.single)
