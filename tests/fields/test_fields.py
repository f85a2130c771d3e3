"""Every field against DRF's own: ordinary, wrong, boundary and missing values, and settings."""

from __future__ import annotations

import datetime
import decimal
import functools
import uuid
from collections import UserDict, UserList, namedtuple
from collections.abc import Hashable
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.files.base import ContentFile
from django.test import override_settings
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from rest_framework import fields, serializers
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.differential import assert_classes_agree, assert_same, both
from tests.models import Book
from tests.values import BERLIN, UTC, Colour, NoOffset, Number, Text


class Moment(datetime.datetime):
    pass


VALUES = {
    "none": None,
    "text": "text",
    "empty text": "",
    "unicode": "žluťoučký \u2028 🐎",
    "text of a number": "12",
    "text of a decimal": "3.5",
    "padded decimal": " 3.50 ",
    "text of a boolean": "True",
    "null": "null",
    "text subclass": Text("sub"),
    "safe text": mark_safe("<b>"),
    "lazy text": lazystr("lazy"),
    "translation": gettext_lazy("Yes"),
    "bytes": b"bytes",
    "zero": 0,
    "one": 1,
    "integer": 12,
    "negative": -3,
    "huge integer": 2**70,
    "integer subclass": Number(7),
    "true": True,
    "false": False,
    "float": 2.5,
    "whole float": 3.0,
    "negative zero": -0.0,
    "large float": 1e300,
    "nan": float("nan"),
    "infinity": float("inf"),
    "decimal": Decimal("3.50"),
    "short decimal": Decimal("3.5"),
    "long decimal": Decimal("3.14159"),
    "half decimal": Decimal("2.345"),
    "decimal with exponent": Decimal("1E+3"),
    "tiny decimal": Decimal("1E-9"),
    "wide decimal": Decimal("12345678901.23"),
    "negative decimal zero": Decimal("-0.00"),
    "decimal nan": Decimal("NaN"),
    "decimal infinity": Decimal("Infinity"),
    "uuid": uuid.UUID(int=5),
    "text of a uuid": "00000000-0000-0000-0000-000000000005",
    "date": datetime.date(2024, 2, 29),
    "first date": datetime.date.min,
    "text of a date": "2024-02-29",
    "time": datetime.time(12, 30, 15, 1000),
    "whole time": datetime.time(12, 30),
    "midnight": datetime.time(0, 0),
    "aware time": datetime.time(12, 30, tzinfo=UTC),
    "utc": datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC),
    "utc with microseconds": datetime.datetime(2024, 1, 1, 12, 30, 0, 1, tzinfo=UTC),
    "zone utc": datetime.datetime(2024, 7, 1, tzinfo=ZoneInfo("UTC")),
    "berlin": datetime.datetime(2024, 7, 1, 12, 30, tzinfo=BERLIN),
    "berlin, the hour that is there twice": datetime.datetime(
        2024, 10, 27, 2, 30, tzinfo=BERLIN, fold=1
    ),
    "london in winter": datetime.datetime(2024, 1, 1, 12, tzinfo=ZoneInfo("Europe/London")),
    "local mean time": datetime.datetime(1850, 1, 1, tzinfo=BERLIN),
    "seconds in the offset": datetime.datetime(
        2024, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(seconds=3661))
    ),
    "naive": datetime.datetime(2024, 7, 1, 12, 30),
    "naive, in the hour that is not there": datetime.datetime(2024, 3, 31, 2, 30),
    "last moment": datetime.datetime.max.replace(tzinfo=UTC),
    "first moment": datetime.datetime.min.replace(tzinfo=UTC),
    "no offset": datetime.datetime(2024, 7, 1, tzinfo=NoOffset()),
    "datetime subclass": Moment(2024, 7, 1, tzinfo=UTC),
    "duration": datetime.timedelta(days=2, hours=3, microseconds=5),
    "negative duration": datetime.timedelta(seconds=-1),
    "no duration": datetime.timedelta(0),
    "list": [1, "two", None],
    "dict": {"a": {"b": 1}},
    "tuple": (1, 2),
    "set": {1},
    "model choice": Book.Format.PAPERBACK,
    "integer choice": Book.Grade.HIGH,
    "enum": Colour.RED,
    "enum of another type": Colour.BLUE,
    "model instance": Book(pk=3, title="Model"),
    "plain object": SimpleNamespace(pk=4),
    "class": SimpleNamespace,
    "function": lambda: "called",
    "function that needs something": lambda needed: needed,
    "function that returns none": lambda: None,
    "failing function": lambda: {}["missing"],
    "partial": functools.partial(int, "5"),
    "builtin": len,
    "lazy object": SimpleLazyObject(lambda: "wrapped"),
}

