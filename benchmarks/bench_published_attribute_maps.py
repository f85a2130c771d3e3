"""What does it cost to map records with other names and types than their class has?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime, timezone
from typing import Any, NamedTuple

import ciso8601
import pytest
from dateutil import parser as dateutil_parser
from rest_framework import serializers

from benchmarks.tables import PUBLISHED
from benchmarks.work import Contender, Work, in_turns
from fastserializers import read_only

pytestmark = pytest.mark.thorough

Parse = Callable[[str], datetime]
Convert = Callable[[Any], Any]
Record = dict[str, Any]


@dataclass
class Document:
    id: int
    title: str
    author_name: str
    size_bytes: int
    is_public: bool
    url: str = field(metadata={"key": "s3url"})
    created_at: datetime = field(metadata={"type": "epoch"})
    updated_at: datetime = field(metadata={"type": "text"})


DOCUMENT = Document(
    id=42,
    title="A map of the harbour",
    author_name="Ada Ångström",
    size_bytes=123_456,
    is_public=True,
    url="https://documents.example/42",
    created_at=datetime(2016, 1, 30, 9, 30, tzinfo=timezone.utc),
    updated_at=datetime(2016, 2, 1, 17, 5, 30, 250_000, tzinfo=timezone.utc),
)
RECORD = {
    "id": 42,
    "title": "A map of the harbour",
    "authorName": "Ada Ångström",
    "sizeBytes": 123_456,
    "isPublic": True,
    "s3url": "https://documents.example/42",
    "createdAt": 1_454_146_200,
    "updatedAt": "2016-02-01T17:05:30.250000Z",
}


class Pair(NamedTuple):
    name: str
    key: str
    to_record: Convert
    from_record: Convert


def attribute_map(parse: Parse) -> Iterator[Pair]:
    conversions: dict[str, tuple[Convert, Convert]] = {
        "epoch": (to_epoch, from_epoch),
        "text": (to_text, parse),
    }
    for declared in fields(Document):
        key = declared.metadata.get("key") or camel_case(declared.name)
        kind = declared.metadata.get("type")
        yield Pair(declared.name, key, *conversions.get(kind, (unchanged, unchanged)))


def camel_case(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name)


def to_epoch(moment: datetime) -> int:
    return int(moment.timestamp())


def from_epoch(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, timezone.utc)


def to_text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def unchanged(value: Any) -> Any:
    return value


MAP = tuple(attribute_map(dateutil_parser.parse))
MAP_WITH_CISO8601 = tuple(attribute_map(ciso8601.parse_datetime))


def document_per_call(record: Record) -> Document:
    return constructed(values(record, attribute_map(dateutil_parser.parse)))


def document_by_map(record: Record) -> Document:
    return constructed(values(record, MAP))


def document_by_ciso8601(record: Record) -> Document:
    return constructed(values(record, MAP_WITH_CISO8601))


def document_without_init(record: Record) -> Document:
    return constructed_without_init(values(record, MAP_WITH_CISO8601))


def values(record: Record, pairs: Iterable[Pair]) -> dict[str, Any]:
    return {name: from_record(record[key]) for name, key, _, from_record in pairs}


def constructed(values: dict[str, Any]) -> Document:
    return Document(**values)


def constructed_without_init(values: dict[str, Any]) -> Document:
    document = Document.__new__(Document)
    document.__dict__.update(values)
    return document


def record_per_call(document: Document) -> Record:
    return record(document, attribute_map(dateutil_parser.parse))


def record_by_map(document: Document) -> Record:
    return record(document, MAP)


def record(document: Document, pairs: Iterable[Pair]) -> Record:
    return {key: to_record(getattr(document, name)) for name, key, to_record, _ in pairs}


class DocumentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    title = serializers.CharField()
    authorName = serializers.CharField(source="author_name")
    sizeBytes = serializers.IntegerField(source="size_bytes")
    isPublic = serializers.BooleanField(source="is_public")
    s3url = serializers.CharField(source="url")
    createdAt = serializers.SerializerMethodField()
    updatedAt = serializers.DateTimeField(source="updated_at")

    def get_createdAt(self, document: Document) -> int:
        return to_epoch(document.created_at)


class EpochField(serializers.Field):
    def to_representation(self, value: datetime) -> int:
        return to_epoch(value)


class DocumentSerializerWithEpochField(DocumentSerializer):
    createdAt = EpochField(source="created_at")


def data_by(serializer_class: type[serializers.Serializer]) -> Callable[[Document], Record]:
    return lambda document: serializer_class(document).data


COPY = "dict(**record)"
INIT, NO_INIT = "with __init__", "without __init__"


def mapping_work(title: str, unit: str, *contenders: Contender, text: str = "") -> Work:
    return Work(
        title=f"Attribute maps: {title}",
        unit=unit,
        baseline=contenders[0].name,
        section=PUBLISHED,
        libraries=("python-dateutil", "ciso8601"),
        contenders=contenders,
        text=text,
    )


def each(name: str, represent: Convert, calls: int, published: float | None = None) -> Contender:
    return Contender(name, represent, units=1, calls=calls, published=published)


FROM_RECORD = mapping_work(
    "an object from a record of eight fields",
    "µs per record",
    each(COPY, lambda record: dict(**record), 10_000, published=0.47),
    each(f"mapped per call; dateutil, {INIT}", document_per_call, 100, published=513),
    each(f"a map made with the class; dateutil, {INIT}", document_by_map, 100),
    each(
        f"a map made with the class; ciso8601, {INIT}", document_by_ciso8601, 1_000, published=62.8
    ),
    each(
        f"a map made with the class; ciso8601, {NO_INIT}",
        document_without_init,
        1_000,
        published=9.3,
    ),
    text=(
        "The published figures are of Python 2 and a schematics class, with other fields: which "
        "of its steps is which row is a reading of them. This library only reads objects: see the "
        "next table."
    ),
)
TO_RECORD = mapping_work(
    "a record from an object of eight fields",
    "µs per record",
    each("dict(**vars(object))", lambda document: dict(**vars(document)), 10_000),
    each("mapped per call", record_per_call, 100),
    each("a map made with the class", record_by_map, 1_000),
    each("DRF Serializer", data_by(DocumentSerializer), 50),
    each("FastReadOnlySerializer: a compiled plan", data_by(read_only(DocumentSerializer)), 1_000),
    each(
        "the same with a field class of its own",
        data_by(read_only(DocumentSerializerWithEpochField)),
        50,
    ),
    text=(
        "The serializers make the integer of a datetime by a `get_createdAt` method; the last one "
        "by a field class of its own, which is not compiled: REST framework makes all its fields."
    ),
)
DATES = mapping_work(
    "parsing a date",
    "µs per date",
    each("ciso8601.parse_datetime", ciso8601.parse_datetime, 10_000),
    each("dateutil.parser.parse", dateutil_parser.parse, 100),
    each("dateutil.parser.isoparse", dateutil_parser.isoparse, 1_000),
)
CONSTRUCTION = mapping_work(
    "constructing an object from its values",
    "µs per object",
    each(INIT, constructed, 10_000),
    each(NO_INIT, constructed_without_init, 10_000),
)


def test_outputs_are_equal():
    for work, source, right in (
        (FROM_RECORD, RECORD, DOCUMENT),
        (TO_RECORD, DOCUMENT, RECORD),
        (DATES, RECORD["updatedAt"], DOCUMENT.updated_at),
        (CONSTRUCTION, vars(DOCUMENT), DOCUMENT),
    ):
        for contender in work.contenders:
            if "dict(" not in contender.name:
                assert contender.represent(source) == right, contender.name


@in_turns(FROM_RECORD)
def test_documents(benchmark, contender):
    FROM_RECORD.measure_time(benchmark, contender, RECORD)


@in_turns(TO_RECORD)
def test_records(benchmark, contender):
    TO_RECORD.measure_time(benchmark, contender, DOCUMENT)


@in_turns(DATES)
def test_dates(benchmark, contender):
    DATES.measure_time(benchmark, contender, RECORD["updatedAt"])


@in_turns(CONSTRUCTION)
def test_construction(benchmark, contender):
    CONSTRUCTION.measure_time(benchmark, contender, vars(DOCUMENT))
