"""Names of fields and of classes, of every kind."""

from __future__ import annotations

import builtins
import io
import keyword
import linecache
import tokenize
import uuid
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from tests.differences import differences
from tests.differential import both, of_body
from tests.models import Book
from tests.values import BERLIN, SUMMER, THING


def all_kinds():
    """Return fields of every kind that is compiled, with the method that one of them calls."""
    inner = type(Serializer)("Inner", (Serializer,), {"name": serializers.CharField()})
    return {
        "text": serializers.CharField(),
        "number": serializers.IntegerField(),
        "made": serializers.DateTimeField(),
        "zoned": serializers.DateTimeField(default_timezone=BERLIN),
        "price": serializers.DecimalField(8, 2),
        "unit": serializers.UUIDField(),
        "pick": serializers.ChoiceField([(1, "One")]),
        "absent": serializers.CharField(default="default"),
        "skipped_one": serializers.CharField(required=False),
        "raw": serializers.ReadOnlyField(),
        "listed": serializers.ListField(),
        "dotted": serializers.CharField(source="one.name"),
        "one": inner(),
        "rows": inner(many=True),
        "word": serializers.StringRelatedField(source="one"),
        "call": serializers.SerializerMethodField(),
        "get_call": lambda self, thing: 1,
    }


VALUES = {
    "text": "t",
    "number": 1,
    "made": SUMMER,
    "zoned": SUMMER.replace(month=1),
    "price": Decimal("1.005"),
    "unit": uuid.UUID(int=1),
    "pick": "1",
    "raw": [1],
    "listed": [2],
    "one": {"name": "one"},
    "rows": [{"name": "two"}],
}


def book_with(values):
    book = Book(title="T", isbn=uuid.UUID(int=0))
    vars(book).update(values)
    return book


def object_with(values):
    thing = SimpleNamespace()
    vars(thing).update(values)
    return thing


def names_in_generated_code():
    fast = type(FastReadOnlySerializer)("Generated", (FastReadOnlySerializer,), all_kinds())
    for row in (VALUES, object_with(VALUES), book_with(VALUES)):
        assert len(fast([row], many=True).data) == 1
    sources = [
        "".join(linecache.getlines(name))
        for name in linecache.cache
        if name.startswith("<fastserializers Generated")
    ]
    assert sources
    return {
        token.string
        for source in sources
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.NAME
    }


ODD_NAMES = [
    *("", " ", "1st", "a-b", "a_b", "a b", "a.b", "with 'quotes'", 'with "quotes"'),
    *("with\\backslash", "with\nnewline", "{", "}", "{}", "{value}", "{0}", "{{value}}", "%s"),
    *("$ref", "$value", "$row", "@type", "#", "é", "\u0065\u0301", "ﬁ", "fi", "ª", "a"),
    *("\N{MATHEMATICAL BOLD SMALL X}", "x", "x²", "²", "½", "①", "名前", "😀", "\ud800"),
    *("_", "__", "__debug__", "__class__", "__dict__", "__name__", "_name", "name_"),
    *("price_quantum", "price_context", "made_local", "one_context", "represent_one", "get_call"),
    *("represent_Example", "step_1", "error", "local", "skipped", "serializer", "zone"),
]
NAMES = sorted({*ODD_NAMES, *dir(builtins), *keyword.kwlist, *keyword.softkwlist})


def differences_of_names(names):
    """Return what differs for fields of these names, beside fields of every kind."""

    def body():
        declared = {name: serializers.CharField(label="label") for name in names}
        return {**declared, **all_kinds(), "last": serializers.CharField(default="last")}

    values = {**VALUES, **{name: f"value {number}" for number, name in enumerate(names)}}
    sources = {
        "mapping": lambda: values,
        "object": lambda: object_with(values),
        "model": lambda: book_with(values),
    }
    return differences(body, sources)


@pytest.mark.long
def test_any_name_and_all_that_the_generated_code_has():
    for name in {*ODD_NAMES, *keyword.kwlist, *names_in_generated_code()}:
        assert differences_of_names([name]) == [], ascii(name)


def test_all_names_at_once_and_those_that_python_takes_for_the_same():
    bold = "\N{MATHEMATICAL BOLD SMALL X}"
    every = [name for name in NAMES if "." not in name]
    same = (("ﬁ", "fi"), ("fi", "ﬁ"), ("a", "ª"), ("x", bold), ("a-b", "a_b", "a b"))
    for names in (every, *same):
        assert differences_of_names(names) == [], names


def test_names_of_sources_slugs_and_methods():
    for name in ("ﬁ", "{value}", "$value", "$row", "x²", "class", "a b", "error"):

        def body(name=name):
            inner = type(Serializer)(
                "Inner", (Serializer,), {"value": serializers.CharField(source=name)}
            )
            return {
                "value": serializers.CharField(source=name),
                "deep": serializers.CharField(source=f"deeper.{name}"),
                "slug": serializers.SlugRelatedField(name, source="deeper", read_only=True),
                "method": serializers.SerializerMethodField(name),
                "inner": inner(source="deeper"),
                "rows": inner(many=True),
                name: lambda self, thing: "method",
            }

        thing = object_with({name: "value", "fi": "another", "rows": []})
        thing.deeper = thing
        values = {**vars(thing), "rows": [thing]}
        sources = {make: lambda make=make: make(values) for make in (object_with, book_with)}  # noqa: B023
        assert differences(body, sources) == [], name


def test_members_of_an_enumeration_and_a_number_as_names(agree):
    class Name(models.TextChoices):
        NAME = "name"
        SIZE = "size"

    class PlainName(str, Enum):
        NAME = "name"

    def get_fields(self):
        return {
            Name.NAME: serializers.CharField(),
            PlainName.NAME: serializers.CharField(),
            Name.SIZE: serializers.IntegerField(),
        }

    def numbered(self):
        return {5: serializers.CharField(source="name", label="five")}

    agree(of_body(lambda: {"get_fields": get_fields}), lambda: THING)
    reference, fast = both(lambda: {"get_fields": get_fields})
    for _ in range(2):
        assert list(map(type, fast(THING).data)) == list(map(type, reference(THING).data))
    for cls in both(lambda: {"get_fields": numbered}):
        assert cls(THING).data == {5: "Ruritania"}


CLASS_NAMES = [
    *("one", "other", "instance", "row", "class", "a b", "é", "ﬁ", "1", "", "Décor", "dict"),
    "{value}",
]


def test_names_of_classes(agree):
    for name in CLASS_NAMES:

        def make(base, name=name):
            inner = type(base)(name, (base,), {"name": serializers.CharField()})
            nested = {"rows": inner(many=True), "one": inner()}
            return type(base)(name, (base,), {**all_kinds(), **nested})

        agree(make, VALUES.copy)
        agree(make, lambda name=name: type(name, (), VALUES)())