CHOICES = [("a", "A"), ("12", "Twelve"), (1, "One"), (True, "Yes"), (2.5, "Half")]
FIELDS = {
    "BooleanField": lambda **k: fields.BooleanField(**k),
    "BooleanField(allow_null)": lambda **k: fields.BooleanField(allow_null=True, **k),
    "CharField": lambda **k: fields.CharField(**k),
    "EmailField": lambda **k: fields.EmailField(**k),
    "RegexField": lambda **k: fields.RegexField("a", **k),
    "SlugField": lambda **k: fields.SlugField(**k),
    "URLField": lambda **k: fields.URLField(**k),
    "IPAddressField": lambda **k: fields.IPAddressField(**k),
    "UUIDField": lambda **k: fields.UUIDField(**k),
    "UUIDField(hex)": lambda **k: fields.UUIDField(format="hex", **k),
    "UUIDField(int)": lambda **k: fields.UUIDField(format="int", **k),
    "UUIDField(urn)": lambda **k: fields.UUIDField(format="urn", **k),
    "IntegerField": lambda **k: fields.IntegerField(**k),
    "FloatField": lambda **k: fields.FloatField(**k),
    "DecimalField": lambda **k: fields.DecimalField(8, 2, **k),
    "DecimalField(no coercion)": lambda **k: fields.DecimalField(
        8, 2, coerce_to_string=False, **k
    ),
    "DecimalField(rounding)": lambda **k: fields.DecimalField(
        8, 2, rounding=decimal.ROUND_UP, **k
    ),
    "DecimalField(no places)": lambda **k: fields.DecimalField(None, None, **k),
    "DecimalField(nine places)": lambda **k: fields.DecimalField(20, 9, **k),
    "DecimalField(whole)": lambda **k: fields.DecimalField(5, 0, **k),
    "DecimalField(normalized)": lambda **k: fields.DecimalField(8, 2, normalize_output=True, **k),
    "DecimalField(localized)": lambda **k: fields.DecimalField(8, 2, localize=True, **k),
    "DateTimeField": lambda **k: fields.DateTimeField(**k),
    "DateTimeField(ISO)": lambda **k: fields.DateTimeField(format="ISO-8601", **k),
    "DateTimeField(format)": lambda **k: fields.DateTimeField(format="%d.%m.%Y %H:%M %Z%z", **k),
    "DateTimeField(no format)": lambda **k: fields.DateTimeField(format=None, **k),
    "DateTimeField(zone)": lambda **k: fields.DateTimeField(default_timezone=BERLIN, **k),
    "DateTimeField(utc)": lambda **k: fields.DateTimeField(default_timezone=UTC, **k),
    "DateField": lambda **k: fields.DateField(**k),
    "DateField(format)": lambda **k: fields.DateField(format="%d.%m.%Y", **k),
    "DateField(no format)": lambda **k: fields.DateField(format=None, **k),
    "TimeField": lambda **k: fields.TimeField(**k),
    "TimeField(format)": lambda **k: fields.TimeField(format="%H h %M", **k),
    "TimeField(no format)": lambda **k: fields.TimeField(format=None, **k),
    "DurationField": lambda **k: fields.DurationField(**k),
    "ChoiceField": lambda **k: fields.ChoiceField(CHOICES, **k),
    "ChoiceField(model)": lambda **k: fields.ChoiceField(Book.Format.choices, **k),
    "ChoiceField(enum)": lambda **k: fields.ChoiceField([(c, c.name) for c in Colour], **k),
    "ChoiceField(blank)": lambda **k: fields.ChoiceField([("", "None"), (0, "Zero")], **k),
    "FilePathField": lambda **k: fields.FilePathField(path=str(Path(__file__).parent), **k),
    "ReadOnlyField": lambda **k: fields.ReadOnlyField(**k),
    "JSONField": lambda **k: fields.JSONField(**k),
    "JSONField(binary)": lambda **k: fields.JSONField(binary=True, **k),
    "ListField": lambda **k: fields.ListField(**k),
    "DictField": lambda **k: fields.DictField(**k),
    "MultipleChoiceField": lambda **k: fields.MultipleChoiceField(choices=CHOICES, **k),
    "FileField": lambda **k: fields.FileField(**k),
    "PrimaryKeyRelatedField": lambda **k: serializers.PrimaryKeyRelatedField(read_only=True, **k),
    "PrimaryKeyRelatedField(pk_field)": lambda **k: serializers.PrimaryKeyRelatedField(
        read_only=True, pk_field=fields.CharField(), **k
    ),
    "StringRelatedField": lambda **k: serializers.StringRelatedField(**k),
    "SlugRelatedField": lambda **k: serializers.SlugRelatedField("pk", read_only=True, **k),
    "SlugRelatedField(path)": lambda **k: serializers.SlugRelatedField(
        "pk__real", read_only=True, **k
    ),
    "ManyRelatedField": lambda **k: serializers.StringRelatedField(many=True, **k),
}
if hasattr(fields, "BigIntegerField"):
    FIELDS["BigIntegerField"] = lambda **k: fields.BigIntegerField(**k)
    FIELDS["BigIntegerField(text)"] = lambda **k: fields.BigIntegerField(
        coerce_to_string=True, **k
    )
    FIELDS["DurationField(ISO)"] = lambda **k: fields.DurationField(format="ISO-8601", **k)
    FIELDS["DurationField(no format)"] = lambda **k: fields.DurationField(format=None, **k)


