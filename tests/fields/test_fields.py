"""Every field against DRF's own: ordinary, wrong, boundary and missing values, and settings."""

import datetime
import decimal
import uuid
from collections import UserDict, UserList, namedtuple
from collections.abc import Hashable
from decimal import Decimal
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.files.base import ContentFile
from django.test import override_settings
from django.utils import timezone, translation
from django.utils.functional import Promise, SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from rest_framework import fields, serializers
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.differences import differences, found_differences
from tests.differential import made_of
from tests.models import Book
from tests.objects.kinds import book_with
from tests.relations.serializers import key, slug, text
from tests.values import BERLIN, UTC, Colour, NoOffset, Number, Text


class Moment(datetime.datetime): ...


moment = datetime.datetime

TEXTS = ["text", "", "žluťoučký \u2028 🐎", "12", "3.5", " 3.50 ", "True", "null", b"bytes"]
TEXTS += [Text("sub"), mark_safe("<b>"), lazystr("lazy"), gettext_lazy("Yes"), "2024-02-29"]
NUMBERS = [0, 1, 12, -3, 2**70, Number(7), True, False]
NUMBERS += [2.5, 3.0, -0.0, 1e300, float("nan"), float("inf")]
DECIMALS = ["3.50", "3.5", "3.14159", "2.345", "1E+3", "1E-9", "12345678901.23", "-0.00"]
DECIMALS += ["NaN", "Infinity"]
DAYS = [datetime.date(2024, 2, 29), datetime.date.min]
TIMES = [datetime.time(12, 30, 15, 1000), datetime.time(12, 30), datetime.time(0, 0)]
TIMES += [datetime.time(12, 30, tzinfo=UTC)]
MOMENTS = [
    moment(2024, 7, 1, 12, 30, tzinfo=UTC),
    moment(2024, 1, 1, 12, 30, 0, 1, tzinfo=UTC),
    moment(2024, 7, 1, tzinfo=ZoneInfo("UTC")),
    moment(2024, 7, 1, 12, 30, tzinfo=BERLIN),
    # The hour that is there twice, local mean time, and seconds in the offset.
    moment(2024, 10, 27, 2, 30, tzinfo=BERLIN, fold=1),
    moment(1850, 1, 1, tzinfo=BERLIN),
    moment(2024, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(seconds=3661))),
    # Naive, once in the hour that is not there in Berlin.
    moment(2024, 7, 1, 12, 30),
    moment(2024, 3, 31, 2, 30),
    moment.max.replace(tzinfo=UTC),
    moment.min.replace(tzinfo=UTC),
    moment(2024, 7, 1, tzinfo=NoOffset()),
    Moment(2024, 7, 1, tzinfo=UTC),
]
DURATIONS = [datetime.timedelta(days=2, hours=3, microseconds=5), datetime.timedelta(seconds=-1)]
DURATIONS += [datetime.timedelta(0)]
KEYS = [uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"]
COLLECTED = [[1, "two", None], {"a": {"b": 1}}, (1, 2), {1}]
MEMBERS = [Book.Format.PAPERBACK, Book.Grade.HIGH, Colour.RED, Colour.BLUE]
OBJECTS = [Book(pk=3, title="Model"), SimpleNamespace(pk=4), SimpleNamespace]
CALLABLES = [
    len,
    lambda: "called",
    lambda needed: needed,
    lambda: None,
    lambda: {}["missing"],
    partial(int, "5"),
    SimpleLazyObject(lambda: "wrapped"),
]
VALUES = [None, *TEXTS, *NUMBERS, *map(Decimal, DECIMALS), *KEYS, *DAYS, *TIMES, *MOMENTS]
VALUES += [*DURATIONS, *COLLECTED, *MEMBERS, *OBJECTS, *CALLABLES]

CHOICES = [("a", "A"), ("12", "Twelve"), (1, "One"), (True, "Yes"), (2.5, "Half")]
OF_TEXT = ("CharField", "EmailField", "SlugField", "URLField", "IPAddressField", "UUIDField")
OF_NUMBERS = ("BooleanField", "IntegerField", "FloatField")
OF_MOMENTS = ("DateTimeField", "DateField", "TimeField", "DurationField")
OF_ANYTHING = ("ReadOnlyField", "JSONField", "ListField", "DictField", "FileField")
SIMPLE = (*OF_TEXT, *OF_NUMBERS, *OF_MOMENTS, *OF_ANYTHING)
FIELDS_OF_RELATIONS = {
    "PrimaryKeyRelatedField": key,
    "PrimaryKeyRelatedField(pk_field)": partial(key, pk_field=fields.CharField()),
    "StringRelatedField": text,
    "SlugRelatedField": partial(slug, "pk"),
    "SlugRelatedField(path)": partial(slug, "pk__real"),
    "ManyRelatedField": partial(text, many=True),
}
DECIMAL = {"max_digits": 8, "decimal_places": 2}
OPTIONS = {
    "BooleanField": [{"allow_null": True}],
    "RegexField": [{"regex": "a"}],
    "UUIDField": [{"format": "hex"}, {"format": "int"}, {"format": "urn"}],
    "DecimalField": [
        {},
        {"max_digits": None, "decimal_places": None},
        {"max_digits": 20, "decimal_places": 9},
        {"max_digits": 5, "decimal_places": 0},
        {"coerce_to_string": False},
        {"rounding": decimal.ROUND_UP},
        {"normalize_output": True},
        {"localize": True},
    ],
    "DateTimeField": [
        {"format": "%d.%m.%Y %H:%M %Z%z"},
        {"format": None},
        {"default_timezone": BERLIN},
        {"default_timezone": UTC},
    ],
    "DateField": [{"format": "%d.%m.%Y"}, {"format": None}],
    "TimeField": [{"format": "%H h %M"}, {"format": None}],
    "ChoiceField": [
        {"choices": CHOICES},
        {"choices": Book.Format.choices},
        {"choices": [(c, c.name) for c in Colour]},
        {"choices": [("", "None"), (0, "Zero")]},
    ],
    "FilePathField": [{"path": str(Path(__file__).parent)}],
    "JSONField": [{"binary": True}],
    "MultipleChoiceField": [{"choices": CHOICES}],
}
if hasattr(fields, "BigIntegerField"):
    OPTIONS["BigIntegerField"] = [{}, {"coerce_to_string": True}]
    OPTIONS["DurationField"] = [{"format": "ISO-8601"}, {"format": None}]
OPTIONS["DecimalField"] = [{**DECIMAL, **options} for options in OPTIONS["DecimalField"]]
FIELDS = {
    **{name: getattr(fields, name) for name in SIMPLE},
    **{
        f"{name}({', '.join(map(str, options))} {number})": partial(
            getattr(fields, name), **options
        )
        for name, all_options in OPTIONS.items()
        for number, options in enumerate(all_options)
    },
    **FIELDS_OF_RELATIONS,
}
SOURCES = {
    "mapping": (lambda value: {"value": value}, "value"),
    "object": (lambda value: SimpleNamespace(value=value), "value"),
    "column": (lambda value: book_with(title=value), "title"),
}


# Classes that read by code of their own, which any other source of rows may meet.
OF_EVERY_SOURCE = ("CharField", "ReadOnlyField", "FileField", *FIELDS_OF_RELATIONS)


def differences_of_values(make_field, source, values=VALUES):
    """Return the differences between the values that a field reads from a source of this name."""
    make_source, attribute = SOURCES[source]
    rows = {f"{value!r}": partial(make_source, value) for value in values}
    if attribute == "title":
        return differences({"shown": make_field(source=attribute)}, rows)
    return differences({attribute: make_field()}, rows)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_represents_any_value_as_drf_does(name):
    sources = SOURCES if name in OF_EVERY_SOURCE else ("mapping", "column")
    found = {source: differences_of_values(FIELDS[name], source) for source in sources}
    assert found == {source: [] for source in sources}


SURROUNDINGS = {
    "a zone with daylight saving": partial(timezone.override, "Europe/Berlin"),
    "a zone of the settings": partial(override_settings, TIME_ZONE="America/St_Johns"),
    "no time zones": partial(override_settings, USE_TZ=False),
    "another language": partial(
        override_settings, LANGUAGE_CODE="de", USE_THOUSAND_SEPARATOR=True
    ),
    "settings that change the output": partial(
        override_settings,
        REST_FRAMEWORK={
            "DATETIME_FORMAT": "%Y/%m/%d %H:%M %z",
            "DATE_FORMAT": None,
            "TIME_FORMAT": "%H.%M",
            "COERCE_DECIMAL_TO_STRING": False,
        },
    ),
}
OF_TIME = ("Date", "Time")
OF_LANGUAGE = ("Boolean", "Decimal", "Choice", "Duration", "StringRelated")
# The names of the fields on which each of these has a say begin so.
SURROUNDED = {
    "a zone with daylight saving": OF_TIME,
    "a zone of the settings": OF_TIME,
    "no time zones": OF_TIME,
    "another language": (*OF_LANGUAGE, *OF_TIME),
    "settings that change the output": (*OF_TIME, "Decimal", "Duration"),
}
OF_THE_SURROUNDINGS = (datetime.date, datetime.time, datetime.timedelta)
OF_THE_SURROUNDINGS += (Decimal, float, bool, Promise, Book)
SURROUNDED_VALUES = [value for value in VALUES if isinstance(value, OF_THE_SURROUNDINGS)]


@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_surroundings_that_decide_on_the_output(surroundings):
    names = [name for name in FIELDS if name.startswith(SURROUNDED[surroundings])]
    with SURROUNDINGS[surroundings]():
        found = {
            name: differences_of_values(FIELDS[name], "column", SURROUNDED_VALUES)
            for name in names
        }
    assert found == {name: [] for name in names}


def has_the_first_options(name):
    return not name[-2:-1].isdigit() or name.endswith(" 0)")


ONE_OF_EACH_CLASS = [name for name in FIELDS if has_the_first_options(name)]
FOR_MISSING = [
    {},
    {"default": "fallback"},
    {"default": lambda: 7},
    {"default": None},
    {"allow_null": True},
    {"required": False},
]
LACKING = {repr(make): make for make in (dict, SimpleNamespace, Book, list, lambda: 5)}


def takes(make_field, options):
    """Return whether a field of this kind can be told these options."""
    try:
        make_field(**options)
    except (AssertionError, TypeError):
        return False
    return True


@pytest.mark.parametrize("options", FOR_MISSING, ids=lambda options: ",".join(options) or "none")
def test_an_instance_that_lacks_the_attribute(options):
    sources = [("missing", ONE_OF_EACH_CLASS), ("missing.deeper", OF_EVERY_SOURCE)]
    made = {
        (source, name): partial(FIELDS[name], source=source, **options)
        for source, names in sources
        for name in names
        if takes(FIELDS[name], options)
    }
    found = {case: differences({"field": make()}, LACKING) for case, make in made.items()}
    assert found == {case: [] for case in made}
    assert ("missing", "CharField") in found


# A child is compiled as the field itself is, whose options and values are all above.


@pytest.mark.parametrize("name", ONE_OF_EACH_CLASS)
def test_every_field_as_the_child_of_lists_and_dicts(name):
    make_field = FIELDS[name]

    deep = fields.ListField(child=fields.ListField(child=make_field()))
    body = {
        "list": fields.ListField(child=make_field(), source="row"),
        "dict": fields.DictField(child=make_field(), source="by_name"),
        "deep": fields.DictField(child=deep),
    }

    def source(value):
        row = [value, None, value]
        return {"row": row, "by_name": {"a": value, 1: None}, "deep": {"a": [tuple(row), []]}}

    rows = {repr(value): partial(source, value) for value in VALUES[::2]}
    assert differences(body, rows) == []


COLLECTIONS = {
    "ListField": fields.ListField,
    "DictField": fields.DictField,
    "HStoreField": fields.HStoreField,
    "MultipleChoiceField": partial(fields.MultipleChoiceField, choices=CHOICES),
    "ImageField": fields.ImageField,
    "FileField(name)": partial(fields.FileField, use_url=False),
}
Pair = namedtuple("Pair", "a b")


def iterated(items):
    yield from items


CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "generator": iterated,
    "dict": lambda items: dict(enumerate(items)),
    "user dict": lambda items: UserDict(enumerate(items)),
    "user list": UserList,
    "named tuple": lambda items: Pair(*items[:2]),
    "set": lambda items: {item for item in items if isinstance(item, Hashable)},
    "text": str,
}
ITEMS = (["a", "a", None], [1, "1", True], [2.5, Colour.RED, "b"], [[1], {}, "c"])


