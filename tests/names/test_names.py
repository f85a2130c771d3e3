"""Names of fields and of classes, of every kind."""

from __future__ import annotations

import builtins
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
from tests.objects.kinds import book_with
from tests.relations.serializers import methods, slug
from tests.values import BERLIN, SUMMER, THING

INNER = type(Serializer)("Inner", (Serializer,), {"name": serializers.CharField()})
# Fields of every kind that is compiled.
ALL_KINDS = {
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
    "one": INNER(),
    "rows": INNER(many=True),
    "word": serializers.StringRelatedField(source="one"),
    **methods(call=lambda self, thing: 1),
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


def object_with(values):
    thing = SimpleNamespace()
    vars(thing).update(values)
    return thing


def names_in_generated_code():
    fast = type(FastReadOnlySerializer)("Generated", (FastReadOnlySerializer,), dict(ALL_KINDS))
    for row in (VALUES, object_with(VALUES), book_with(**VALUES)):
        assert len(fast([row], many=True).data) == 1
    files = [name for name in linecache.cache if name.startswith("<fastserializers Generated")]
    assert files
    return {
        token.string
        for name in files
        for token in tokenize.generate_tokens(iter(linecache.getlines(name)).__next__)
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
    declared = {name: serializers.CharField(label="label") for name in names}
    fields = {**declared, **ALL_KINDS, "last": serializers.CharField(default="last")}
    values = {**VALUES, **{name: f"value {number}" for number, name in enumerate(names)}}
    sources = {
        "mapping": lambda: values,
        "object": lambda: object_with(values),
        "model": lambda: book_with(**values),
    }
    return differences(fields, sources)


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
        value = serializers.CharField(source=name)
        inner = type(Serializer)("Inner", (Serializer,), {"value": value})
        fields = {
            "value": value,
            "deep": serializers.CharField(source=f"deeper.{name}"),
            "slug": slug(name, source="deeper"),
            "method": serializers.SerializerMethodField(name),
            "inner": inner(source="deeper"),
            "rows": inner(many=True),
            name: lambda self, thing: "method",
        }
        thing = object_with({name: "value", "fi": "another", "rows": []})
        thing.deeper = thing
        values = {**vars(thing), "rows": [thing]}
        sources = {
            "object": lambda values=values: object_with(values),
            "model": lambda values=values: book_with(**values),
        }
        assert differences(fields, sources) == [], name


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
    reference, fast = both({"get_fields": get_fields})
    for _ in range(2):
        assert list(map(type, fast(THING).data)) == list(map(type, reference(THING).data))
    for cls in both({"get_fields": numbered}):
        assert cls(THING).data == {5: "Ruritania"}


@pytest.mark.parametrize(
    "name",
    [
        *("one", "other", "instance", "row", "class", "a b", "é", "ﬁ", "1", "", "Décor", "dict"),
        "{value}",
    ],
)
def test_names_of_classes(agree, name):
    def make(base):
        inner = type(base)(name, (base,), {"name": serializers.CharField()})
        return type(base)(name, (base,), {**ALL_KINDS, "rows": inner(many=True), "one": inner()})

    agree(make, VALUES.copy)
    agree(make, type(name, (), VALUES))