class Slots:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


def book_with(value):
    """Return a model instance with any value at all where a column's value is kept."""
    book = Book(title="Title")
    book.__dict__["title"] = value
    return book


SOURCES = {
    "mapping": (lambda value: {"value": value}, "value"),
    "object": (lambda value: SimpleNamespace(value=value), "value"),
    "slots": (Slots, "value"),
    "column": (book_with, "title"),
}


def assert_same_for_all_values(make_field, sources=tuple(SOURCES)):
    for make_source, source in (SOURCES[name] for name in sources):
        field_name = "shown" if source == "title" else source
        options = {"source": source} if field_name != source else {}

        def body(field_name=field_name, options=options):
            return {field_name: make_field(**options)}

        for value in VALUES.values():
            assert_same(body, make_source(value))


@pytest.mark.parametrize("make_field", FIELDS.values(), ids=FIELDS)
class TestEveryField:
    def test_represents_any_value_as_drf_does(self, make_field):
        assert_same_for_all_values(make_field)

    def test_in_a_zone_with_daylight_saving(self, make_field):
        with timezone.override("Europe/Berlin"):
            assert_same_for_all_values(make_field, ["column"])

    @override_settings(TIME_ZONE="America/St_Johns")
    def test_in_a_zone_of_the_settings(self, make_field):
        assert_same_for_all_values(make_field, ["mapping", "column"])

    @override_settings(USE_TZ=False)
    def test_without_time_zones(self, make_field):
        assert_same_for_all_values(make_field, ["mapping", "column"])

    @override_settings(LANGUAGE_CODE="de", USE_THOUSAND_SEPARATOR=True)
    def test_in_another_language(self, make_field):
        assert_same_for_all_values(make_field, ["mapping", "column"])

    @override_settings(
        REST_FRAMEWORK={
            "DATETIME_FORMAT": "%Y/%m/%d %H:%M %z",
            "DATE_FORMAT": None,
            "TIME_FORMAT": "%H.%M",
            "COERCE_DECIMAL_TO_STRING": False,
        }
    )
    def test_with_settings_that_change_the_output(self, make_field):
        assert_same_for_all_values(make_field, ["mapping", "column"])

    @pytest.mark.parametrize(
        "options",
        [
            {},
            {"default": "fallback"},
            {"default": 5},
            {"default": lambda: 7},
            {"allow_null": True},
            {"required": False},
            {"default": None},
        ],
        ids=lambda options: ",".join(options),
    )
    def test_of_an_instance_that_lacks_the_attribute(self, make_field, options):
        try:
            make_field(**options)
        except (AssertionError, TypeError):
            pytest.skip("DRF refuses these options")
        for source in ({}, SimpleNamespace(), Book(), [], 5):
            assert_same(lambda: {"missing": make_field(**options)}, source)
            assert_same(lambda: {"a": make_field(source="missing.deeper", **options)}, source)

    @pytest.mark.long
    def test_as_the_child_of_lists_and_dicts(self, make_field):
        def body():
            return {
                "list": fields.ListField(child=make_field(), source="row"),
                "dict": fields.DictField(child=make_field(), source="by_name"),
                "deep": fields.DictField(
                    child=fields.ListField(child=fields.ListField(child=make_field()))
                ),
            }

        reference, fast = both(body)
        for value in VALUES.values():
            items = [value, None, value]
            for row in (items, tuple(items)):
                source = {"row": row, "by_name": {"a": value, 1: None}, "deep": {"a": [row, []]}}
                assert_classes_agree(reference, fast, source)


COLLECTIONS = {
    "ListField": fields.ListField,
    "DictField": fields.DictField,
    "HStoreField": fields.HStoreField,
    "MultipleChoiceField": lambda: fields.MultipleChoiceField(choices=CHOICES),
    "ImageField": fields.ImageField,
    "FileField(name)": lambda: fields.FileField(use_url=False),
}
Pair = namedtuple("Pair", "a b")
CONTAINERS = {
    "list": lambda items: [*items],
    "tuple": tuple,
    "generator": lambda items: (item for item in items),
    "dict": lambda items: dict(enumerate(items)),
    "user dict": lambda items: UserDict(enumerate(items)),
    "user list": UserList,
    "named tuple": lambda items: Pair(*items[:2]),
    "set": lambda items: {item for item in items if isinstance(item, Hashable)},
    "text": lambda items: "".join(map(str, items)),
}