@pytest.mark.parametrize("make_field", COLLECTIONS.values(), ids=COLLECTIONS)
def test_collections_of_any_kind(make_field):
    sources = {
        (name, number): lambda collect=collect, items=items: {"value": collect(items)}
        for name, collect in CONTAINERS.items()
        for number, items in enumerate(ITEMS)
    }
    assert differences({"value": make_field()}, sources) == []


@pytest.mark.parametrize("make_field", [fields.ChoiceField, fields.MultipleChoiceField])
def test_choices_whose_values_are_translated(make_field):
    choices = [(gettext_lazy("Yes"), "yes"), (gettext_lazy("No"), "no")]
    cls = made_of({"value": make_field(choices=choices)})
    values = "Yes", "Ja", gettext_lazy("Yes"), ["No"], ["Nein", "Ja"]
    rows = {repr(value): {"value": value}.copy for value in values}

    def differences_in(language):
        with translation.override(language):
            return [*found_differences(cls, rows)]

    assert [differences_in(language) for language in ("en", "de", "en")] == [[], [], []]


def texts():
    return fields.ListField(child=fields.CharField())


def book_with_key(key):
    tags = [SimpleNamespace(pk=key)] * 2
    return book_with(publisher_id=key, _prefetched_objects_cache={"tags": tags}, id=1)


