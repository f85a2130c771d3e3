"""The recorder of a request, which readings tell what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from django.db import connections

from fastserializers.names import path_of
from fastserializers.recording.records import Kind, Record, advice
from fastserializers.recording.relations import ModelRelation, relation_asked_for
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
class Recorder:
    """Keeps the records of one request."""

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
        """Return whether a serializer that is to read is no part of what is being read now."""
        if is_proving():
            return False
        outer = None if self.reading is None else self.reading.serializer
        return outer is None or outer.root is not serializer.root

    def read(
        self, kind: Kind, serializer: Any, source: Any, represent: Callable[[Any, Any], Any]
    ) -> Any:
        """Return what `represent` makes of a serializer and its source, and record it."""
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
        """Note what reads a serializer, and why."""
        reading = self.reading
        if reading is not None and reading.serializer is serializer and not is_proving():
            reading.reader, reading.why = reader, why

    def fetch(self, why: str | Callable[[], str], paginate: Callable[[], Any]) -> Any:
        """Return the page that a paginator fetches; `why` says why its instances are made."""
        reading = Reading("page", why=why if isinstance(why, str) else why())
        with self.counting(reading):
            page = paginate()
        if page is not None:
            self.pages[id(page)] = page, reading
        return page

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


recording: ContextVar[Recorder | None] = ContextVar("recording", default=None)
"""The recorder of the request that is being handled; None if nothing is recorded."""

# Looked up once: it is called for each object.
recorder_now = recording.get


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Record what is read within. A recorder of an outer context records for both."""
    recorder = recording.get() or Recorder()
    token = recording.set(recorder)
    try:
        yield recorder
    finally:
        recording.reset(token)


def reading_now() -> Reading | None:
    """Return the reading that is recorded now, if any."""
    recorder = recorder_now()
    return None if recorder is None else recorder.reading


def why_page() -> str:
    """Return why a paginator has fetched the instances of the list that is being read, if so."""
    reading = reading_now()
    return "" if reading is None or reading.kind != "page" else reading.why


def count_query(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    reading = reading_now()
    if reading is not None:
        reading.count(sql)
    return execute(sql, params, many, context)


def one_of(serializer: Any) -> Any:
    """Return the serializer of one object: a list serializer has it as its child."""
    return getattr(serializer, "child", serializer)


def class_path(serializer: Any) -> str:
    """Return the dotted name of the class of a serializer, or of the items of a list."""
    return path_of(one_of(serializer))
