"""Values whose `repr()` does not say how to make them, by name."""

from __future__ import annotations

import datetime
import ipaddress
import uuid
from decimal import Decimal
from enum import IntEnum
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from rest_framework import versioning
from rest_framework.relations import PKOnlyObject
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.models import Book, Tag
from tests.values import UTC, Colour, NoOffset, Number, Text


class Size(IntEnum):
    SMALL = 1


def of_a_subclass(base, *arguments, **attributes):
    """Return what makes a value of a subclass, which may have attributes of its own."""
    subclass = type(f"Own{base.__name__}", (base,), {"__module__": __name__, **attributes})
    return lambda: subclass(*arguments)


def request(scheme=None):
    """Return a request whose version is determined by `scheme`, or has none."""
    incoming = Request(APIRequestFactory().get("/somewhere/?format=json"))
    if scheme is not None:
        incoming.version, incoming.versioning_scheme = "v1", scheme()
    return incoming


BOOK_COLUMNS = {f"column {name}": name for name in ("title", "isbn", "price", "metadata", "blob")}
NAMED = {
    **{name: partial(Book._meta.get_field, column) for name, column in BOOK_COLUMNS.items()},
    "lazy text": lambda: lazystr("lazy"),
    "translation": lambda: gettext_lazy("Yes"),
    "safe text": lambda: mark_safe("<b>"),
    "text of a subclass": lambda: Text("sub"),
    "text with its own str()": of_a_subclass(str, "sub", __str__=str.upper),
    "integer of a subclass": lambda: Number(7),
    "float of a subclass": of_a_subclass(float, 2.5),
    "decimal of a subclass": of_a_subclass(Decimal, "3.5"),
    "datetime of a subclass": of_a_subclass(
        datetime.datetime, 2024, 7, 1, isoformat=lambda self, *arguments: "some moment"
    ),
    "date of a subclass": of_a_subclass(
        datetime.date, 2024, 7, 1, isoformat=lambda self: "some day"
    ),
    "time of a subclass": of_a_subclass(datetime.time, 12, 30),
    "duration of a subclass": of_a_subclass(datetime.timedelta, 2, total_seconds=lambda self: 0.0),
    "uuid of a subclass": of_a_subclass(uuid.UUID, "0" * 32, __str__=lambda self: "some key"),
    "datetime by its name": lambda: datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC),
    "naive datetime by its name": lambda: datetime.datetime(2024, 7, 1, 12, 30),
    "date by its name": lambda: datetime.date(2024, 7, 1),
    "datetime without offset": lambda: datetime.datetime(2024, 7, 1, tzinfo=NoOffset()),
    "time without offset": lambda: datetime.time(12, 30, tzinfo=NoOffset()),
    "colour": lambda: Colour.RED,
    "colour of a number": lambda: Colour.BLUE,
    "size": lambda: Size.SMALL,
    "format": lambda: Book.Format.PAPERBACK,
    "grade": lambda: Book.Grade.HIGH,
    "all colours": lambda: [(colour, colour.name) for colour in Colour],
    "all sizes": lambda: [(size, size.name) for size in Size],
    "all formats": lambda: Book.Format.choices,
    "all grades": lambda: Book.Grade.choices,
    "dict of a subclass": of_a_subclass(dict, {"a": 1}),
    "partial": lambda: partial(int, "5"),
    "function that needs something": lambda: lambda needed: needed,
    "function with a default": lambda: lambda needed=3: needed,
    "builtin": lambda: len,
    "bound builtin": lambda: "text".upper,
    "class": lambda: SimpleNamespace,
    "callable object": lambda: SimpleLazyObject(lambda: len),
    "lazy number": lambda: SimpleLazyObject(lambda: 5),
    "memory": lambda: memoryview(b"memory"),
    "bytearray": lambda: bytearray(b"array"),
    "path": lambda: Path("somewhere"),
    "address": lambda: ipaddress.ip_address("127.0.0.1"),
    "range": lambda: range(3),
    "generator": lambda: (number for number in (1, 2)),
    "frozen set": lambda: frozenset({1}),
    "file": lambda: Book(cover="covers/a b.png").cover,
    "no file": lambda: Book().cover,
    "file elsewhere": lambda: SimpleNamespace(url="https://example.org/x", name="x"),
    "file without url": lambda: SimpleNamespace(name="x"),
    "key of nothing": lambda: PKOnlyObject(None),
    "key of something": lambda: PKOnlyObject(5),
    "manager": lambda: Tag.objects,
    "model": lambda: Tag,
    "request": request,
    "request versioned by query": lambda: request(versioning.QueryParameterVersioning),
    "request versioned by path": lambda: request(versioning.URLPathVersioning),
    "request versioned by namespace": lambda: request(versioning.NamespaceVersioning),
    "request versioned by header": lambda: request(versioning.AcceptHeaderVersioning),
}