@pytest.mark.parametrize("make_field", COLLECTIONS.values(), ids=COLLECTIONS)
@pytest.mark.parametrize("collect", CONTAINERS.values(), ids=CONTAINERS)
def test_collections_of_any_kind(make_field, collect):
    reference, fast = both(lambda: {"value": make_field()})
    for items in (["a", "a", None], [1, "1", True], [2.5, Colour.RED, "b"], [[1], {}, "c"]):
        assert_classes_agree(reference, fast, lambda items=items: {"value": collect(items)})


@pytest.mark.parametrize("depth", [1, 8, 9, 25, 60, 210])
def test_lists_in_lists(depth):
    def within(value, wrap):
        for _ in range(depth):
            value = wrap(value)
        return value

    def body():
        return {
            "value": within(fields.IntegerField(), lambda child: fields.ListField(child=child))
        }

    for value in (1, "2", None):
        assert_same(body, {"value": within(value, lambda item: [item, []] if item else [item])})


@pytest.mark.parametrize("make_field", [fields.ChoiceField, fields.MultipleChoiceField])
def test_choices_whose_values_are_translated(make_field):
    choices = [(gettext_lazy("Yes"), "yes"), (gettext_lazy("No"), "no")]
    reference, fast = both(lambda: {"value": make_field(choices=choices)})
    for language in ("en", "de", "en"):
        with translation.override(language):
            for value in ("Yes", "Ja", gettext_lazy("Yes"), ["No"], ["Nein", "Ja"]):
                assert_classes_agree(reference, fast, {"value": value})


@pytest.mark.parametrize("make_field", [
    lambda: fields.ListField(child=fields.CharField()),
    lambda: fields.DictField(child=fields.ListField(child=fields.CharField())),
    fields.ListField,
], ids=["list", "dict", "any list"])  # fmt: skip
def test_keys_that_are_collections(make_field):
    def body():
        def key(**options):
            return serializers.PrimaryKeyRelatedField(
                read_only=True, pk_field=make_field(), **options
            )

        return {"publisher": key(required=False), "tags": key(many=True, required=False)}

    for value in ([1, "a"], ("a", None), {"a": [1, "b"]}, [], "text"):
        book = Book(pk=1)
        book.__dict__["publisher_id"] = value
        book._prefetched_objects_cache = {"tags": [SimpleNamespace(pk=value)] * 2}
        assert_same(body, book)


@pytest.mark.parametrize("make_context", [
    dict,
    lambda: {"request": None},
    lambda: {"request": APIRequestFactory().get("/")},
    lambda: {"request": Request(APIRequestFactory().get("/", HTTP_HOST="example.org"))},
], ids=["no request", "none", "Django's", "DRF's"])  # fmt: skip
@pytest.mark.parametrize("use_url", [True, False], ids=["address", "name"])
def test_files_in_any_context(make_context, use_url):
    def body():
        return {"cover": fields.FileField(use_url=use_url), "nested": Nested(source="*")}

    class Nested(serializers.Serializer):
        cover = fields.FileField(use_url=use_url)

    for cover in ("a.png", "ü b.png", "", None, ContentFile(b"", name="new.png")):
        assert_same(body, Book(cover=cover), context=make_context())


class Elsewhere(fields.FileField):
    context = {"request": None}


class Rooted(fields.FileField):
    root = SimpleNamespace(_context={"request": None})


class CoverSerializer(serializers.Serializer):
    cover = fields.FileField()


@pytest.mark.parametrize("change", [
    lambda declared: declared.update(cover=Elsewhere()),
    lambda declared: declared.update(cover=Rooted()),
    lambda declared: setattr(declared["covers"], "child", fields.FileField()),
    lambda declared: setattr(declared["books"], "child", CoverSerializer()),
    lambda declared: setattr(declared["shelves"].child, "child", CoverSerializer()),
], ids=["context", "root", "child", "nested", "deeper"])  # fmt: skip
def test_files_whose_field_has_another_context(change):
    def body():
        def get_fields(self):
            declared = {
                "cover": fields.FileField(),
                "covers": fields.ListField(child=fields.FileField()),
                "books": CoverSerializer(many=True),
                "shelves": fields.DictField(child=CoverSerializer(many=True)),
            }
            change(declared)
            return declared

        return {"get_fields": get_fields}

    book = Book(cover="a.png")
    assert_same(
        body,
        {"cover": book.cover, "covers": [book.cover], "books": [book], "shelves": {"a": [book]}},
        context={"request": APIRequestFactory().get("/")},
    )
