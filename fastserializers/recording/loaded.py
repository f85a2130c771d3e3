"""Which queries a list saves that loads a relation for all of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from fastserializers.recording.origins import ModelRelation


def note_loaded(reading: Any, link: Any, rows: Sequence[Any]) -> None:
    """Note that a link has what REST framework asks for by one query for each instance.

    `link` is the `RelatedRows` that some rows lead to.
    """
    copies = copies_of(reading.copies, link.parent)
    related: Counter[int] = Counter()
    asked = 0
    for row in rows:
        if link.key_of(row) is None:
            continue
        asked += copies[id(row)]
        for each in rows_behind(link, row):
            related[id(each)] += copies[id(row)]
    reading.copies[id(link.row_set)] = related
    reading.load(related_of(link.parent.model, link.relation), asked=asked, queries=link.queries)


def rows_behind(link: Any, row: Any) -> Iterable[Any]:
    related = link.of(row)
    if not link.relation.single:
        rows: Iterable[Any] = related
        return rows
    return () if related is None else (related,)


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
