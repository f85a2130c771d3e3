"""What does it cost to map records with other names and types than their class has?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timezone
from typing import Any

import ciso8601
import pytest
from dateutil import parser as dateutil_parser
from rest_framework import serializers

from benchmarks.published.data import RECORDS
from benchmarks.published.measuring import measure
from benchmarks.tables import versions
from fastserializers import FastReadOnlyMixin

pytestmark = pytest.mark.thorough

TEXT = """\
Published of Python 2 and a class of schematics with other fields: kurtsp.com, "Python
Serialization Performance", 2016. Which of its steps is which row is a reading of them. This
library only reads objects, as the next table does."""

Convert = Callable[[Any], Any]
Map = Iterable[tuple[str, str, Convert, Convert]]
"""The name of an attribute, its key in the record, how it is written and how it is read."""


@dataclass
class Document:
    id: int
    title: str
    author_name: str
    url: str
    created_at: datetime
    updated_at: datetime


RECORD = {
    "id": 42,
    "title": "A map of the harbour",
    "authorName": "Ada Ångström",
    "s3url": "https://documents.example/42",
    "createdAt": 1_454_146_200,
    "updatedAt": "2016-02-01T17:05:30.250000Z",
}


class DocumentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    title = serializers.CharField()
    authorName = serializers.CharField(source="author_name")
    s3url = serializers.CharField(source="url")
    createdAt = serializers.SerializerMethodField()
    updatedAt = serializers.DateTimeField(source="updated_at")

    def get_createdAt(self, document: Document) -> int:
        return to_epoch(document.created_at)


class FastDocumentSerializer(FastReadOnlyMixin, DocumentSerializer):
    pass


def to_epoch(moment: datetime) -> int:
    return int(moment.timestamp())


def from_epoch(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, timezone.utc)


def to_text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def unchanged(value: Any) -> Any:
    return value


def attribute_map(parse: Convert = dateutil_parser.parse) -> Map:
    other_keys = {"url": "s3url"}
    conversions = {"created_at": (to_epoch, from_epoch), "updated_at": (to_text, parse)}
    for field in fields(Document):
        name = field.name
        camel_case = re.sub("_(.)", lambda match: match[1].upper(), name)
        yield name, other_keys.get(name, camel_case), *conversions.get(name, (unchanged,) * 2)


MAP = tuple(attribute_map())
MAP_WITH_CISO8601 = tuple(attribute_map(ciso8601.parse_datetime))


def values(attributes: Map) -> dict[str, Any]:
    return {name: read(RECORD[key]) for name, key, _, read in attributes}


DOCUMENT = Document(**values(MAP_WITH_CISO8601))


def record(attributes: Map) -> dict[str, Any]:
    return {key: write(getattr(DOCUMENT, name)) for name, key, write, _ in attributes}


def without_init(values: dict[str, Any]) -> Document:
    document = Document.__new__(Document)
    document.__dict__.update(values)
    return document


OBJECTS = {
    "dict(**record)": lambda: dict(**RECORD),
    "a map for each call; dateutil, with __init__()": lambda: Document(**values(attribute_map())),
    "a map made once; dateutil, with __init__()": lambda: Document(**values(MAP)),
    "a map made once; ciso8601, with __init__()": lambda: Document(**values(MAP_WITH_CISO8601)),
    "a map made once; ciso8601, without __init__()": lambda: without_init(
        values(MAP_WITH_CISO8601)
    ),
}
RECORDS_OF_OBJECT = {
    "dict(**vars(object))": lambda: dict(**vars(DOCUMENT)),
    "a map for each call": lambda: record(attribute_map()),
    "a map made once": lambda: record(MAP),
    "DRF Serializer": lambda: DocumentSerializer(DOCUMENT).data,
    "FastReadOnlySerializer": lambda: FastDocumentSerializer(DOCUMENT).data,
}


def test_records() -> None:
    measure(
        "An object from a record of six fields",
        OBJECTS,
        lambda made: made in (DOCUMENT, RECORD),
        RECORDS,
        unit="µs",
        versions=versions(["python-dateutil", "ciso8601"]),
        text=TEXT,
    )
    measure(
        "A record from an object of six fields",
        RECORDS_OF_OBJECT,
        lambda made: made in (RECORD, vars(DOCUMENT)),
        {},
        unit="µs",
        text="The serializers make the integer of a datetime by a method.",
    )
