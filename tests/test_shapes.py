"""Classes, names, sources and uses of every shape: what they give is what DRF gives."""

from __future__ import annotations

import builtins
import copy
import datetime
import functools
import inspect
import io
import keyword
import linecache
import pickle
import re
import tokenize
import traceback
import uuid
import weakref
from collections import ChainMap, UserDict, defaultdict, namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.test import override_settings
from django.test.utils import isolate_apps
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject, lazystr
from rest_framework import fields, serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import (
    assert_classes_agree,
    assert_same,
    both,
    outcome,
    spelled_out,
)
from tests.models import Book, Country, Publisher

UTC = datetime.timezone.utc
SUMMER = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC)
THING = {"name": "Ruritania", "size": 5, "made": SUMMER, "price": Decimal("2.345")}


def without_addresses(result):
    return re.sub(r" at 0x[0-9a-f]+", "", repr(result))


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@pytest.fixture
def calls():
    """What the project's own code notes down while it is called."""
    return []


@pytest.fixture
def agree(calls):
    """Asserts that a class gives the same on DRF's base and on ours, by the same calls."""

    def assert_agreement(make, make_source):
        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        for many in (False, True):
            calls.clear()
            expected = outcome(reference, make_source, many=many), list(calls)
            calls.clear()
            actual = outcome(fast, make_source, many=many), list(calls)
            assert without_addresses(actual) == without_addresses(expected)

    return assert_agreement


# What is read.


class Undefined:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return f"any {name}"


class Intercepted:
    def __init__(self):
        self.name = "hidden"

    def __getattribute__(self, name):
        return "intercepted" if name in ("name", "size") else super().__getattribute__(name)


class SaysItIsAMapping:
    name = "attribute"

    @property
    def __class__(self):
        return dict

    def __getitem__(self, key):
        return {"name": "item"}[key]


class SaysItIsAMappingOtherwise:
    name = "attribute"

    def __getattribute__(self, name):
        return UserDict if name == "__class__" else super().__getattribute__(name)

    def __getitem__(self, key):
        return {"name": "item"}[key]


class OnlyItems(Mapping):
    name = "attribute"

    def __getitem__(self, key):
        return {"name": "item"}[key]

    def __iter__(self):
        return iter(["name"])

    def __len__(self):
        return 1


class RaisesForItems(dict):
    def __getitem__(self, key):
        raise self.get("error")


@dataclass
class Point:
    name: str
    size: int = 3


@dataclass(frozen=True, slots=True)
class FrozenPoint:
    name: str


class Comparing:
    name = "comparing"

    def __eq__(self, other):
        raise ValueError("compared")

    __hash__ = None

    def __bool__(self):
        raise ValueError("asked")


class UnhashableType(type):
    def __eq__(cls, other):
        return cls is other

    __hash__ = None


class OfAnUnhashableType(metaclass=UnhashableType):
    name = "unhashable"


class ClassOfMappings:
    name = "class attribute"


OBJECTS = {
    "__getattr__": Undefined,
    "__getattribute__": Intercepted,
    "__class__": SaysItIsAMapping,
    "__class__ by __getattribute__": SaysItIsAMappingOtherwise,
    "mapping": OnlyItems,
    "chain map": lambda: ChainMap({"name": "one"}, {"size": 2}),
    "user dict": lambda: UserDict(name="user"),
    "default dict": lambda: defaultdict(lambda: "default"),
    "default dict with keys": lambda: defaultdict(list, name="set"),
    "mapping proxy": lambda: type.__dict__["__dict__"].__get__(ClassOfMappings),
    "dataclass": lambda: Point("point"),
    "frozen dataclass": lambda: FrozenPoint("frozen"),
    "named tuple": lambda: namedtuple("Named", ["name", "size"])("tuple", 5),
    "lazy": lambda: SimpleLazyObject(lambda: SimpleNamespace(name="lazy")),
    "lazy mapping": lambda: SimpleLazyObject(lambda: {"name": "lazy"}),
    "lazy none": lambda: SimpleLazyObject(lambda: None),
    "lazy error": lambda: SimpleLazyObject(lambda: Country.DoesNotExist("lazy").missing),
    "key error": lambda: RaisesForItems(error=KeyError("k")),
    "attribute error": lambda: RaisesForItems(error=AttributeError("a")),
    "does not exist": lambda: RaisesForItems(error=ObjectDoesNotExist("o")),
    "index error": lambda: RaisesForItems(error=IndexError("i")),
    "skip": lambda: RaisesForItems(error=SkipField("s")),
    "class": lambda: ClassOfMappings,
    "module": lambda: datetime,
    "none": lambda: None,
    "number": lambda: 5,
    "comparing": Comparing,
    "unhashable type": OfAnUnhashableType,
    "a model without its state": lambda: Publisher.__new__(Publisher),
    "a class of models": lambda: Publisher,
    "a pair": lambda: ("name", "value"),
}


OPTIONS = [{}, {"default": "default"}, {"required": False}, {"allow_null": True}]


@pytest.mark.parametrize("make_object", OBJECTS.values(), ids=OBJECTS)
class TestObjects:
    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_of_every_kind_are_read_alike(self, agree, make_object, options):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(**options)
                size = serializers.ReadOnlyField(default="none")
                deep = serializers.ReadOnlyField(source="name.name", default="none")
                method = serializers.SerializerMethodField()
                whole = serializers.CharField(source="*")

                def get_method(self, thing):
                    return str(type(thing))

            return ExampleSerializer

        agree(make, make_object)

    @pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
    @pytest.mark.parametrize("plain_inside", [False, True])
    def test_of_every_kind_are_read_alike_when_nested(
        self, agree, make_object, options, plain_inside
    ):
        def make(base):
            class Inner(Serializer if plain_inside else base):
                name = serializers.CharField(**options)

            class ExampleSerializer(base):
                one = Inner()
                rows = Inner(many=True)
                dotted = Inner(source="deep.one", default="none")
                text = serializers.CharField(source="deep.one.name", default="none")

            return ExampleSerializer

        def in_a_mapping():
            return {"one": make_object(), "rows": [make_object()], "deep": {"one": make_object()}}

        def in_an_object():
            return SimpleNamespace(**in_a_mapping())

        def in_a_model():
            book = Book()
            book.__dict__.update(in_a_mapping())
            return book

        for source in (in_a_mapping, in_an_object, in_a_model):
            agree(make, source)

    def test_of_every_kind_are_taken_for_rows(self, agree, make_object):
        def make(base):
            class Inner(base):
                name = serializers.CharField(default="none")

            class ExampleSerializer(base):
                rows = Inner(many=True)

            return ExampleSerializer

        agree(make, lambda: {"rows": make_object()})
        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        expected = outcome(lambda rows: reference(rows, many=True), make_object)
        actual = outcome(lambda rows: fast(rows, many=True), make_object)
        assert without_addresses(actual) == without_addresses(expected)


def test_a_weak_reference_to_a_mapping(agree):
    def make(base):
        class ExampleSerializer(base):
            name = serializers.CharField()

        return ExampleSerializer

    mapping, thing = UserDict(name="weak"), Point("weak")
    agree(make, lambda: weakref.proxy(mapping))
    agree(make, lambda: weakref.proxy(thing))


