"""Options, names and attributes that are made to be read as code: they never are."""

import ast
import builtins
import datetime
import itertools
import uuid
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers

from fastserializers.compiler.emit import MANY, ONE
from fastserializers.compiler.functions import built
from fastserializers.compiler.sources.instances import source_of_type
from fastserializers.compiler.writer import write_function
from fastserializers.project.reading import fast_plan
from tests.differential import made_fast, made_of, outcome
from tests.fields.test_fields import FIELDS as ALL_FIELDS
from tests.models import Book
from tests.objects.kinds import nested
from tests.values import SUMMER


def says_code(self, *args):
    return "tripwire()"


class Number(int):
    """A number whose texts are code."""

    __slots__ = ()
    __repr__ = __str__ = says_code


class Text(str):
    """A text whose every other form is code."""

    __slots__ = ()
    __repr__ = __str__ = __format__ = says_code

    def lower(self):
        return Text("tripwire()")


EXPRESSIONS = ["tripwire()", "name.tripwire()", "{tripwire()}", "$value", "${value} or tripwire()"]
ENDS_OF_TEXTS = ["' + tripwire() + '", '" + tripwire() + "', "')\n    tripwire()\n#"]
ENDS_OF_TEXTS += ["\\'); tripwire(); (\\'"]
HOSTILE = [*EXPRESSIONS, *ENDS_OF_TEXTS, Text("tripwire()"), Text("hex"), Number(2)]


# One of each class.
FIELDS = {
    **{type(make()).__name__: make for make in ALL_FIELDS.values()},
    "ListField": partial(serializers.ListField, child=serializers.DecimalField(8, 2)),
    "DictField": partial(serializers.DictField, child=serializers.DateTimeField()),
    "ModelField": partial(serializers.ModelField, Book._meta.get_field("title")),
    "HyperlinkedRelatedField": partial(
        serializers.HyperlinkedRelatedField, "publisher-detail", read_only=True
    ),
    "HyperlinkedIdentityField": partial(serializers.HyperlinkedIdentityField, "detail"),
    "SerializerMethodField": serializers.SerializerMethodField,
    "Nested": nested,
    "NestedMany": partial(nested, many=True),
}
ROW = SimpleNamespace(pk=1, name="n")
VALUES = ["a", 2, 1.5, Decimal("2.5"), SUMMER, SUMMER.date(), datetime.timedelta(3)]
VALUES += [uuid.UUID(int=5), ["a", Decimal("1.5")], {"a": SUMMER}, ROW, [ROW]]


@pytest.fixture(autouse=True)
def tripped(monkeypatch):
    calls = []

    def tripwire():
        calls.append(1)
        return ""

    monkeypatch.setattr(builtins, "tripwire", tripwire, raising=False)
    yield calls
    assert calls == []


def assert_no_code_in(serializer):
    """Assert that the generated functions name nothing of what hostile values say."""
    compiled = fast_plan(serializer)
    if compiled is None:
        return
    for cls, target in itertools.product((dict, Book, SimpleNamespace), (ONE, MANY)):
        text = write_function(compiled.plan, source_of_type(cls), target, built, compiled.one).text
        for node in ast.walk(ast.parse(text)):
            assert "tripwire" not in (getattr(node, "id", ""), getattr(node, "attr", ""))


def class_of(field_name, field):
    def get_field(serializer, row):
        return 1

    cls = made_of({field_name: field, "get_field": get_field})
    cls.__name__ = "tripwire()"
    return cls


def changing(cls, change):
    """Return a function that makes a serializer of a class, changed before it reads."""

    def make(source, **options):
        serializer = cls(source, **options)
        change(serializer.child if options.get("many") else serializer)
        return serializer

    return make


def unchanged(serializer): ...


def outcomes(make):
    """Return what becomes of each value, and of a list with the last of them."""
    rows = [{"field": value} for value in VALUES]
    alone = [outcome(make, row.copy) for row in rows]
    return [*alone, outcome(make, rows[-1].copy, many=True)]


def assert_reads_like_drf(cls, change=unchanged):
    reference, fast = changing(cls, change), changing(made_fast(cls), change)
    assert outcomes(fast) == outcomes(reference)
    try:
        serializer = fast({})
        serializer.fields  # noqa: B018
    except Exception:
        return
    assert_no_code_in(serializer)


# What places a field among others, and what it was made from.
NOT_OPTIONS = {"parent", "_creation_counter", "_args", "_kwargs", "instance", "_context", "fields"}


@pytest.mark.long
@pytest.mark.parametrize("name", FIELDS)
def test_attributes_of_a_field_are_no_code(subtests, name):
    cls = class_of("field", FIELDS[name]())
    attributes = vars(cls().fields["field"]).keys() - NOT_OPTIONS
    for attribute, value in itertools.product(attributes, HOSTILE):

        def change(serializer, attribute=attribute, value=value):
            setattr(serializer.fields["field"], attribute, value)

        with subtests.test(attribute=attribute):
            assert_reads_like_drf(cls, change)


@pytest.mark.parametrize("hostile", [EXPRESSIONS[0], *ENDS_OF_TEXTS, Text("tripwire()")], ids=repr)
def test_names_of_fields_of_methods_and_of_sources_are_no_code(hostile):
    name = str.__str__(hostile)
    assert_reads_like_drf(class_of("field", serializers.SerializerMethodField(hostile)))
    assert_reads_like_drf(class_of(name, serializers.CharField(source="field")))
    assert_reads_like_drf(class_of("named", serializers.CharField(source=hostile)))
