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
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Book, Publisher
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
    "",
    " ",
    "1st",
    "a-b",
    "a_b",
    "a b",
    "a.b",
    "with 'quotes'",
    'with "quotes"',
    "with\\backslash",
    "with\nnewline",
    "{",
    "}",
    "{}",
    "{value}",
    "{other}",
    "{0}",
    "{{value}}",
    "%s",
    "$ref",
    "@type",
    "#",
    "é",
    "\u0065\u0301",
    "ﬁ",
    "fi",
    "ª",
    "a",
    "\N{MATHEMATICAL BOLD SMALL X}",
    "x",
    "x²",
    "²",
    "½",
    "①",
    "名前",
    "😀",
    "\ud800",
    "_",
    "__",
    "__debug__",
    "__class__",
    "__dict__",
    "__name__",
    "_name",
    "name_",
    "price_quantum",
    "price_context",
    "made_local",
    "inner_serializer",
    "one_serializer",
    "represent_one",
    "represent_Example",
    "step_1",
    "error",
    "local",
]
NAMES = sorted({*ODD_NAMES, *dir(builtins), *keyword.kwlist, *keyword.softkwlist})


@pytest.mark.long
class TestNamesOfFields:
    def assert_allowed(self, agree, names):
        def make(base):
            made, _ = all_kinds()
            declared = {name: serializers.CharField(label=name) for name in names}
            body = {**declared, **made, "get_call": lambda self, thing: 1}
            body["last"] = serializers.CharField(default="last")
            for field in declared.values():
                field._kwargs["label"] = "label"
            return type(base)("ExampleSerializer", (base,), body)

        _, values = all_kinds()
        values = {**values, **{name: f"value {number}" for number, name in enumerate(names)}}
        agree(make, lambda: values)

        def an_object():
            thing = SimpleNamespace()
            vars(thing).update(values)
            return thing

        def a_model():
            book = Book(title="T", isbn=uuid.UUID(int=0))
            vars(book).update(values)
            return book

        agree(make, an_object)
        agree(make, a_model)

    @pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
    def test_may_be_any_text(self, agree, name):
        self.assert_allowed(agree, [name])

    def test_may_be_builtins_and_keywords(self, agree):
        for name in NAMES:
            if name.isidentifier():
                self.assert_allowed(agree, [name])

    def test_may_be_what_the_generated_code_says(self, agree):
        for name in sorted(names_in_generated_code()):
            self.assert_allowed(agree, [name])

    def test_may_be_all_of_these_at_once(self, agree):
        self.assert_allowed(agree, [name for name in NAMES if "." not in name])

    @pytest.mark.parametrize(
        "names",
        [
            ("ﬁ", "fi"),
            ("fi", "ﬁ"),
            ("a", "ª"),
            ("x", "\N{MATHEMATICAL BOLD SMALL X}"),
            ("a-b", "a_b", "a b"),
        ],
        ids=ascii,
    )
    def test_that_python_takes_for_the_same_are_two(self, agree, names):
        self.assert_allowed(agree, list(names))

    @pytest.mark.parametrize("name", ["ﬁ", "{value}", "x²", "class", "a b", "error"], ids=ascii)
    def test_may_be_sources_and_slugs_and_methods(self, agree, name):
        def make(base):
            inner = type(base)("Inner", (base,), {"value": serializers.CharField(source=name)})
            body = {
                "value": serializers.CharField(source=name),
                "deep": serializers.CharField(source=f"deeper.{name}"),
                "slug": serializers.SlugRelatedField(name, source="deeper", read_only=True),
                "method": serializers.SerializerMethodField(name),
                "inner": inner(source="deeper"),
                "rows": inner(many=True),
            }
            made = type(base)("ExampleSerializer", (base,), body)
            setattr(made, name, lambda self, thing: "method")
            return made

        def thing():
            made = SimpleNamespace()
            vars(made)[name] = "value"
            vars(made)["fi"] = "another"
            made.rows = []
            made.deeper = made
            return made

        def with_rows():
            made = thing()
            made.rows = [thing()]
            return made

        agree(make, with_rows)

    def test_may_be_members_of_an_enumeration(self, agree):
        class Name(models.TextChoices):
            NAME = "name"
            SIZE = "size"

        class PlainName(str, Enum):
            NAME = "name"

        def make(base):
            class ExampleSerializer(base):
                def get_fields(self):
                    return {
                        Name.NAME: serializers.CharField(),
                        PlainName.NAME: serializers.CharField(),
                        Name.SIZE: serializers.IntegerField(),
                    }

            return ExampleSerializer

        agree(make, lambda: THING)
        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        assert list(map(type, fast(THING).data)) == list(map(type, reference(THING).data))

        def model(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Publisher
                    fields = [Name.NAME, "code"]

            return ExampleSerializer

        publisher = Publisher(name="P")
        reference, fast = model(ModelSerializer), model(FastReadOnlyModelSerializer)
        assert fast(publisher).data == reference(publisher).data
        assert list(map(type, fast(publisher).data)) == list(map(type, reference(publisher).data))

    def test_may_be_no_text(self):
        def make(base):
            class ExampleSerializer(base):
                def get_fields(self):
                    return {5: serializers.CharField(source="name", label="five")}

            return ExampleSerializer

        assert make(Serializer)(THING).data == {5: "Ruritania"}
        assert make(FastReadOnlySerializer)(THING).data == {5: "Ruritania"}


CLASS_NAMES = [
    "one",
    "other",
    "instance",
    "row",
    "class",
    "a b",
    "é",
    "ﬁ",
    "1",
    "",
    "Décor",
    "dict",
    "{value}",
]


@pytest.mark.parametrize("name", CLASS_NAMES, ids=ascii)
class TestNamesOfClasses:
    def test_of_serializers(self, agree, name):
        def make(base):
            inner = type(base)(name, (base,), {"name": serializers.CharField()})
            made = {
                "one": inner(),
                "other": inner(source="one"),
                "rows": inner(many=True),
                "call": serializers.SerializerMethodField(),
                "get_call": lambda self, thing: 1,
            }
            return type(base)(name, (base,), made)

        agree(make, all_kinds()[1].copy)

    def test_of_instances(self, agree, name):
        def make(base):
            made, _ = all_kinds()
            body = {**made, "get_call": lambda self, thing: 1}
            return type(base)("ExampleSerializer", (base,), body)

        def source():
            return type(name, (), all_kinds()[1])()

        agree(make, source)