class WithCall:
    def __call__(self):
        return "called"

    def __str__(self):
        return "not called"


class Bound:
    def method(self):
        return "bound"

    def optional(self, argument=5, *more, **others):
        return argument

    def needed(self, argument):
        return argument

    @classmethod
    def of_the_class(cls):
        return cls.__name__


def raising(error):
    def function():
        raise error

    return function


CALLABLES = {
    "function": lambda: "function",
    "function of functions": lambda: lambda: "twice",
    "function of none": lambda: None,
    "method": Bound().method,
    "optional arguments": Bound().optional,
    "needed arguments": Bound().needed,
    "class method": Bound.of_the_class,
    "partial": functools.partial("a b".split, " "),
    "partial that needs more": functools.partial(lambda a, b: a, 1),
    "object with a call": WithCall(),
    "class": Bound,
    "builtin": len,
    "builtin method": "text".upper,
    "lazy": SimpleLazyObject(lambda: "lazy"),
    "attribute error": raising(AttributeError("a")),
    "key error": raising(KeyError("k")),
    "does not exist": raising(ObjectDoesNotExist("o")),
    "skip": raising(SkipField("s")),
    "value error": raising(ValueError("v")),
    "mapping": lambda: {"name": "mapping"},
    "rows": lambda: [{"name": "row"}],
}


@pytest.mark.parametrize("value", CALLABLES.values(), ids=CALLABLES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
class TestCallables:
    def test_are_called_and_fail_alike(self, value, options):
        def make(base):
            class Inner(base):
                name = serializers.CharField(**options)

            fields = {
                "text": serializers.CharField(source="value", **options),
                "raw": serializers.ReadOnlyField(source="value", **options),
                "number": serializers.IntegerField(source="value", **options),
                "json": serializers.JSONField(source="value", **options),
                "string": serializers.StringRelatedField(source="value", **options),
                "deep": serializers.ReadOnlyField(source="value.name", **options),
                "inner": Inner(source="value", **options),
                "deep inner": Inner(source="value.inner", **options),
                "rows": Inner(source="value", many=True, **options),
                "listed": serializers.ListField(source="value", **options),
            }
            if "default" in options:
                fields["key"] = serializers.PrimaryKeyRelatedField(
                    source="value", read_only=True, **options
                )
            return [
                type(base)("ExampleSerializer", (base,), {name: field})
                for name, field in fields.items()
            ]

        def in_a_column():
            book = Book()
            book.__dict__["title"] = value
            book.value = value
            return book

        for make_source in (
            lambda: {"value": value},
            lambda: SimpleNamespace(value=value),
            in_a_column,
            lambda: {"value": {"name": value, "inner": value}},
        ):
            for reference, fast in zip(
                make(Serializer), make(FastReadOnlySerializer), strict=True
            ):
                for many in (False, True):
                    expected = outcome(reference, make_source, many=many)
                    actual = outcome(fast, make_source, many=many)
                    assert without_addresses(actual) == without_addresses(expected)


ERRORS = [
    AttributeError("a"),
    KeyError("k"),
    ObjectDoesNotExist("o"),
    Publisher.DoesNotExist("p"),
    Book.publisher.RelatedObjectDoesNotExist("r"),
    SkipField("s"),
    ValueError("v"),
    StopIteration("stop"),
]
PLACES = {
    "attribute": "value",
    "dotted": "inner.value",
    "method": "method",
    "dotted method": "inner.method",
    "in the middle": "value.inner",
    "method in the middle": "method.inner",
}
KINDS = {
    "text": serializers.CharField,
    "field of DRF alone": serializers.ListField,
    "string": serializers.StringRelatedField,
}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__qualname__)
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
class TestErrorsOfProperties:
    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_are_taken_as_drf_takes_them_and_raised_as_often(
        self, agree, calls, error, place, options
    ):
        class Thing:
            @property
            def value(self):
                calls.append("value")
                raise error

            def method(self):
                calls.append("method")
                raise error

        def make(base):
            class Inner(base):
                name = serializers.CharField(**options)

            made = {name: kind(source=place, **options) for name, kind in KINDS.items()}
            made["inner"] = Inner(source=place, **options)
            made["rows"] = Inner(source=place, many=True, **options)
            made["last"] = serializers.CharField(source="inner.name", default="last")
            return type(base)("ExampleSerializer", (base,), made)

        def source():
            thing = Thing()
            thing.inner = thing
            return thing

        agree(make, source)
        for name in (*KINDS, "inner", "rows"):

            def alone(base, name=name):
                whole = make(base)
                for other in list(whole._declared_fields):
                    if other not in (name, "last"):
                        del whole._declared_fields[other]
                return whole

            agree(alone, source)

    def test_of_a_model(self, agree, calls, error, place):
        with isolate_apps("tests"):

            class Note(models.Model):
                text = models.CharField(max_length=5)

                @property
                def value(self):
                    calls.append("value")
                    raise error

                def method(self):
                    calls.append("method")
                    raise error

        for options in OPTIONS[:2]:

            def make(base, options=options):
                class ExampleSerializer(base):
                    text = serializers.CharField()
                    field = serializers.CharField(source=place, **options)

                return ExampleSerializer

            def source():
                note = Note(text="text")
                note.inner = note
                return note

            agree(make, source)


class TestPropertiesAreCounted:
    KINDS = {
        "CharField": lambda: serializers.CharField(),
        "IntegerField": lambda: serializers.IntegerField(),
        "DateTimeField": lambda: serializers.DateTimeField(),
        "ReadOnlyField": lambda: serializers.ReadOnlyField(),
        "ListField": lambda: serializers.ListField(),
        "StringRelatedField": lambda: serializers.StringRelatedField(),
        "SlugRelatedField": lambda: serializers.SlugRelatedField("name", read_only=True),
        "PrimaryKeyRelatedField": lambda: serializers.PrimaryKeyRelatedField(read_only=True),
        "ManyRelatedField": lambda: serializers.StringRelatedField(many=True),
        "nested": lambda: Plain.Inner(),
        "nested list": lambda: Plain.Inner(many=True),
    }

    @pytest.mark.parametrize("value", [None, 5, "text", [], [5], {"name": "x"}, SUMMER], ids=repr)
    @pytest.mark.parametrize("kind", KINDS)
    def test_of_any_object(self, agree, calls, value, kind):
        class Thing:
            @property
            def value(self):
                calls.append("value")
                return value

            @property
            def inner(self):
                calls.append("inner")
                return self

            def method(self):
                calls.append("method")
                return value

        class Items(dict):
            def __getitem__(self, key):
                calls.append(key)
                return super().__getitem__(key)

            def __contains__(self, key):
                calls.append(("in", key))
                return super().__contains__(key)

            def get(self, key, default=None):
                calls.append(("get", key))
                return super().get(key, default)

        class Attributes:
            def __getattr__(self, name):
                calls.append(name)
                if name in ("value", "method"):
                    return value
                if name == "inner":
                    return self
                raise AttributeError(name)

        with isolate_apps("tests"):

            class Row(models.Model):
                value = Thing.value
                inner = Thing.inner
                method = Thing.method

        def make(base):
            body = {
                "value": self.KINDS[kind](),
                "method": self.KINDS[kind](),
                "deep": self.KINDS[kind](),
            }
            body["deep"]._kwargs["source"] = "inner.value"
            return type(base)("ExampleSerializer", (base,), body)

        def items():
            made = Items(value=value, method=value)
            made["inner"] = made
            return made

        for source in (Thing, items, Attributes, Row):
            agree(make, source)

    @pytest.mark.parametrize("make_key", [
        serializers.CharField,
        serializers.UUIDField,
        lambda: serializers.UUIDField(format="hex"),
        lambda: serializers.JSONField(binary=True),
    ], ids=["text", "UUID", "hex", "JSON"])  # fmt: skip
    def test_of_related_rows(self, agree, calls, make_key):
        class Row:
            def __init__(self, key):
                self.key = key

            @property
            def pk(self):
                calls.append(self.key)
                return self.key

        def make(base):
            class ExampleSerializer(base):
                tags = serializers.PrimaryKeyRelatedField(
                    many=True, read_only=True, pk_field=make_key()
                )

            return ExampleSerializer

        for key in (1, "text", uuid.UUID(int=1), None, (1, 2)):
            book = Book(pk=1)
            book._prefetched_objects_cache = {"tags": [Row(key), Row(key)]}
            agree(make, lambda: book)  # noqa: B023


