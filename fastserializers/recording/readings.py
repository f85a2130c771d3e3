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
from fastserializers.recorder import Kind, recorder_now, recording
from fastserializers.recording.loaded import note_loaded, related_of
from fastserializers.recording.origins import ModelRelation, relation_asked_for
from fastserializers.recording.records import Record, advice
from fastserializers.switch import is_proving


@dataclass(eq=False)
class Reading:
    """An object, a list or a page that is being read."""

    kind: Kind
    serializer: Any = None
    """None until a paginator has fetched the page."""
    within: str = ""
    began: float = field(default_factory=perf_counter)
    milliseconds: float = 0.0
    queries: int = 0
    made: Counter[ModelRelation] = field(default_factory=Counter)
    saved: Counter[str] = field(default_factory=Counter)
    left: dict[str, str] = field(default_factory=dict)
    """Why Django loads a relation for each row, by the name of the relation."""
    reader: str = ""
    why: str = ""
    """The reason of the serializer; before, that of the paginator."""
    by_sql: dict[str, ModelRelation | None] = field(default_factory=dict)
    """The relations that queries were made for, by their SQL."""
    copies: dict[int, Counter[int]] = field(default_factory=dict)
    """For `loaded`: by row set and row, how many instances REST framework would have."""

    def count(self, sql: str) -> None:
        self.queries += 1
        relation = relation_asked_for(sql, self.by_sql)
        if relation is not None:
            self.made[relation] += 1

    def load(self, relation: ModelRelation, *, asked: int, queries: int) -> None:
        """Note that a few queries load what REST framework asks for by `asked` queries."""
        self.made[relation] += queries
        if asked > queries:
            self.saved[relation.label] += asked - queries

    def add_to(self, record: Record, count: int) -> None:
        """Add what was read, of so many objects, to the record of all that was read like it."""
        model = getattr(getattr(one_of(self.serializer), "Meta", None), "model", None)
        calls = advice(model, self.made)
        record.began = min(record.began, self.began)
        record.times += 1
        record.count += count
        record.milliseconds += self.milliseconds
        record.queries += self.queries
        record.advice = tuple(dict.fromkeys((*record.advice, *calls)))
        for relation, queries in self.made.items():
            record.made[relation.label] += queries
        record.saved.update(self.saved)
        record.left.update(self.left)


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
        reading = page or Reading(kind)
        reading.serializer = serializer
        reading.within = "" if outer is None else class_path(outer)
        with self.counting(reading):
            output = represent(serializer, source)
        path = class_path(serializer)
        identity = (path, reading.kind, reading.reader, reading.why, reading.within)
        record = self.by_identity.setdefault(identity, Record(*identity, reading.began))
        reading.add_to(record, 1 if kind == "object" else len(output))
        return output

    def note(self, serializer: Any, reader: str, why: str) -> None:
        reading = self.reading
        if reading is not None and reading.serializer is serializer and not is_proving():
            reading.reader, reading.why = reader, why

    def fetch(self, why: str | Callable[[], str], paginate: Callable[[], Any]) -> Any:
        reading = Reading("page")
        with self.counting(reading):
            page = paginate()
        reading.why = why if isinstance(why, str) else why()
        if page is not None:
            self.pages[id(page)] = page, reading
        return page

    def why_page(self) -> str:
        reading = self.reading
        return "" if reading is None or reading.kind != "page" else reading.why

    def loaded(self, link: Any, rows: Sequence[Any]) -> None:
        if self.reading is not None:
            note_loaded(self.reading, link, rows)

    def left(self, owner: type[Model], relation: Any, why: str) -> None:
        if self.reading is not None:
            self.reading.left[related_of(owner, relation).label] = why

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
            reading.milliseconds += (perf_counter() - began) * 1000


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


def one_of(serializer: Any) -> Any:
    """Return the serializer of one object: a list serializer has it as its child."""
    return getattr(serializer, "child", serializer)


def class_path(serializer: Any) -> str:
    """Return the dotted name of the class of a serializer, or of the items of a list."""
    return path_of(one_of(serializer))