of_publisher = partial(key, source="publisher", required=False)


@pytest.mark.parametrize(
    "body",
    [
        {"list": of_publisher(pk_field=texts())},
        {"dict": of_publisher(pk_field=fields.DictField(child=texts()))},
        {"tags": key(many=True, pk_field=fields.ListField())},
    ],
    ids=["list", "dict", "many"],
)
def test_keys_that_are_collections(body):
    keys = ([1, "a"], ("a", None), {"a": [1, "b"]}, [], "text")
    books = {str(key): partial(book_with_key, key) for key in keys}
    assert differences(body, books) == []


CONTEXTS = {
    "no request": {},
    "none": {"request": None},
    "Django's": {"request": APIRequestFactory().get("/")},
    "DRF's": {"request": Request(APIRequestFactory().get("/", HTTP_HOST="example.org"))},
}


@pytest.mark.parametrize("use_url", [True, False], ids=["address", "name"])
def test_files_in_any_context(use_url):
    class Nested(serializers.Serializer):
        cover = fields.FileField(use_url=use_url)

    body = {"cover": fields.FileField(use_url=use_url), "nested": Nested(source="*")}
    covers = ("a.png", "ü b.png", "", None, ContentFile(b"", name="new.png"))
    books = {repr(cover): partial(Book, cover=cover) for cover in covers}
    found = {name: differences(body, books, context=context) for name, context in CONTEXTS.items()}
    assert found == {name: [] for name in CONTEXTS}