# Names.


def all_kinds():
    """Return fields of every kind that is compiled, and a source that has a value for each."""
    inner = type(Serializer)("Inner", (Serializer,), {"name": serializers.CharField()})
    made = {
        "text": serializers.CharField(),
        "number": serializers.IntegerField(),
        "made": serializers.DateTimeField(),
        "zoned": serializers.DateTimeField(default_timezone=ZoneInfo("Europe/Berlin")),
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


# Classes.


class TestClasses:
    def test_made_by_type_without_a_module(self):
        def body():
            return {
                "name": serializers.CharField(),
                "to_representation": lambda self, instance: {"own": instance["name"]},
            }

        reference, fast = both(body)
        assert fast.__module__ == "rest_framework.serializers"
        assert assert_classes_agree(reference, fast, THING)[1] == [("own", (str, "'Ruritania'"))]

    @pytest.mark.parametrize("name", ["Serializer", "ModelSerializer", "ExampleSerializer"])
    def test_made_by_type_that_override_things_under_drf_s_names(self, agree, name):
        def make(base):
            inner = type(Serializer)(
                name,
                (Serializer,),
                {
                    "name": serializers.CharField(),
                    "get_fields": lambda self: {"size": serializers.IntegerField()},
                },
            )
            return type(base)(name, (base,), {"inner": inner(source="*")})

        agree(make, lambda: THING)

    def test_generic_subscripts(self):
        assert FastReadOnlySerializer[Book] is FastReadOnlySerializer
        assert FastReadOnlyModelSerializer[Book] is FastReadOnlyModelSerializer
        assert FastReadOnlyMixin[Book] is FastReadOnlyMixin

    def test_fields_come_in_the_order_of_drf_with_bases_and_mixins(self, agree):
        def make(base):
            class First(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

            class Second(base):
                made = serializers.DateTimeField()
                name = serializers.CharField(source="size")

            class Loose:
                price = serializers.DecimalField(8, 2)
                size = None

            class Third(First):
                size = None
                extra = serializers.CharField(source="name")

            class ExampleSerializer(Second, Loose, Third):
                made = serializers.DateTimeField(format="%Y")
                first = serializers.CharField(source="name")

            return ExampleSerializer

        agree(make, lambda: THING)

    def test_plain_subclasses_of_fast_ones_and_fast_ones_of_plain_ones(self):
        class Plain(Serializer):
            name = serializers.CharField()

        class Fast(FastReadOnlyMixin, Plain):
            size = serializers.IntegerField()

        class PlainAgain(Fast):
            made = serializers.DateTimeField()

        class Other(Serializer):
            price = serializers.DecimalField(8, 2)

        class Both(Other, Fast):
            pass

        class Late(Plain, FastReadOnlySerializer):
            pass

        expected = {"name": "Ruritania", "size": 5}
        assert Fast(THING).data == expected
        assert PlainAgain(THING).data == {**expected, "made": "2024-07-01T12:30:00Z"}
        assert Both([THING], many=True).data == [{"price": "2.34", **expected}]
        assert Late(THING).data == {"name": "Ruritania"}
        for refusing in (Fast, PlainAgain, Both, Late):
            with pytest.raises(ReadOnlySerializerError, match=refusing.__name__):
                refusing(data={})

    def test_a_removed_field_is_removed_everywhere(self, agree):
        def make(base):
            class Parent(base):
                name = serializers.CharField()
                label = serializers.CharField(source="name")
                default = serializers.CharField(source="name")

            class Child(Parent):
                name = None
                label = None
                default = None
                size = serializers.IntegerField()

            class ExampleSerializer(base):
                one = Child(source="*")
                rows = Child(many=True)

            return ExampleSerializer

        agree(make, lambda: {**THING, "rows": [THING]})

    def test_meta_that_is_inherited_in_part(self):
        def make(base):
            class Parent(base):
                title = serializers.CharField(source="slug")

                class Meta:
                    model = Book
                    fields = ["title", "pages"]
                    extra_kwargs = {"pages": {"source": "copies"}}

            class Loose:
                depth = 1

            class ExampleSerializer(Parent):
                class Meta(Loose, Parent.Meta):
                    fields = [*Parent.Meta.fields, "publisher"]

            return ExampleSerializer

        book = Book(title="T", pages=1, copies=2, publisher=Publisher(name="P"))
        assert_classes_agree(make(ModelSerializer), make(FastReadOnlyModelSerializer), book)

    @pytest.mark.parametrize(
        "meta",
        [
            {},
            {"model": Book},
            {"fields": ["title"]},
            {"model": Book, "fields": ["title"], "exclude": ["pages"]},
            {"model": Book, "fields": "title"},
            {"model": Book, "fields": ["nothing"]},
            {"model": Book, "fields": []},
            {"model": Book, "fields": ()},
            {"model": Book, "exclude": ["nothing"]},
            {"model": 5, "fields": ["title"]},
            {"model": Book, "fields": ["title"], "depth": -1},
        ],
        ids=str,
    )
    def test_mistakes_in_meta(self, meta):
        assert_same(lambda: {"Meta": type("Meta", (), dict(meta))}, Book(), base=ModelSerializer)

    def test_without_fields(self):
        assert_same(dict, THING)
        assert_same(dict, None)
        assert_same(
            lambda: {"inner": Serializer(), "rows": Serializer(many=True)},
            {"inner": 1, "rows": [1]},
        )

    @pytest.mark.parametrize("make_source", [dict, lambda values: SimpleNamespace(**values)])
    def test_with_hundreds_of_fields(self, make_source):
        kinds = [
            (serializers.CharField, "text"),
            (serializers.IntegerField, 5),
            (serializers.DateTimeField, SUMMER),
            (lambda: serializers.DecimalField(8, 2), Decimal("1.5")),
            (lambda: serializers.CharField(default="absent"), 5),
            (serializers.ListField, [1]),
        ]
        values = {f"field_{number}": kinds[number % 6][1] for number in range(300)}

        def body():
            return {f"field_{number}": kinds[number % 6][0]() for number in range(300)}

        assert_same(body, make_source(values))

    def test_nested_thirty_deep(self, agree):
        def make(base):
            made = type(base)("Level", (base,), {"name": serializers.CharField()})
            for number in range(30):
                body = {"name": serializers.CharField(), "inner": made(many=bool(number % 2))}
                made = type(base)(f"Level{number}", (base,), body)
            return made

        source = {"name": "innermost"}
        for number in range(30):
            source = {"name": str(number), "inner": [source] if number % 2 else source}
        agree(make, lambda: source)

    def test_two_of_the_same_name_and_shape_that_are_not_the_same(self):
        def make(format_, choice, zone):
            class ExampleSerializer(FastReadOnlySerializer):
                made = serializers.DateTimeField(format=format_, default_timezone=zone)
                size = serializers.ChoiceField([(choice, "")])
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    return format_

            return ExampleSerializer

        first = make("%Y", 5, UTC)
        second = make("%m", "5", UTC)
        third = make("%Y", 5.0, ZoneInfo("Asia/Tokyo"))
        assert first(THING).data == {"made": "2024", "size": 5, "method": "%Y"}
        assert second(THING).data == {"made": "07", "size": "5", "method": "%m"}
        assert third(THING).data["method"] == "%Y"
        assert first({**THING, "size": "5"}).data["size"] == 5

    def test_a_base_without_fields_that_was_used_before_its_subclasses(self):
        assert FastReadOnlySerializer(THING).data == {}
        assert FastReadOnlySerializer([THING], many=True).data == [{}]

        class Registered:
            def __init_subclass__(cls, **kwargs):
                """Does not call the next one."""

        class Plain(Registered, Serializer):
            name = serializers.CharField()

        class Fast(Registered, FastReadOnlySerializer):
            name = serializers.CharField()

        for serializer_class in (Fast, read_only(Plain)):
            assert serializer_class(THING).data == {"name": "Ruritania"}
            assert serializer_class([THING], many=True).data == [{"name": "Ruritania"}]


# The serializer itself.


class Plain(Serializer):
    name = serializers.CharField()
    made = serializers.DateTimeField(help_text="When")
    extra = serializers.JSONField(default=None)
    secret = serializers.CharField(write_only=True, required=False, initial="?")

    class Inner(Serializer):
        size = serializers.IntegerField()

    inner = Inner(source="*", read_only=True)
    rows = Inner(many=True, default=[])


class Fast(FastReadOnlySerializer):
    name = serializers.CharField()
    made = serializers.DateTimeField(help_text="When")
    extra = serializers.JSONField(default=None)
    secret = serializers.CharField(write_only=True, required=False, initial="?")
    inner = Plain.Inner(source="*", read_only=True)
    rows = Plain.Inner(many=True, default=[])


class TwinnedSerializer(Serializer):
    name = serializers.CharField()


class Choice:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields.pop("size", None)


class Choosing(Choice, Serializer):
    name = serializers.CharField()
    size = serializers.IntegerField()


class FastChoosing(Choice, FastReadOnlySerializer):
    name = serializers.CharField()
    size = serializers.IntegerField()


FORMS = {"base": lambda: Fast, "twin": lambda: read_only(Plain)}


def renamed(text):
    return re.sub(r"\bFast\b", "Plain", text)


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def fast(request):
    """The class `Plain`, made fast."""
    return request.param()


class TestData:
    def test_is_of_drf_s_types(self, fast):
        one, rows = fast(THING), fast([THING], many=True)
        assert type(one.data) is ReturnDict
        assert one.data.serializer is one
        assert type(one.data.copy()) is ReturnDict
        assert one.data.copy().serializer is one
        assert type(rows.data) is ReturnList
        assert rows.data.serializer is rows
        assert spelled_out(one.data) == spelled_out(Plain(THING).data)
        assert spelled_out(rows.data) == spelled_out(Plain([THING], many=True).data)
        assert repr(one.data) == repr(Plain(THING).data)

    def test_is_made_once_and_copied_each_time(self, fast):
        for serializer_class in (Plain, fast):
            one = serializer_class(THING)
            first = one.data
            first["name"] = "changed"
            first["inner"]["size"] = "changed"
            assert one.data["name"] == "Ruritania"
            assert one.data["inner"] == {"size": "changed"}
            one.instance = {**THING, "name": "another"}
            assert one.data["name"] == "Ruritania"
            rows = serializer_class([THING], many=True)
            rows.data.append("one more")
            rows.data[0]["name"] = "changed"
            assert [row["name"] for row in rows.data] == ["changed"]

    def test_that_is_set_from_outside_is_kept(self, fast):
        for serializer_class in (Plain, fast):
            one = serializer_class(THING)
            one._data = {"set": 1}
            assert one.data == {"set": 1}

    def test_after_an_error_is_made_again(self, fast):
        for serializer_class in (Plain, fast):
            source = dict(THING)
            one = serializer_class(source)
            del source["name"]
            with pytest.raises(KeyError):
                one.data  # noqa: B018
            source["name"] = "there again"
            assert one.data["name"] == "there again"

    def test_pickles_and_copies(self, fast):
        for make_copy in (
            copy.copy,
            copy.deepcopy,
            through_pickle,
        ):
            for source, options in ((THING, {}), ([THING], {"many": True})):
                expected = make_copy(Plain(source, **options).data)
                actual = make_copy(fast(source, **options).data)
                assert type(actual) is type(expected)
                assert actual == expected

    @pytest.mark.parametrize(
        "source", [None, 0, "", False, {}, [], (), set(), object(), lambda: THING]
    )
    def test_of_nothing_and_of_things_that_are_not_true(self, fast, source):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(default="default")

            return ExampleSerializer

        reference = make(Serializer)
        for serializer_class in (make(FastReadOnlySerializer), read_only(make(Serializer))):
            for options in ({}, {"many": True}, {"context": {}}, {"partial": True}):
                actual, expected = (
                    outcome(lambda value, cls=cls: cls(value, **options), lambda: source)  # noqa: B023
                    for cls in (serializer_class, reference)
                )
                assert actual == expected

    def test_of_no_instance_at_all(self, fast):
        assert spelled_out(fast().data) == spelled_out(Plain().data)
        assert spelled_out(fast(many=True).data) == spelled_out(Plain(many=True).data)
        assert spelled_out(fast(context={}).data) == spelled_out(Plain(context={}).data)

    @pytest.mark.parametrize(
        "collect",
        [
            list,
            tuple,
            iter,
            dict.fromkeys,
            lambda rows: (row for row in rows),
            lambda rows: map(dict, rows),
            lambda rows: {5: 6},
            lambda rows: "text",
            lambda rows: range(2),
            lambda rows: SimpleNamespace(__iter__=None),
            lambda rows: [None, *rows],
            lambda rows: [rows],
        ],
    )
    def test_of_anything_that_has_rows(self, fast, collect):
        def source():
            try:
                return collect([THING, {**THING, "name": "second"}])
            except TypeError:
                return {1, 2}

        expected = outcome(lambda rows: Plain(rows, many=True), source)
        actual = outcome(lambda rows: fast(rows, many=True), source)
        assert renamed(repr(actual)) == repr(expected)

    def test_of_rows_that_fail_half_way(self, fast):
        seen = []

        def rows():
            for number in range(3):
                seen.append(number)
                yield THING if number < 1 else {}

        for serializer_class in (Plain, fast):
            seen.clear()
            with pytest.raises(KeyError):
                serializer_class(rows(), many=True).data  # noqa: B018
            assert seen == [0, 1]


class TestTheSerializer:
    def test_shows_itself_as_drf_s_does(self, fast):
        for options in (
            {},
            {"many": True},
            {"instance": THING},
            {"instance": [THING], "many": True},
            {"context": {"a": 1}},
            {"read_only": True, "source": "other", "help_text": "Help"},
        ):
            assert renamed(repr(fast(**options))) == repr(Plain(**options))
            assert renamed(str(fast(**options))) == str(Plain(**options))

    def test_gives_bound_fields(self, fast):
        one, expected = fast(THING), Plain(THING)
        assert [field.name for field in one] == [field.name for field in expected]
        assert [type(field) for field in one] == [type(field) for field in expected]
        for name in ("name", "made", "extra", "inner"):
            assert one[name].value == expected[name].value
            assert one[name].errors == expected[name].errors
            assert type(one[name]) is type(expected[name])
        assert [field.name for field in fast()] == [field.name for field in Plain()]
        with pytest.raises(KeyError):
            one["nothing"]

    def test_has_the_attributes_that_drf_sets(self, fast):
        for options in ({}, {"instance": THING}, {"instance": THING, "context": {"a": 1}}):
            one, expected = fast(**options), Plain(**options)
            for name in (
                *("allow_null", "default", "field_name", "help_text", "initial", "instance"),
                *("label", "parent", "partial", "read_only", "required", "source", "style"),
                *("write_only", "context", "root", "validators", "error_messages"),
                *("default_validators", "default_error_messages", "default_empty_html"),
            ):
                missing = object()
                actual = getattr(one, name, missing)
                if name == "root":
                    assert actual is one
                else:
                    assert actual == getattr(expected, name, missing), name
            assert list(one.fields) == list(expected.fields)
            for name in ("errors", "validated_data"):
                with pytest.raises(AssertionError, match="is_valid"):
                    getattr(one, name)

    def test_shares_nothing_with_another(self, fast):
        for serializer_class in (Plain, fast):
            first, second = serializer_class(THING), serializer_class(THING)
            first.context["mark"] = 1
            first.style["mark"] = 1
            first.error_messages["mark"] = 1
            first.fields.pop("name")
            assert second.context == {}
            assert second.style == {}
            assert "mark" not in second.error_messages
            assert "name" in second.data
            assert "name" not in first.data

    def test_keeps_the_context_it_is_given(self, fast):
        context = {"mark": 1}
        assert fast(THING, context=context).context is context
        assert fast(THING, context=None).context is None
        rows = fast([THING], many=True, context=context)
        assert rows.context is context
        assert rows.child.context is context

    def test_copies_as_drf_s_does(self, fast):
        for serializer_class in (Plain, fast):
            for options in ({}, {"instance": THING}, {"instance": [THING], "many": True}):
                one = serializer_class(context={"a": 1}, **options)
                assert one.data is not None
                deep = copy.deepcopy(one)
                assert type(deep) is type(one)
                assert spelled_out(deep.data) == spelled_out(one.data)
                assert spelled_out(copy.copy(one).data) == spelled_out(one.data)

    def test_pickles_as_drf_s_does(self, fast):
        for options in ({"instance": THING}, {"instance": [THING], "many": True}, {}):
            expected = through_pickle(Plain(**options))
            before = through_pickle(fast(**options))
            assert spelled_out(before.data) == spelled_out(expected.data)
            used = fast(**options)
            assert used.data is not None
            after = through_pickle(used)
            assert spelled_out(after.data) == spelled_out(expected.data)
            assert type(after) is type(used)

    def test_pickles_when_it_has_chosen_its_fields(self):
        for options in ({}, {"many": True}):
            source = [THING, THING] if options else THING
            expected, used = Choosing(source, **options), FastChoosing(source, **options)
            for _ in range(3):
                assert used.to_representation(source) == expected.to_representation(source)
            assert spelled_out(through_pickle(used).data) == spelled_out(expected.data)

    @pytest.mark.parametrize(
        "options",
        [{"partial": True}, {"many": False}, {"instance": THING, "partial": False}],
        ids=str,
    )
    def test_takes_drf_s_arguments(self, fast, options):
        source = {"instance": THING, **options}
        assert spelled_out(fast(**source).data) == spelled_out(Plain(**source).data)
        assert fast(**source).partial == Plain(**source).partial

    @pytest.mark.parametrize(
        "options",
        [
            {"nonsense": 1},
            {"read_only": True, "write_only": True},
            {"required": True, "default": 1},
        ],
        ids=str,
    )
    def test_refuses_the_arguments_that_drf_refuses(self, fast, options):
        for serializer_class in (Plain, fast):
            with pytest.raises((TypeError, AssertionError)) as error:
                serializer_class(THING, **options)
            if serializer_class is Plain:
                expected = error
        assert error.type is expected.type
        assert str(error.value) == str(expected.value)

    def test_partial_leaves_out_what_has_only_a_default(self, fast):
        def body():
            return {"missing": serializers.CharField(default="default")}

        reference, made_fast = both(body)
        for partial in (False, True):
            for options in ({}, {"many": True}):
                source = [{}] if options else {}
                expected = reference(source, partial=partial, **options).data
                assert made_fast(source, partial=partial, **options).data == expected

    def test_may_be_used_as_a_function(self, fast):
        assert fast().to_representation(THING) == Plain().to_representation(THING)
        many = fast(many=True).to_representation([THING])
        assert many == Plain(many=True).to_representation([THING])
        with pytest.raises(AttributeError) as expected:
            Plain().to_representation(None)
        with pytest.raises(AttributeError) as error:
            fast().to_representation(None)
        assert renamed(str(error.value)) == str(expected.value)

    def test_words_its_mistakes_as_drf_does(self, agree):
        def make(base):
            class Inner(base):
                name = serializers.CharField()

            class ExampleSerializer(base):
                rows = Inner(many=True, source="rows")

            return ExampleSerializer

        agree(make, lambda: {"rows": [THING]})

    def test_has_the_class_s_own_values_for_drf_s_attributes(self):
        def make(base):
            class ExampleSerializer(base):
                allow_null = read_only = write_only = partial = True
                required = False
                default = {"name": "class"}
                label = help_text = source = "class"
                style = {"class": 1}
                initial = {"name": "class"}
                error_messages = {"class": "class"}
                default_error_messages = {"mine": "class"}

            return ExampleSerializer

        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        for options in ({}, {"instance": THING}):
            expected, actual = vars(reference(**options)), vars(fast(**options))
            for made in (expected, actual):
                del made["_creation_counter"]
            assert actual == expected

    def test_is_an_instance_of_drf_s_classes(self, fast):
        assert isinstance(fast(THING), Serializer)
        assert isinstance(fast([THING], many=True), ListSerializer)

    @pytest.mark.parametrize("plain_inside", [False, True])
    @pytest.mark.parametrize("plain_outside", [False, True])
    @pytest.mark.parametrize("source", ["*", "inner", "deep.inner", "call", "deep.call"])
    @pytest.mark.parametrize(
        "options",
        [{}, {"default": {"name": "d"}}, {"required": False}, {"allow_null": True}],
        ids=str,
    )
    def test_nested_in_any_way(self, agree, plain_inside, plain_outside, source, options):
        def make(base):
            class Inner(Serializer if plain_inside else base):
                name = serializers.CharField()
                mark = serializers.SerializerMethodField()

                def get_mark(self, thing):
                    return [
                        self.context,
                        self.source,
                        self.parent.source,
                        self.root.instance is None,
                    ]

            class ExampleSerializer(Serializer if plain_outside else base):
                one = Inner(source=source, **options)
                rows = Inner(
                    many=True, source="calls" if source == "*" else f"{source}s", **options
                )

            return type(base)("ExampleSerializer", (ExampleSerializer,), {})

        class Thing:
            name = "thing"

            @property
            def inner(self):
                return self

            @property
            def deep(self):
                return self

            def call(self):
                return self

            def inners(self):
                return [self, THING]

            def calls(self):
                return [self]

        for make_source in (Thing, dict, lambda: {"inner": None, "inners": None, "deep": None}):
            agree(make, make_source)


# Twins.


@pytest.mark.parametrize("plain_inside", [False, True], ids=["fast inside", "plain inside"])
class TestSerializersInLists:
    row = {"name": "a", "made": datetime.datetime(2024, 1, 1, tzinfo=UTC), "label": "b"}

    def make(self, base, plain_inside):
        class Inner(Serializer if plain_inside else base):
            name = serializers.CharField()
            made = serializers.DateTimeField(required=False)
            label = serializers.SerializerMethodField()

            def get_label(self, row):
                return row["label"], type(self.parent).__name__, self.context.get("mark")

        class Outer(base):
            rows = serializers.ListField(child=Inner())
            by_name = serializers.DictField(child=Inner())
            deep = serializers.DictField(child=serializers.ListField(child=Inner(many=True)))

        return Outer

    @pytest.mark.parametrize(
        "rows",
        [
            [],
            [row, None, row],
            (row,),
            [row, {"name": "no label"}],
            [{"label": 1}],
            [SimpleNamespace(name="no item")],
            [lambda: None],
            ["text"],
            "text",
            5,
            {"a": row},
        ],
        ids=without_addresses,
    )
    def test_are_read_alike(self, agree, plain_inside, rows):
        source = {
            "rows": rows,
            "by_name": {"first": self.row, 2: None},
            "deep": {"a": [[self.row], []], "b": ()},
        }
        for changed in ({}, {"by_name": {"a": rows}}, {"deep": {"a": [rows]}}, {"deep": rows}):
            agree(lambda base: self.make(base, plain_inside), lambda c=changed: {**source, **c})


class TestTwins:
    def test_are_made_once(self):
        twin = read_only(TwinnedSerializer)
        assert twin is not TwinnedSerializer
        assert read_only(TwinnedSerializer) is twin
        assert read_only(twin) is twin
        assert issubclass(twin, TwinnedSerializer)
        assert not issubclass(TwinnedSerializer, FastReadOnlyMixin)
        assert read_only(Fast) is Fast
        assert twin.__name__ == "TwinnedSerializer"
        assert twin.__module__ == __name__

    def test_of_subclasses_are_their_own(self):
        class Child(TwinnedSerializer):
            size = serializers.IntegerField()

        assert read_only(TwinnedSerializer)(THING).data == {"name": "Ruritania"}
        assert read_only(Child)(THING).data == {"name": "Ruritania", "size": 5}

        class OfTheTwin(read_only(TwinnedSerializer)):
            made = serializers.DateTimeField(format="%Y")

        assert OfTheTwin(THING).data == {"name": "Ruritania", "made": "2024"}

    def test_leave_the_class_as_it_is(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            inner = Inner()
            rows = Inner(many=True)

        before = dict(Outer._declared_fields)
        twin = read_only(Outer)
        assert Outer._declared_fields == before
        assert Outer(data={"inner": {"name": "a"}, "rows": []}).is_valid()
        declared = twin._declared_fields
        assert isinstance(declared["inner"], read_only(Inner))
        assert isinstance(declared["rows"].child, read_only(Inner))

    def test_keep_the_arguments_of_nested_serializers(self):
        class Listed(ListSerializer):
            def to_representation(self, data):
                return {"listed": super().to_representation(data)}

        class Inner(Serializer):
            name = serializers.CharField()

            class Meta:
                list_serializer_class = Listed

        class Other(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            one = Inner(source="first", allow_null=True, label="One", help_text="Help")
            listed = Inner(many=True, source="rows", allow_empty=False, required=False)
            others = Other(many=True, source="rows", min_length=1, max_length=2)
            child = ListSerializer(child=Other(), source="rows")
            nested = ListSerializer(child=ListSerializer(child=Other()), source="rows_of_rows")
            values = serializers.ListField(child=Other(), source="rows")
            items = serializers.DictField(child=Other(), source="by_name")
            absent = Inner(default={"name": "default"})

        rows = [{"name": "a"}, {"name": "b"}]
        source = {
            "first": None,
            "rows": rows,
            "rows_of_rows": [rows, rows],
            "by_name": {"a": rows[0]},
        }
        twin = read_only(Outer)
        assert_classes_agree(Outer, twin, source)
        assert_classes_agree(Outer, twin, {**source, "first": rows[0]})
        assert_classes_agree(Outer, twin, {})

    @pytest.mark.parametrize(
        "make_child",
        [
            serializers.CharField,
            lambda: serializers.CharField(source="name"),
            lambda: serializers.ListField(child=serializers.CharField()),
            lambda: serializers.PrimaryKeyRelatedField(read_only=True),
        ],
    )
    def test_of_lists_of_plain_fields(self, make_child):
        class Outer(Serializer):
            rows = ListSerializer(child=make_child())

        assert_classes_agree(Outer, read_only(Outer), {"rows": ["a", "b"]})

    def test_of_lists_and_dicts_of_serializers(self):
        class Outer(Serializer):
            rows = serializers.ListField(child=Plain())
            by_name = serializers.DictField(child=serializers.ListField(child=Plain()))

        row = {"name": "a", "size": 1, "made": None, "inner": None}
        twin = read_only(Outer)
        assert_classes_agree(Outer, twin, {"rows": [row, None], "by_name": {"a": [row]}})
        assert isinstance(twin().fields["by_name"].child.child, FastReadOnlyMixin)

    def test_show_themselves_as_the_class_does(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            one = Inner(source="first", help_text="Help")
            rows = Inner(many=True, allow_empty=False)
            nested = ListSerializer(child=ListSerializer(child=Inner()))

        assert repr(read_only(Outer)()) == repr(Outer())
        assert repr(read_only(Outer)(many=True)) == repr(Outer(many=True))

    def test_of_serializers_that_nest_themselves_and_each_other(self):
        class Tree(Serializer):
            name = serializers.CharField()

        class Owner(Serializer):
            trees = Tree(many=True)

        Tree._declared_fields["branches"] = Tree(many=True, required=False)
        Tree._declared_fields["owner"] = Owner(required=False)
        leaf = {"name": "leaf"}
        source = {"name": "root", "branches": [leaf, leaf], "owner": {"trees": [leaf]}}
        source = {**source, "branches": [source, leaf]}
        twin = read_only(Tree)
        assert isinstance(twin._declared_fields["branches"].child, twin)
        assert_classes_agree(Tree, twin, source)

    def test_of_hyperlinked_serializers(self):
        def make():
            class ExampleSerializer(HyperlinkedModelSerializer):
                class Meta:
                    model = Publisher
                    fields = ["name", "code"]

            return ExampleSerializer

        assert_classes_agree(make(), read_only(make()), Publisher(name="P", code="p"))
        assert issubclass(read_only(make()), HyperlinkedModelSerializer)

    def test_of_hyperlinked_serializers_with_links(self):
        class CountrySerializer(HyperlinkedModelSerializer):
            class Meta:
                model = Country
                fields = ["url", "name"]

        class ExampleSerializer(HyperlinkedModelSerializer):
            class Meta:
                model = Publisher
                fields = ["url", "name", "country"]

        publisher = Publisher(pk=1, name="P", country=Country(pk=2))
        for context in (None, {"request": None}):
            assert_classes_agree(
                ExampleSerializer, read_only(ExampleSerializer), publisher, context=context
            )

    @pytest.mark.parametrize("base", [Serializer, ModelSerializer, HyperlinkedModelSerializer])
    def test_of_drf_s_own_classes(self, base):
        twin = read_only(base)
        assert issubclass(twin, base)
        assert issubclass(twin, FastReadOnlyMixin)

    @pytest.mark.parametrize(
        "nonsense",
        [
            None,
            5,
            "Plain",
            Plain(),
            object,
            serializers.BaseSerializer,
            ListSerializer,
            serializers.CharField,
            Book,
        ],
        ids=repr,
    )
    def test_of_nonsense_are_refused(self, nonsense):
        with pytest.raises(TypeError, match=r"read_only\(\) takes a subclass of .*Serializer"):
            read_only(nonsense)

    def test_of_classes_that_write(self):
        class Writing(Serializer):
            name = serializers.CharField()

            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)

            def is_valid(self, *, raise_exception=False):
                return True

            def run_validation(self, data=fields.empty):
                return data

            def save(self, **kwargs):
                return "saved"

            def create(self, validated_data):
                return "created"

            def update(self, instance, validated_data):
                return "updated"

        twin = read_only(Writing)
        assert_refuses_to_write(twin)

    def test_methods_that_are_patched_on_the_class_are_patched_on_the_twin(self, monkeypatch):
        class Patched(Serializer):
            size = serializers.SerializerMethodField()

            def get_size(self, thing):
                return thing["size"]

        twin = read_only(Patched)
        assert twin(THING).data == {"size": 5}
        monkeypatch.setattr(Patched, "get_size", lambda self, thing: "patched")
        assert twin(THING).data == {"size": "patched"}
        monkeypatch.setattr(Patched, "to_representation", lambda self, thing: {"all": "patched"})
        assert twin(THING).data == {"all": "patched"}


# Writing.


def assert_refuses_to_write(serializer_class):
    name = serializer_class.__name__
    message = rf"{name} is read-only.*writable serializer.*get_serializer_class"
    attempts = {
        "data": lambda: serializer_class(data={}),
        "data and instance": lambda: serializer_class(THING, data={}, partial=True),
        "positional data": lambda: serializer_class(THING, {}),
        "no data": lambda: serializer_class(data=None),
        "rows of data": lambda: serializer_class(data=[], many=True),
        "is_valid": lambda: serializer_class(THING).is_valid(),
        "is_valid or raise": lambda: serializer_class(THING).is_valid(raise_exception=True),
        "save": lambda: serializer_class(THING).save(),
        "save with arguments": lambda: serializer_class(THING).save(owner=1),
        "create": lambda: serializer_class().create({}),
        "update": lambda: serializer_class().update(THING, {}),
        "run_validation": lambda: serializer_class().run_validation({}),
        "is_valid of rows": lambda: serializer_class([THING], many=True).is_valid(),
        "save rows": lambda: serializer_class([THING], many=True).save(),
        "create rows": lambda: serializer_class(many=True).create([{}]),
        "validate rows": lambda: serializer_class(many=True).run_validation([{}]),
        "validate no rows": lambda: serializer_class(many=True).run_validation([]),
        "update rows": lambda: serializer_class(many=True).update([THING], [{}]),
    }
    for attempt, write in attempts.items():
        with pytest.raises(ReadOnlySerializerError) as error:
            pytest.fail(f"{attempt} gave {write()!r}")
        assert re.search(message, str(error.value), re.DOTALL), attempt


class TestWritingIsRefused:
    def test_in_every_way(self, fast):
        assert_refuses_to_write(fast)

    def test_with_a_constructor_of_the_project(self):
        class ExampleSerializer(FastReadOnlySerializer):
            def __init__(self, *args, **kwargs):
                kwargs.pop("extra", None)
                super().__init__(*args, **kwargs)

        assert_refuses_to_write(ExampleSerializer)

    def test_with_a_list_class_of_the_project(self):
        class Listed(ListSerializer):
            pass

        class ExampleSerializer(FastReadOnlySerializer):
            class Meta:
                list_serializer_class = Listed

        with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer"):
            ExampleSerializer(data=[], many=True)
        with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer"):
            ExampleSerializer(many=True).run_validation([{}])

    def test_the_error_is_a_type_error(self):
        assert issubclass(ReadOnlySerializerError, TypeError)

    @pytest.mark.parametrize("many", [False, True])
    @pytest.mark.parametrize(
        "value", [{"name": "a"}, {}, None, [], [{"name": "a"}], "text"], ids=repr
    )
    def test_nested_in_a_writable_serializer(self, many, value):
        class Inner(FastReadOnlySerializer):
            name = serializers.CharField()

        class Outer(Serializer):
            title = serializers.CharField()
            inner = Inner(many=many)

        with pytest.raises(ReadOnlySerializerError, match=r"Inner is read-only.*read_only=True"):
            Outer(data={"title": "t", "inner": value}).is_valid()

    @pytest.mark.parametrize("many", [False, True])
    def test_nested_read_only_in_a_writable_serializer_is_not_asked(self, many):
        class Inner(FastReadOnlySerializer):
            name = serializers.CharField()

        class Outer(Serializer):
            title = serializers.CharField()
            inner = Inner(many=many, read_only=True)

        outer = Outer(data={"title": "t", "inner": "ignored"})
        assert outer.is_valid()
        assert outer.validated_data == {"title": "t"}


# Settings, time zones, languages.


def all_formats(base):
    class Inner(Serializer):
        made = serializers.DateTimeField()
        price = serializers.DecimalField(8, 2)

    class ExampleSerializer(base):
        made = serializers.DateTimeField()
        day = serializers.DateField()
        hour = serializers.TimeField()
        price = serializers.DecimalField(8, 2)
        time = serializers.DurationField()
        inner = Inner(source="*")
        rows = Inner(many=True)

    return ExampleSerializer


MOMENT = {
    "made": SUMMER,
    "day": SUMMER.date(),
    "hour": datetime.time(9, 30),
    "price": Decimal("2.5"),
    "time": datetime.timedelta(days=1, hours=2),
}
MOMENT = {**MOMENT, "rows": [MOMENT, {**MOMENT, "made": SUMMER.replace(tzinfo=None)}]}
SETTINGS = [
    {"USE_TZ": False},
    {"TIME_ZONE": "Asia/Kolkata"},
    {"USE_TZ": False, "TIME_ZONE": "Asia/Kolkata"},
    {"LANGUAGE_CODE": "de"},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": "%d.%m.%Y"}},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": None, "DATE_FORMAT": None, "TIME_FORMAT": None}},
    {"REST_FRAMEWORK": {"COERCE_DECIMAL_TO_STRING": False}},
    {"REST_FRAMEWORK": {"DURATION_FORMAT": "ISO-8601"}},
    {"REST_FRAMEWORK": {"URL_FIELD_NAME": "href"}},
]
FORMATTED = {
    "base": lambda: all_formats(FastReadOnlySerializer),
    "twin": lambda: read_only(all_formats(Serializer)),
}


@pytest.mark.long
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("make", FORMATTED.values(), ids=FORMATTED)
class TestSettings:
    def test_that_change_after_the_class_is_defined(self, make, settings):
        reference, fast = all_formats(Serializer), make()
        before = assert_classes_agree(reference, fast, MOMENT)
        with override_settings(**settings):
            assert_classes_agree(reference, fast, MOMENT)
        assert assert_classes_agree(reference, fast, MOMENT) == before

    def test_that_hold_while_the_class_is_defined(self, make, settings):
        with override_settings(**settings):
            reference, fast = all_formats(Serializer), make()
        assert_classes_agree(reference, fast, MOMENT)
        with override_settings(**settings):
            assert_classes_agree(reference, fast, MOMENT)

    def test_that_change_under_a_serializer_that_is_there(self, make, settings):
        reference, fast = all_formats(Serializer), make()
        for options in ({}, {"many": True}):
            source = [MOMENT] if options else MOMENT
            expected, actual = reference(source, **options), fast(source, **options)
            with override_settings(**settings):
                assert outcome(lambda made: made, lambda: actual) == outcome(  # noqa: B023
                    lambda made: made,
                    lambda: expected,  # noqa: B023
                )

    def test_that_change_under_a_serializer_whose_fields_are_there(self, make, settings):
        reference, fast = all_formats(Serializer), make()
        expected, actual = reference(MOMENT), fast(MOMENT)
        assert list(actual.fields) == list(expected.fields)
        with override_settings(**settings):
            assert outcome(lambda made: made, lambda: actual) == outcome(
                lambda made: made, lambda: expected
            )


class TestZonesAndLanguages:
    ZONES = [
        "UTC",
        "Europe/Berlin",
        datetime.timezone(datetime.timedelta(hours=3)),
        datetime.timezone(datetime.timedelta(0), "GMT"),
        ZoneInfo.no_cache("UTC"),
        "America/St_Johns",
        "Etc/UTC",
        "Europe/London",
        "Africa/Abidjan",
    ]

    @pytest.mark.parametrize("make", FORMATTED.values(), ids=FORMATTED)
    def test_the_active_zone_is_the_one_of_the_moment(self, make):
        reference, fast = all_formats(Serializer), make()
        for zone in (*self.ZONES, None, *self.ZONES):
            with timezone.override(zone):
                assert_classes_agree(reference, fast, MOMENT)
        timezone.activate("Asia/Tokyo")
        tokyo = assert_classes_agree(reference, fast, MOMENT)
        timezone.deactivate()
        assert assert_classes_agree(reference, fast, MOMENT) != tokyo

    @pytest.mark.parametrize("zone", ZONES, ids=str)
    def test_the_name_of_the_zone(self, zone):
        with timezone.override(zone):
            assert_same(
                lambda: {
                    "made": serializers.DateTimeField(format="%H:%M %Z %z"),
                    "raw": serializers.DateTimeField(format=None, source="made"),
                },
                MOMENT,
            )

    def test_lazy_texts_are_translated_when_they_are_shown(self):
        def body():
            return {
                "name": serializers.CharField(),
                "raw": serializers.ReadOnlyField(source="name"),
                "absent": serializers.CharField(default=translation.gettext_lazy("Yes")),
                "pick": serializers.ChoiceField([("Yes", "")], source="name"),
                "slug": serializers.SlugRelatedField("name", read_only=True, source="inner"),
                "text": serializers.StringRelatedField(source="name"),
            }

        inner = SimpleNamespace(name=translation.gettext_lazy("No"))
        source = {"name": translation.gettext_lazy("Yes"), "inner": inner}
        reference, fast = both(body)
        shown = set()
        for language in ("en", "de", "fr", "en"):
            with translation.override(language):
                assert_classes_agree(reference, fast, source)
                shown.add(fast(source).data["name"])
        assert shown == {"Yes", "Ja", "Oui"}

    def test_lazy_formats(self):
        form = lazystr("%Y")
        assert_same(lambda: {"made": serializers.DateTimeField(format=form)}, MOMENT)
        assert_same(
            lambda: {"made": serializers.DateTimeField(format=lazystr("iso-8601"))}, MOMENT
        )


# What a person sees of the generated code.


class TestGeneratedCode:
    def failing(self):
        class Thing:
            name = "thing"

            @property
            def broken(self):
                raise ValueError("broken")

        class ShownSerializer(FastReadOnlySerializer):
            name = serializers.CharField()
            broken = serializers.CharField()

        return ShownSerializer, Thing()

    @pytest.mark.parametrize("many", [False, True])
    def test_is_shown_in_tracebacks(self, many):
        serializer_class, thing = self.failing()
        with pytest.raises(ValueError, match="broken") as error:
            serializer_class([thing] if many else thing, many=many).data  # noqa: B018
        text = "".join(traceback.format_exception(error.value))
        assert "in represent_ShownSerializer" in text
        assert "broken = instance.broken" in text
        linecache.checkcache()
        assert "broken = instance.broken" in "".join(traceback.format_exception(error.value))

    def test_is_found_by_inspect(self):
        serializer_class, thing = self.failing()
        with pytest.raises(ValueError, match="broken") as error:
            serializer_class(thing).data  # noqa: B018
        (frame,) = [
            frame
            for frame, _ in traceback.walk_tb(error.value.__traceback__)
            if frame.f_code.co_filename.startswith("<fastserializers")
        ]
        source = inspect.getsource(frame.f_code)
        assert source.startswith("def represent_ShownSerializer(")
        assert "broken = instance.broken" in source
        compile(source, "as printed", "exec")

    def test_says_the_same_as_drf_of_a_missing_attribute(self):
        serializer_class, _ = self.failing()
        with pytest.raises(AttributeError) as error:
            serializer_class(object()).data  # noqa: B018
        text = "".join(traceback.format_exception(error.value))
        assert "Got AttributeError when attempting to get a value for field `name`" in text
