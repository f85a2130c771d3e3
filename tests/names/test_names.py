"""Names of fields and of classes, of every kind."""

import builtins
import keyword
import linecache
import tokenize
import uuid
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from tests.differences import differences
from tests.differential import of_body
from tests.objects.kinds import book_with
from tests.relations.serializers import methods, slug
from tests.values import BERLIN, SUMMER, THING


class InnerSerializer(Serializer):
    name = serializers.CharField()


def one(serializer, thing):
    return 1


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
    "one": InnerSerializer(),
    "rows": InnerSerializer(many=True),
    "word": serializers.StringRelatedField(source="one"),
    **methods(call=one),
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


def names_in_generated_code():
    class GeneratedSerializer(FastReadOnlySerializer):
        locals().update(ALL_KINDS)

    read = [
        GeneratedSerializer([row], many=True).data
        for row in (VALUES, SimpleNamespace(**VALUES), book_with(**VALUES))
    ]
    assert [len(rows) for rows in read] == [1, 1, 1]
    files = [name for name in linecache.cache if name.startswith("<fastserializers Generated")]
    assert files
    return {
        token.string
        for name in files
        for token in tokenize.generate_tokens(iter(linecache.getlines(name)).__next__)
        if token.type == tokenize.NAME
    }


BOLD = "\N{MATHEMATICAL BOLD SMALL X}"
BLANK = ["", " ", "_", "__", "_name", "name_", "__debug__", "__class__", "__dict__", "__name__"]
NO_IDENTIFIERS = ["1st", "a-b", "a_b", "a b", "a.b", "#", "@type"]
NO_IDENTIFIERS += ["½", "²", "x²", "①", "😀", "\ud800"]
QUOTED = ["with 'quotes'", 'with "quotes"', "with\\backslash", "with\nnewline"]
TEMPLATES = ["{", "}", "{}", "{value}", "{0}", "{{value}}", "%s", "$ref", "$value", "$row"]
# Python takes some of these for the same name.
LETTERS = ["é", "\u0065\u0301", "ﬁ", "fi", "ª", "a", BOLD, "x", "名前"]
# As names in generated code are, or were.
GENERATED = ["price_quantum", "price_context", "made_local", "one_context", "represent_one"]
GENERATED += ["get_call", "represent_Example", "step_1", "error", "local", "skipped"]
GENERATED += ["serializer", "zone"]
ODD_NAMES = [*BLANK, *NO_IDENTIFIERS, *QUOTED, *TEMPLATES, *LETTERS, *GENERATED]
NAMES = sorted({*ODD_NAMES, *dir(builtins), *keyword.kwlist, *keyword.softkwlist})


def differences_of_names(names):
    """Return what differs for fields of these names, beside fields of every kind."""
    declared = {name: serializers.CharField(label="label") for name in names}
    fields = {**declared, **ALL_KINDS, "last": serializers.CharField(default="last")}
    values = {**VALUES, **{name: f"value {number}" for number, name in enumerate(names)}}
    sources = {
        "mapping": values.copy,
        "object": partial(SimpleNamespace, **values),
        "model": partial(book_with, **values),
    }
    return differences(fields, sources)


@pytest.mark.long
def test_any_name_and_all_that_the_generated_code_has():
    names = {*ODD_NAMES, *keyword.kwlist, *names_in_generated_code()}
    found = {name: differences_of_names([name]) for name in names}
    assert found == {name: [] for name in names}


@pytest.mark.parametrize(
    "names",
    [
        [name for name in NAMES if "." not in name],
        ["ﬁ", "fi"],
        ["fi", "ﬁ"],
        ["a", "ª"],
        ["x", BOLD],
        ["a-b", "a_b", "a b"],
    ],
    ids=["all", "ﬁ and fi", "fi and ﬁ", "a and ª", "x and bold x", "a-b and others"],
)
def test_all_names_at_once_and_those_that_python_takes_for_the_same(names):
    assert differences_of_names(names) == []


@pytest.mark.parametrize("name", ["ﬁ", "{value}", "$row", "class", "a b"])
def test_names_of_sources_slugs_and_methods(name):
    class Inner(Serializer):
        value = serializers.CharField(source=name)

    fields = {
        "value": serializers.CharField(source=name),
        "deep": serializers.CharField(source=f"deeper.{name}"),
        "slug": slug(name, source="deeper"),
        "method": serializers.SerializerMethodField(name),
        "inner": Inner(source="deeper"),
        "rows": Inner(many=True),
        name: one,
    }
    thing = SimpleNamespace(**{name: "value", "fi": "another", "rows": []})
    thing.deeper = thing
    values = {**vars(thing), "rows": [thing]}
    sources = {
        "object": partial(SimpleNamespace, **values),
        "model": partial(book_with, **values),
    }
    assert differences(fields, sources) == []


def test_numbers_as_names(agree):
    """A dictionary of fields has any keys: the codes of a form, for example."""

    def get_fields(serializer):
        return {5: serializers.CharField(source="name", label="five")}

    agree(of_body({"get_fields": get_fields}.copy), THING)
