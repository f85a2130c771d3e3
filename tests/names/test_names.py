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
    """Return fields of every kind that is compiled, and a source that has a value for each."""
    inner = type(Serializer)("Inner", (Serializer,), {"name": serializers.CharField()})
    made = {
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
    }
    values = {
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
    return made, values


def names_in_generated_code():
    made, values = all_kinds()
    body = {**made, "get_call": lambda self, thing: 1}
    fast = type(FastReadOnlySerializer)("Generated", (FastReadOnlySerializer,), body)
    book = Book(title="T")
    book.__dict__.update(values)
    for rows in ([values], [SimpleNamespace(**values)], [book]):
        assert len(fast(rows, many=True).data) == 1
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


def book_with(values):
    book = Book(title="T", isbn=uuid.UUID(int=0))
    vars(book).update(values)
    return book


def object_with(values):
    thing = SimpleNamespace()
    vars(thing).update(values)
    return thing


def sources_of(values):
    return {
        "mapping": lambda: values,
        "object": lambda: object_with(values),
        "model": lambda: book_with(values),
    }


def differences_of_names(names):
    """Return what differs for fields of these names, beside fields of every kind."""

    def body():
        made, _ = all_kinds()
        declared = {name: serializers.CharField(label="label") for name in names}
        last = serializers.CharField(default="last")
        return {**declared, **made, "get_call": lambda self, thing: 1, "last": last}

    values = {**all_kinds()[1], **{name: f"value {number}" for number, name in enumerate(names)}}
    return differences(body, sources_of(values))


class TestNamesOfFields:
    @pytest.mark.long
    def test_may_be_any_text_and_what_the_generated_code_says(self):
        for name in {*ODD_NAMES, *keyword.kwlist, *names_in_generated_code()}:
            assert differences_of_names([name]) == [], ascii(name)

    def test_may_be_all_of_these_at_once(self):
        assert differences_of_names([name for name in NAMES if "." not in name]) == []

    def test_that_python_takes_for_the_same_are_two(self):
        bold = "\N{MATHEMATICAL BOLD SMALL X}"
        for names in (("ﬁ", "fi"), ("fi", "ﬁ"), ("a", "ª"), ("x", bold), ("a-b", "a_b", "a b")):
            assert differences_of_names(names) == [], names

    def test_may_be_sources_and_slugs_and_methods(self):
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
            with_rows = object_with({**vars(thing), "rows": [thing]})
            book = book_with(vars(with_rows))
            assert differences(body, {"object": lambda: with_rows, "model": lambda: book}) == [], (  # noqa: B023
                name
            )

    def test_may_be_members_of_an_enumeration_and_no_text(self, agree):
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
            made = {**all_kinds()[0], "rows": inner(many=True), "one": inner()}
            return type(base)(name, (base,), {**made, "get_call": lambda self, thing: 1})

        agree(make, all_kinds()[1].copy)
        agree(make, lambda name=name: type(name, (), all_kinds()[1])())
