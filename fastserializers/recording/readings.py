"""The recorder of a request, which readings tell what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from django.db import connections
from django.db.models import Model

from fastserializers.names import path_of
from fastserializers.project.serializers import model_of, without_list
from fastserializers.recorder import Kind, recorder_now, recording
from fastserializers.recording.origins import (
    ModelRelation,
    note_loaded,
    related_of,
    relation_asked_for,
)
from fastserializers.recording.records import Record
from fastserializers.switch import is_proving


@dataclass(eq=False)
class Reading:
    """An object, a list or a page that is being read, and the record of it."""

    record: Record
    serializer: Any = None
    """None until a paginator has fetched the page."""
    by_sql: dict[str, ModelRelation | None] = field(default_factory=dict)
    """The relations that queries were made for, by their SQL."""
    copies: dict[int, Counter[int]] = field(default_factory=dict)
    """For `loaded`: by row set and row, how many instances REST framework would have."""

    def count(self, sql: str) -> None:
        self.record.queries += 1
        relation = relation_asked_for(sql, self.by_sql)
        if relation is not None:
            self.record.made[relation] += 1

    def load(self, relation: ModelRelation, *, asked: int, queries: int) -> None:
        """Note that a few queries load what REST framework asks for by `asked` queries."""
        self.record.made[relation] += queries
        if asked > queries:
            self.record.saved[relation] += asked - queries


@dataclass(frozen=True)
class RequestRecorder:
    """Keeps the records of one request: the `Recorder` of the panel, middleware and commands."""

    by_identity: dict[Hashable, Record] = field(default_factory=dict)
    pages: dict[int, tuple[Any, Reading]] = field(default_factory=dict)
    """The pages that paginators have fetched and no serializer has read yet."""
    reading: Reading | None = None
    """The reading that has begun and not ended; None between two readings."""

    @property
    def records(self) -> list[Record]:
        """The records in the order in which the first of each began."""
        return sorted(self.by_identity.values(), key=lambda record: record.began)

    def begins(self, serializer: Any) -> bool:
        if is_proving():
            return False
        outer = None if self.reading is None else self.reading.serializer
        return outer is None or outer.root is not serializer.root

    def read(
        self, kind: Kind, serializer: Any, source: Any, represent: Callable[[Any, Any], Any]
    ) -> Any:
        outer = None if self.reading is None else self.reading.serializer
        _, page = self.pages.pop(id(source), (None, None))
        reading = page or Reading(Record(kind))
        reading.serializer, record = serializer, reading.record
        with self.counting(reading):
            output = represent(serializer, source)
        record.serializer = path_of(without_list(serializer))
        record.model = model_of(type(without_list(serializer)))
        record.within = "" if outer is None else path_of(without_list(outer))
        record.count = 1 if kind == "object" else len(output)
        same = self.by_identity.setdefault(record.identity, record)
        if same is not record:
            same.add(record)
        return output

    def note(self, serializer: Any, reader: str, why: str) -> None:
        reading = self.reading
        if reading is not None and reading.serializer is serializer and not is_proving():
            reading.record.reader, reading.record.why = reader, why

    def fetch(self, why: str | Callable[[], str], paginate: Callable[[], Any]) -> Any:
        reading = Reading(Record("page"))
        with self.counting(reading):
            page = paginate()
        # The serializer replaces this reason by its own.
        reading.record.why = why if isinstance(why, str) else why()
        if page is not None:
            self.pages[id(page)] = page, reading
        return page

    def why_page(self) -> str:
        record = None if self.reading is None else self.reading.record
        return "" if record is None or record.kind != "page" else record.why

    def loaded(self, related: Any, rows: Sequence[Any]) -> None:
        if self.reading is not None:
            note_loaded(self.reading, related, rows)

    def left(self, owner: type[Model], relation: Any, why: str) -> None:
        if self.reading is not None:
            self.reading.record.left[related_of(owner, relation)] = why

    @contextmanager
    def counting(self, reading: Reading) -> Iterator[None]:
        token, began = recording.set(replace(self, reading=reading)), perf_counter()
        try:
            with ExitStack() as stack:
                for connection in connections.all() if self.reading is None else ():
                    stack.enter_context(connection.execute_wrapper(count_query))
                yield
        finally:
            recording.reset(token)
            reading.record.milliseconds += (perf_counter() - began) * 1000


@contextmanager
def recorded() -> Iterator[RequestRecorder]:
    """Record what is read within. A recorder of an outer context records for both."""
    recorder: Any = recorder_now() or RequestRecorder()
    token = recording.set(recorder)
    try:
        yield recorder
    finally:
        recording.reset(token)


def count_query(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    recorder: Any = recorder_now()
    if recorder is not None and recorder.reading is not None:
        recorder.reading.count(sql)
    return execute(sql, params, many, context)
