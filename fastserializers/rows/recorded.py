"""Which queries are saved: what a recorder is told of relations that are loaded at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import Model

from fastserializers.recording.recorder import reading_now
from fastserializers.recording.relations import EVALUATING, ModelRelation
from fastserializers.rows.layout import Row
from fastserializers.rows.queryset import fetch
from fastserializers.rows.related_rows import in_chunks, keys_of
from fastserializers.rows.relations import Relation
from fastserializers.rows.row_instances import Instances, JoinedInstances, RelatedRows

EVALUATING[fetch.__code__] = "queryset"


def note_lent(link: RelatedRows, rows: Sequence[Row]) -> None:
    """Note that a link lends what REST framework asks for by one query for each instance."""
    reading = reading_now()
    if reading is None:
        return
    parent, relation = link.parent, link.relation
    copies = copies_of(reading.copies, parent)
    related: Counter[int] = Counter()
    asked = 0
    for row in rows:
        if link.key_of(row) is None:
            continue
        asked += copies[id(row)]
        found = link.of(row)
        for each in found if not relation.single else (found,) if found is not None else ():
            related[id(each)] += copies[id(row)]
    reading.copies[id(link.row_set)] = related
    keys = keys_of(parent, relation, rows)
    queries = len(in_chunks(keys, parent.fetched.query.connection)) if keys else 0
    reading.load(related_of(parent.model, relation), asked=asked, queries=queries)


def note_left(owner: type[Model], relation: Relation, reason: str) -> None:
    """Note why Django loads a relation for each row."""
    reading = reading_now()
    if reading is not None:
        reading.left[related_of(owner, relation).label] = reason


def copies_of(known: dict[int, Counter[int]], row_set: Instances) -> Counter[int]:
    """Return of how many instances each row would be one, by the identity of the row.

    Each of the rows that share a related row has an instance of its own.
    """
    if id(row_set) in known:
        return known[id(row_set)]
    if isinstance(row_set, JoinedInstances):
        return copies_of(known, row_set.parent)
    return Counter(map(id, row_set.rows))


def related_of(owner: type, relation: Relation) -> ModelRelation:
    return ModelRelation(owner, relation.name, relation.model, relation.single)
