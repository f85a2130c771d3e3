"""Serializers, what they are given and where, as data: it prints as it is written.

`made()` turns a description into the thing itself, a new one each time. The strategies at the
end make descriptions whose values fit the fields, almost fit them, and do not.
"""

from __future__ import annotations

import datetime
import decimal
import functools
import ipaddress
import uuid
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from decimal import Decimal
from enum import Enum, IntEnum
from keyword import iskeyword
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Prefetch
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import strategies as st
from rest_framework import serializers, versioning
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.test import APIRequestFactory

from tests.models import Book, Tag

UTC = datetime.timezone.utc


# What a serializer is.


@dataclass(frozen=True)
class Field:
    """A field by the name of its class, and the arguments that it is made with."""

    kind: str
    options: dict[str, Any] = field(default_factory=dict)

    def make(self):
        cls = getattr(serializers, self.kind, None) or OWN_FIELDS[self.kind]
        return cls(**made(self.options))


@dataclass(frozen=True)
class Method:
    """A `SerializerMethodField`, and what its method does."""

    does: str


@dataclass(frozen=True)
class Nested:
    """A serializer as a field of another one."""

    shape: Shape
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Shape:
    """A serializer class: its fields, the name of its base, its `Meta`, and what it overrides."""

    fields: dict[str, Field | Method | Nested]
    base: str = "Serializer"
    meta: dict[str, Any] = field(default_factory=dict)
    overrides: str | None = None


@dataclass(frozen=True)
class Surroundings:
    """What is set around a serializer: settings, the active time zone, the language."""

    settings: dict[str, Any] = field(default_factory=dict)
    rest_framework: dict[str, Any] = field(default_factory=dict)
    zone: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class Example:
    """A serializer class and what is represented by it: alone, and all together in a list."""

    shape: Shape
    sources: tuple[Any, ...]
    listed: Any = "list"
    context: dict[str, Any] = field(default_factory=dict)
    surroundings: Surroundings = Surroundings()
    defined_before: bool = False
    """Whether the class is older than the settings that it is used under."""
    first: str = "nothing"
    """What is done to the serializer before its data is asked for."""


def made(description):
    """Return what a description describes, also within dicts, lists and tuples."""
    if type(description) is dict:
        return {key: made(value) for key, value in description.items()}
    if type(description) in (list, tuple):
        return type(description)(made(value) for value in description)
    return description.make() if hasattr(type(description), "make") else description


# What is represented.


@dataclass(frozen=True)
class Thing:
    """An object or a mapping with some values."""

    kind: str
    values: dict[str, Any]

    def make(self):
        if self.kind in LATE_THINGS:
            return LATE_THINGS[self.kind](self.values)
        kept = {name: v for name, v in self.values.items() if not isinstance(v, Raises)}
        return THINGS[self.kind](made(kept))


@dataclass(frozen=True)
class Many:
    """Some items, in a collection of any kind."""

    kind: str
    items: tuple[Any, ...]

    def make(self):
        return COLLECTIONS[self.kind](made(self.items))


@dataclass(frozen=True)
class Called:
    """A function that returns a value, or raises."""

    value: Any

    def make(self):
        return lambda: made(self.value)


@dataclass(frozen=True)
class Raises:
    """An error in place of a value, for what runs code of its own when it is read."""

    error: str

    def make(self):
        raise ERRORS[self.error]("hunted")


@dataclass(frozen=True)
class Named:
    """A value whose `repr()` does not say how to make it."""

    name: str

    def make(self):
        return NAMED[self.name]()


@dataclass(frozen=True)
class Column:
    """A field of the model `Book`."""

    name: str

    def make(self):
        return Book._meta.get_field(self.name)


@dataclass(frozen=True)
class Rows:
    """The rows of a model, ordered by key and loaded in a certain way."""

    model: str
    load: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def make(self):
        rows = apps.get_model("tests", self.model).objects.order_by("pk")
        for method, names in self.load.items():
            rows = getattr(rows, method)(*(PREFETCHES.get(name, name) for name in names))
        return rows


@dataclass(frozen=True)
class Row:
    """One of the loaded rows, with some attributes set afterwards."""

    rows: Rows
    index: int = 0
    changes: dict[str, Any] = field(default_factory=dict)

    def make(self):
        return changed(self.rows.make()[self.index], self.changes)


@dataclass(frozen=True)
class Unsaved:
    """A model instance that was never stored."""

    model: str
    values: dict[str, Any] = field(default_factory=dict)

    def make(self):
        return changed(apps.get_model("tests", self.model)(), self.values)


@dataclass(frozen=True)
class ValuesRow:
    """A row of `values()`, or a named tuple of `values_list()`."""

    model: str
    names: tuple[str, ...]
    named_tuple: bool = False
    index: int = 0

    def make(self):
        rows = Rows(self.model).make()
        if self.named_tuple:
            return rows.values_list(*self.names, named=True)[self.index]
        return rows.values(*self.names)[self.index]


def changed(instance, changes):
    for name, value in changes.items():
        setattr(instance, name, made(value))
    return instance


PREFETCHES = {"tags as named_tags": Prefetch("tags", Tag.objects.order_by("-label"), "named_tags")}

ERRORS = {
    error.__name__: error
    for error in (
        AttributeError,
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        ObjectDoesNotExist,
        Book.DoesNotExist,
        serializers.SkipField,
    )
}


class Plain:
    """An object like those of most classes."""

    def __init__(self, values):
        vars(self).update(values)

    def __repr__(self):
        return f"Plain({vars(self)})"


class Answering:
    """An object that makes its attributes up when it is asked for them."""

    def __init__(self, values):
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name):
        if name not in self._values:
            raise AttributeError(name)
        return made(self._values[name])

    def __repr__(self):
        return f"Answering({self._values})"


class Lookup(Mapping):
    """A mapping that makes its items up when it is asked for them."""

    def __init__(self, values):
        self._values = values

    def __getitem__(self, name):
        return made(self._values[name])

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return f"Lookup({self._values})"


# The same names give the same type: DRF's messages name it, and functions are compiled for it.


@functools.cache
def slotted_type(names):
    return type("Slotted", (), {"__slots__": names, "__repr__": lambda self: "Slotted()"})


@functools.cache
def dataclass_of(names, **options):
    return make_dataclass("Record", names, **options)


@functools.cache
def named_tuple_of(names):
    return namedtuple("Numbered", names)


@functools.cache
def properties_of(names):
    def reading(name):
        return property(lambda self: made(self._values[name]))

    return type("Computing", (Plain,), {name: reading(name) for name in names})


def slotted(values):
    thing = slotted_type(tuple(values))()
    for name, value in values.items():
        setattr(thing, name, value)
    return thing


def computing(values):
    thing = properties_of(tuple(values))({})
    vars(thing)["_values"] = values
    return thing


THINGS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "dict": dict,
    "ordered dict": OrderedDict,
    "default dict": lambda values: defaultdict(str, values),
    "read-only mapping": MappingProxyType,
    "namespace": lambda values: SimpleNamespace(**values),
    "plain object": Plain,
    "lazy object": lambda values: SimpleLazyObject(lambda: Plain(values)),
    "slots": slotted,
    "dataclass": lambda values: dataclass_of(tuple(values))(**values),
    "frozen dataclass": lambda values: dataclass_of(tuple(values), frozen=True, slots=True)(
        **values
    ),
    "named tuple": lambda values: named_tuple_of(tuple(values))(**values),
}
LATE_THINGS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "properties": computing,
    "attributes on demand": Answering,
    "items on demand": Lookup,
}
WITH_IDENTIFIERS = {"slots", "dataclass", "frozen dataclass", "named tuple", "properties"}

COLLECTIONS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": lambda items: (item for item in items),
    "values of a dict": lambda items: dict(enumerate(items)).values(),
    "has all()": lambda items: SimpleNamespace(all=lambda: list(items)),
}


class Colour(Enum):
    RED = "red"
    BLUE = 2


class Size(IntEnum):
    SMALL = 1


class Text(str):
    __slots__ = ()


class ShoutedText(str):
    __slots__ = ()

    def __str__(self):
        return self.upper()


class Number(int):
    __slots__ = ()


class Real(float):
    __slots__ = ()


class Amount(Decimal):
    __slots__ = ()


class Moment(datetime.datetime):
    def isoformat(self, *args):
        return "some moment"


class Day(datetime.date):
    def isoformat(self):
        return "some day"


class Hour(datetime.time):
    pass


class Span(datetime.timedelta):
    def total_seconds(self):
        return 0.0


class Key(uuid.UUID):
    def __str__(self):
        return "some key"


class Record(dict):
    pass


class NoOffset(datetime.tzinfo):
    def utcoffset(self, moment):
        return None

    def __repr__(self):
        return "NoOffset()"


def request(scheme=None):
    """Return a request whose version is determined by `scheme`, or has none."""
    incoming = Request(APIRequestFactory().get("/somewhere/?format=json"))
    if scheme is not None:
        incoming.version, incoming.versioning_scheme = "v1", scheme()
    return incoming


NAMED: dict[str, Callable[[], Any]] = {
    "lazy text": lambda: lazystr("lazy"),
    "translation": lambda: gettext_lazy("Yes"),
    "safe text": lambda: mark_safe("<b>"),
    "text of a subclass": lambda: Text("sub"),
    "text with its own str()": lambda: ShoutedText("sub"),
    "integer of a subclass": lambda: Number(7),
    "float of a subclass": lambda: Real(2.5),
    "decimal of a subclass": lambda: Amount("3.5"),
    "datetime of a subclass": lambda: Moment(2024, 7, 1, tzinfo=UTC),
    "date of a subclass": lambda: Day(2024, 7, 1),
    "time of a subclass": lambda: Hour(12, 30),
    "duration of a subclass": lambda: Span(2),
    "uuid of a subclass": lambda: Key(int=5),
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
    "dict of a subclass": lambda: Record(a=1),
    "partial": lambda: functools.partial(int, "5"),
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
    "manager": lambda: Tag.objects,
    "model": lambda: Tag,
    "request": request,
    "request versioned by query": lambda: request(versioning.QueryParameterVersioning),
    "request versioned by path": lambda: request(versioning.URLPathVersioning),
    "request versioned by namespace": lambda: request(versioning.NamespaceVersioning),
    "request versioned by header": lambda: request(versioning.AcceptHeaderVersioning),
}


# What a project's own classes do.


class ShoutingField(serializers.CharField):
    def to_representation(self, value):
        return super().to_representation(value).upper()


class ConstantField(serializers.IntegerField):
    def get_attribute(self, instance):
        return 5


class FieldOfTheInstance(serializers.Field):
    def get_attribute(self, instance):
        return instance

    def to_representation(self, value):
        return type(value).__name__


class RedirectedField(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.source_attrs = ["a"]


class RenamedField(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(f"renamed_{field_name}", parent)


class QuietField(serializers.DecimalField):
    """A class of a project that changes nothing about reading."""

    def to_internal_value(self, data):
        return data


class RoundedField(serializers.DecimalField):
    def quantize(self, value):
        return super().quantize(value).to_integral_value()


OWN_FIELDS: dict[str, type[serializers.Field]] = {
    cls.__name__: cls
    for cls in (
        ShoutingField,
        ConstantField,
        FieldOfTheInstance,
        RedirectedField,
        RenamedField,
        QuietField,
        RoundedField,
    )
}


def raises_key_error(serializer, instance):
    raise KeyError("hunted")


def represents_a_field(serializer, instance):
    plain = (
        child
        for child in serializer.fields.values()
        if not isinstance(child, serializers.SerializerMethodField)
    )
    return next(plain).to_representation("5")


METHODS: dict[str, Callable[[Any, Any], Any]] = {
    "type of the instance": lambda serializer, instance: type(instance).__name__,
    "context": lambda serializer, instance: sorted(serializer.context),
    "fields": lambda serializer, instance: list(serializer.fields),
    "readable fields": lambda serializer, instance: [
        child.source for child in serializer._readable_fields
    ],
    "place": lambda serializer, instance: (serializer.field_name, serializer.source),
    "parent": lambda serializer, instance: serializer.parent is None,
    "root": lambda serializer, instance: type(serializer.root.instance).__name__,
    "instance": lambda serializer, instance: type(serializer.instance).__name__,
    "attribute": lambda serializer, instance: instance.a,
    "raises": raises_key_error,
    "nothing": lambda serializer, instance: None,
    "represents a field": represents_a_field,
}

CALM_METHODS = [name for name in METHODS if name not in ("raises", "attribute")]


class AddsAKey:
    def to_representation(self, instance):
        row = super().to_representation(instance)
        row["added"] = type(instance).__name__
        return row


class ReturnsText:
    def to_representation(self, instance):
        return f"a {type(instance).__name__}"


class ReadsAnotherInstance:
    def to_representation(self, instance):
        return super().to_representation({"a": 1, "b": 2, "title": instance})


class LeavesAFieldOut:
    def get_fields(self):
        fields = super().get_fields()
        fields.popitem()
        return fields


class HidesAField:
    @property
    def fields(self):
        return dict(list(super().fields.items())[1:])


class DropsAFieldWhenMade:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields.pop(next(iter(self.fields), None), None)


class ChangesAFieldWhenMade:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for changing in self.fields.values():
            changing.allow_null = True
            changing.format = None


class ChoosesFieldsByContext:
    def get_fields(self):
        fields = super().get_fields()
        return fields if "request" in self.context else dict(reversed(fields.items()))


class ReadsInReverse:
    @property
    def _readable_fields(self):
        return reversed(list(super()._readable_fields))


class NestsItself:
    def get_fields(self):
        return {**super().get_fields(), "again": type(self)(source="b", required=False)}


class WrapsItsData:
    @property
    def data(self):
        return {"wrapped": super().data}


def pop_a_field(serializer):
    serializer.fields.pop(next(iter(serializer.fields), None), None)


def allow_null(serializer):
    for child in serializer.fields.values():
        child.allow_null = True


def add_a_field(serializer):
    serializer.fields["added"] = serializers.CharField(default="added")


def reverse_declarations(serializer):
    serializer._declared_fields = dict(reversed(serializer._declared_fields.items()))


PREPARATIONS: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda serializer: None,
    "look at the fields": lambda serializer: serializer.fields,
    "represent another": lambda serializer: serializer.to_representation({"a": 1, "b": 2}),
    "pop a field": pop_a_field,
    "allow null": allow_null,
    "add a field": add_a_field,
    "reverse the declarations": reverse_declarations,
}


OVERRIDES = {
    cls.__name__: cls
    for cls in (
        AddsAKey,
        ReturnsText,
        ReadsAnotherInstance,
        LeavesAFieldOut,
        HidesAField,
        DropsAFieldWhenMade,
        ChangesAFieldWhenMade,
        ChoosesFieldsByContext,
        ReadsInReverse,
        NestsItself,
        WrapsItsData,
    )
}


# Values.

# How often what is drawn does not fit, the same throughout one example: with a misfit in every
# third place, hardly an example would get past its errors.
proportions = st.shared(st.sampled_from([0, 0, 20, 5]), key="proportion of misfits")


@st.composite
def misfits(draw):
    """Whether to draw something that does not fit."""
    proportion = draw(proportions)
    return proportion > 0 and draw(st.integers(1, proportion)) == proportion


def mostly(fitting, other):
    """Draw from `fitting`, and from `other` where a misfit is due."""
    return misfits().flatmap(lambda misfit: other if misfit else fitting)


texts = st.text(max_size=8) | st.sampled_from(
    [
        *("", " ", "12", "3.5", " 3.50 ", "1e3", "True", "no", "null", "NaN", "a", "red", "H"),
        *("a@example.org", "https://example.org/?a=b&c", "127.0.0.1", "::1", "2024-02-29"),
        *("žluťoučký \u2028 🐎", "<b>&amp;", "\ud800", "\x00", str(uuid.UUID(int=5))),
    ]
)
integers = st.integers(-(2**70), 2**70) | st.sampled_from([0, 1, 2, 12, 2**53 + 1, 2**63, 2**64])
floats = st.floats() | st.sampled_from([0.0, -0.0, 1.0, 2.5, 1e16, 1e-7, 5e-324, 1e300])
decimals = mostly(
    st.decimals(-(10**6), 10**6)
    | st.sampled_from([Decimal(text) for text in ("0", "-0.00", "3.5", "2.345", "1E+3", "1E-9")]),
    st.decimals(),
)
ZONES = (
    *("UTC", "Etc/GMT-3", "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/St_Johns"),
    *("Asia/Kathmandu", "Africa/Monrovia", "Australia/Lord_Howe", "Pacific/Apia"),
    *("Africa/Casablanca", "Antarctica/Troll"),
)
zones = st.sampled_from(
    [
        UTC,
        *map(ZoneInfo, ZONES),
        datetime.timezone(datetime.timedelta(hours=5, minutes=30)),
        datetime.timezone(datetime.timedelta(seconds=-3661), "named"),
        datetime.timezone(datetime.timedelta(microseconds=1)),
        datetime.timezone(datetime.timedelta(0)),
        datetime.timezone(datetime.timedelta(0), "zero"),
    ]
)
# Days when clocks are changed somewhere.
CHANGES = ((2024, 3, 10), (2024, 3, 31), (2024, 10, 27), (1972, 1, 7), (2011, 12, 30))
around_a_change = st.builds(
    lambda day, minutes, fold: (
        datetime.datetime(*day, fold=fold) + datetime.timedelta(minutes=minutes)
    ),
    st.sampled_from(CHANGES),
    st.integers(-60, 300),
    st.sampled_from([0, 1]),
)
datetimes = st.one_of(
    st.datetimes(timezones=st.none() | zones),
    st.builds(
        lambda moment, zone: moment.replace(tzinfo=zone),
        around_a_change,
        st.none() | zones,
    ),
    st.sampled_from(
        [
            datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC),
            datetime.datetime.max.replace(tzinfo=UTC),
            datetime.datetime.min.replace(tzinfo=UTC),
        ]
    ),
)
times = st.times(timezones=st.none() | st.none() | zones)
durations = st.timedeltas() | st.sampled_from(
    [datetime.timedelta(0), datetime.timedelta(seconds=-1), datetime.timedelta(days=2, hours=3)]
)
named = st.sampled_from([Named(name) for name in NAMED])
keys = st.sampled_from([1, 2, "a", uuid.UUID(int=5), None, "", True, 2**70, 1.5, b"key"])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    texts,
    integers,
    floats,
    decimals,
    datetimes,
    st.dates(),
    times,
    durations,
    st.uuids(),
    st.binary(max_size=4),
    named,
)
documents = st.recursive(
    st.none() | st.booleans() | texts | st.integers(-5, 2**64) | floats,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts | st.integers(0, 3), inner, max_size=3)
    ),
    max_leaves=5,
)
# Names of attributes, also such as mean something to a mapping, a serializer, Python, a template,
# or the generated functions.
NAMES = (
    *("a", "b", "c", "d", "pk", "title", "items", "keys", "class", "type", "str", "Decimal"),
    *("data", "fields", "format", "context", "value", "initial", "attribute", "default", "error"),
    *("instance", "instances", "serializer", "row", "rows", "row_", "zone", "skipped", "related"),
    *("columns", "prefetched", "delegate", "a_serializer", "represent_a", "a_quantum", "step_1"),
    *("{value}", "quote's", "back\\", "two words", "1st", "_hidden", "naïve", "\ufb01eld"),
)


@st.composite
def things(draw, names=("a", "b", "pk"), values=scalars):
    chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=4))
    return thing(draw, {name: draw(values) for name in chosen})


def thing(draw, values):
    kind = draw(st.sampled_from([*THINGS, *LATE_THINGS]))
    if kind in WITH_IDENTIFIERS and not all(map(is_plain_name, values)):
        kind = "namespace"
    return Thing(kind, values)


def is_plain_name(name):
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_")


MODELS = {model.__name__: model for model in apps.get_app_config("tests").get_models()}
MODELS["ImportedPublisher"] = apps.get_model("tests", "ImportedPublisher")

# How many rows of each model the database holds at least.
STORED = 2

linked_things = st.builds(
    Thing,
    st.sampled_from(["plain object", "namespace", "properties", "attributes on demand"]),
    st.fixed_dictionaries(
        {
            "pk": keys,
            "a": scalars,
            "b": st.fixed_dictionaries({"a": scalars}).map(
                lambda values: Thing("plain object", values)
            ),
        }
    ),
)
related_things = mostly(
    st.one_of(
        linked_things,
        st.builds(Row, st.builds(Rows, st.sampled_from(["Tag", "Publisher"]))),
        st.builds(Unsaved, st.just("Tag"), st.fixed_dictionaries({"pk": keys})),
    ),
    things(),
)
anything = st.one_of(scalars, documents, things(), related_things, st.builds(Called, scalars))


def collections_of(items, kinds=("list", "tuple", "generator", "values of a dict")):
    return st.builds(Many, st.sampled_from(kinds), st.lists(items, max_size=3).map(tuple))


# Fields: what they are made with, what fits them, and what almost does.


class Kind(NamedTuple):
    options: st.SearchStrategy
    fits: Callable[[Field], st.SearchStrategy]
    almost: st.SearchStrategy = anything


def optional(**options):
    return st.fixed_dictionaries({}, optional=options)


def always(strategy):
    return lambda field: strategy


def text_kind(**options):
    almost = st.one_of(
        integers,
        st.sampled_from(
            [Named("lazy text"), Named("text of a subclass"), Named("format"), Named("safe text")]
        ),
        st.sampled_from([Named("text with its own str()"), b"bytes", True, 2.5]),
    )
    return Kind(optional(**options), always(texts), almost)


formats = st.sampled_from(
    [None, "iso-8601", "ISO-8601", "%d.%m.%Y %H:%M %z", "%Y", "", "{x}'\"\\"]
)
choices = st.sampled_from(
    [
        [("a", "A"), ("12", "Twelve"), (1, "One"), (True, "Yes"), (2.5, "Half")],
        ["a", "b", 3],
        [("Group", [("a", "A"), (2, "Two")]), ("", "Nothing")],
        [(None, "None"), ("", "Blank"), (0, "Zero")],
        {"a": "A", "H": "Hard"},
        [],
        Named("all colours"),
        Named("all sizes"),
        Named("all formats"),
        Named("all grades"),
    ]
)
chosen = st.sampled_from(
    [
        *("a", "b", "12", "H", "", 1, 2, 3, 0, True, 2.5, "1", "True", "red"),
        *map(Named, ("colour", "colour of a number", "size", "format", "grade")),
    ]
)
unrelated = st.sampled_from(["text", 5, Decimal("1.0")])
relation = st.sampled_from([{"read_only": True}, {"read_only": True}, {"queryset": Rows("Tag")}])


def related_kind(**options):
    """A relation's options, and perhaps `many`."""
    return Kind(
        st.builds(lambda base, more: {**base, **more}, relation, optional(**options)),
        lambda field: (
            collections_of(related_things) if "many" in field.options else related_things
        ),
        unrelated | documents,
    )


many = st.just(True)
hyperlinks = mostly(
    st.sampled_from(
        [
            {"view_name": "book-detail"},
            {"view_name": "tag-detail", "format": "html"},
            {"view_name": "named", "lookup_url_kwarg": "name"},
            {"view_name": "book-detail", "lookup_field": "a", "lookup_url_kwarg": "pk"},
        ]
    ),
    st.sampled_from(
        [
            {"view_name": "missing"},
            {"view_name": "named"},
            {"view_name": "book-detail", "lookup_field": "missing"},
        ]
    ),
)

KINDS: dict[str, Kind] = {
    "BooleanField": Kind(
        optional(), always(st.booleans()), st.sampled_from(["true", "No", "", 1, 0, 1.0, "null"])
    ),
    "CharField": text_kind(trim_whitespace=st.booleans(), allow_blank=st.booleans()),
    "EmailField": text_kind(),
    "SlugField": text_kind(allow_unicode=st.booleans()),
    "URLField": text_kind(),
    "RegexField": text_kind()._replace(options=st.just({"regex": "a+"})),
    "IPAddressField": text_kind(protocol=st.sampled_from(["both", "IPv4", "ipv6"])),
    "UUIDField": Kind(
        optional(format=st.sampled_from(["hex_verbose", "hex", "int", "urn"])),
        always(st.uuids()),
        st.one_of(
            st.uuids().map(str),
            st.uuids().map(lambda key: key.hex),
            st.sampled_from([5, 0, "junk", b"0" * 16, Named("uuid of a subclass")]),
        ),
    ),
    "IntegerField": Kind(
        optional(),
        always(integers),
        st.sampled_from(["12", " 7 ", True, 3.0, 3.7, Decimal("4"), float("nan"), "3.0"])
        | st.sampled_from([Named("grade"), Named("size"), Named("integer of a subclass")]),
    ),
    "BigIntegerField": Kind(
        optional(coerce_to_string=st.booleans()),
        always(integers),
        st.sampled_from(["12", True, 3.7, "junk", Named("size"), Named("integer of a subclass")]),
    ),
    "FloatField": Kind(
        optional(),
        always(floats),
        st.sampled_from([1, True, "2.5", "nan", "junk", Decimal("1.1"), 2**1100])
        | st.sampled_from([Named("float of a subclass")]),
    ),
    "DecimalField": Kind(
        st.fixed_dictionaries(
            {
                "max_digits": mostly(st.none() | st.integers(12, 20), st.integers(1, 5)),
                "decimal_places": st.none() | st.integers(0, 10),
            },
            optional={
                "coerce_to_string": st.booleans(),
                "localize": st.booleans(),
                "rounding": st.sampled_from(
                    [None, decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_HALF_EVEN]
                ),
                "normalize_output": st.booleans(),
            },
        ),
        always(decimals),
        st.sampled_from([1, 2.5, "3.5", " 3.50 ", "junk", "NaN", float("inf"), True, 10**30])
        | st.sampled_from([Named("decimal of a subclass")]),
    ),
    "DateTimeField": Kind(
        optional(format=formats, default_timezone=st.none() | zones),
        always(datetimes),
        st.dates()
        | st.sampled_from(["2024-07-01T12:30:00Z", "", Named("datetime of a subclass")])
        | st.sampled_from([Named("datetime without offset")]),
    ),
    "DateField": Kind(
        optional(format=formats),
        always(st.dates()),
        datetimes | st.sampled_from(["2024-07-01", "", Named("date of a subclass")]),
    ),
    "TimeField": Kind(
        optional(format=formats),
        always(times),
        datetimes
        | st.sampled_from(
            ["12:30", "", Named("time of a subclass"), Named("time without offset")]
        ),
    ),
    "DurationField": Kind(
        optional(),
        always(durations),
        st.sampled_from([5, "1 00:00:00", Named("duration of a subclass")]),
    ),
    "ChoiceField": Kind(
        st.fixed_dictionaries({"choices": choices}, optional={"allow_blank": st.booleans()}),
        always(chosen),
        scalars,
    ),
    "MultipleChoiceField": Kind(
        st.fixed_dictionaries({"choices": choices}, optional={"allow_empty": st.booleans()}),
        always(collections_of(chosen) | st.lists(chosen, max_size=3)),
        st.sampled_from(["a12", {1}, {"a": 1}, 5, Named("generator"), Named("frozen set")])
        | st.lists(anything, max_size=2),
    ),
    "FilePathField": Kind(
        st.just({"path": str(Path(__file__).parent), "match": r"^test_.*\.py$"}),
        always(st.sampled_from([str(Path(__file__).with_name("test_fields.py")), "elsewhere"])),
        scalars,
    ),
    "FileField": Kind(
        optional(use_url=st.booleans()),
        always(st.sampled_from([Named("file"), Named("no file"), Named("file elsewhere")])),
        st.sampled_from(["", "text", Named("file without url"), Named("path"), 0, 5]),
    ),
    "ImageField": Kind(
        optional(use_url=st.booleans()),
        always(st.sampled_from([Named("file"), Named("no file")])),
        st.sampled_from(["", "text", Named("file without url")]),
    ),
    "ListField": Kind(
        st.deferred(lambda: optional(child=children(), allow_empty=st.booleans())),
        lambda field: (
            st.lists(child_values(field), max_size=3) | collections_of(child_values(field))
        ),
        st.sampled_from(["text", {"a": 1}, 5, Named("generator"), Named("manager"), Rows("Tag")]),
    ),
    "DictField": Kind(
        st.deferred(lambda: optional(child=children())),
        lambda field: st.dictionaries(texts | st.integers(0, 3), child_values(field), max_size=3),
        things() | st.sampled_from([[], "text", Named("dict of a subclass")]),
    ),
    "HStoreField": Kind(
        optional(),
        always(st.dictionaries(texts, st.none() | texts, max_size=3)),
        st.dictionaries(texts | integers, scalars, max_size=3) | st.sampled_from([[], "text"]),
    ),
    "JSONField": Kind(optional(binary=st.booleans()), always(documents), anything),
    "ReadOnlyField": Kind(optional(), always(anything)),
    "HiddenField": Kind(st.fixed_dictionaries({"default": st.just(5)}), always(anything)),
    "ModelField": Kind(
        st.fixed_dictionaries(
            {
                "model_field": st.sampled_from(
                    [Column(name) for name in ("title", "isbn", "price", "metadata", "blob")]
                )
            }
        ),
        always(anything),
    ),
    "StringRelatedField": Kind(
        optional(many=many),
        lambda field: collections_of(anything) if "many" in field.options else anything,
        anything,
    ),
    "PrimaryKeyRelatedField": related_kind(
        many=many, pk_field=st.sampled_from([Field("UUIDField"), Field("CharField")])
    ),
    "SlugRelatedField": Kind(
        fits=lambda field: (
            collections_of(linked_things) if "many" in field.options else linked_things
        ),
        almost=related_things,
        options=st.builds(
            lambda base, slug, more: {**base, "slug_field": slug, **more},
            relation,
            mostly(
                st.sampled_from(["a", "pk", "b__a"]),
                st.sampled_from(["label", "name", "b.a", "missing", "class", ""]),
            ),
            optional(many=many),
        ),
    ),
    "HyperlinkedRelatedField": related_kind()._replace(
        options=st.builds(
            lambda base, link, more: {**base, **link, **more},
            relation,
            hyperlinks,
            optional(many=many),
        )
    ),
    "HyperlinkedIdentityField": Kind(hyperlinks, always(scalars)),
    "ManyRelatedField": Kind(
        st.fixed_dictionaries(
            {
                "child_relation": st.sampled_from(
                    [
                        Field("StringRelatedField"),
                        Field("PrimaryKeyRelatedField", {"read_only": True}),
                        Field("SlugRelatedField", {"slug_field": "a", "read_only": True}),
                    ]
                )
            }
        ),
        always(collections_of(related_things)),
        documents,
    ),
    "ShoutingField": text_kind(),
    "ConstantField": Kind(optional(), always(integers)),
    "FieldOfTheInstance": Kind(optional(), always(scalars)),
    "RedirectedField": text_kind(),
    "RenamedField": text_kind(),
    "QuietField": Kind(st.just({"max_digits": 8, "decimal_places": 2}), always(decimals), scalars),
    "RoundedField": Kind(
        st.just({"max_digits": 8, "decimal_places": 2}), always(decimals), scalars
    ),
}
if "DURATION_FORMAT" in api_settings.defaults:  # from DRF 3.17 on
    KINDS["DurationField"] = KINDS["DurationField"]._replace(
        options=optional(format=st.sampled_from([None, "iso-8601", "ISO-8601", "django"]))
    )
else:
    del KINDS["BigIntegerField"]

# A `ModelField` reads nothing but attributes: hardly any object of the others has the right one.
FREE_KINDS = [kind for kind in KINDS if kind != "ModelField"]
READ_ONLY_KINDS = {"ReadOnlyField", "StringRelatedField", "HyperlinkedIdentityField"}

OWN_NAME = st.none()
common_options = st.sampled_from(
    [
        {},
        {},
        {},
        {"required": False},
        {"allow_null": True},
        {"required": False, "allow_null": True},
        {"default": None},
        {"default": "5"},
        {"default": 5},
        {"default": Called(7)},
        {"default": Called(Raises("KeyError"))},
        {"default": Called(Raises("SkipField"))},
        {"default": 5, "allow_null": True},
        {"read_only": True},
        {"read_only": True, "default": 5},
        {"write_only": True},
    ]
)


@st.composite
def plain_fields(draw, sources=OWN_NAME, kinds=tuple(KINDS)):
    """Fields that hold no serializer."""
    kind = draw(st.sampled_from(kinds))
    own = draw(KINDS[kind].options)
    common = draw(common_options)
    if kind in READ_ONLY_KINDS or "read_only" in own:
        common = {name: value for name, value in common.items() if name != "write_only"}
    if kind in READ_ONLY_KINDS | {"HiddenField"} or "queryset" in own:
        common = {name: value for name, value in common.items() if name != "read_only"}
    source = None if kind == "HyperlinkedIdentityField" else draw(sources)
    return Field(kind, {**common, **own, **({} if source is None else {"source": source})})


def children():
    """Fields within a `ListField` or a `DictField`."""
    return plain_fields(
        kinds=[kind for kind in FREE_KINDS if kind not in ("ListField", "HiddenField")]
    )


def child_values(field):
    return values_of(field.options["child"]) if "child" in field.options else anything


@st.composite
def values_of(draw, field):
    """Values of which most fit `field`."""
    if draw(misfits()):
        almost = anything if isinstance(field, Nested | Method) else KINDS[field.kind].almost
        return draw(almost | anything | st.builds(Called, anything))
    if isinstance(field, Nested):
        one = things_for(field.shape)
        value = draw(collections_of(one) if field.options.get("many") else one)
    elif isinstance(field, Method):
        value = draw(anything)
    else:
        value = draw(KINDS[field.kind].fits(field))
    how = draw(st.sampled_from(["as it is"] * 18 + ["nothing", "called"]))
    return {"as it is": value, "nothing": None, "called": Called(value)}[how]


# Serializers of any objects.

FREE_SOURCES = ("a", "b", "c", "a.b", "b.a", "c.a.b", "pk", "a.pk", "title")
ODD_SOURCES = ("missing", "missing.deeper", "*", "a.", "a..b", "a.upper", "a.class", "a.items")


@st.composite
def shapes(draw, levels=3):
    """Serializers with nested ones, `levels` deep at most."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=5))
    fields = {
        name: draw(any_fields(sources_apart_from(name), levels, shapes, FREE_KINDS))
        for name in names
    }
    # Its method would be `get_fields()`.
    if isinstance(fields.get("fields"), Method):
        del fields["fields"]
    overrides = draw(st.sampled_from([None] * 50 + list(OVERRIDES)))
    return Shape(fields, overrides=overrides)


def sources_apart_from(name, fitting=FREE_SOURCES, odd=ODD_SOURCES):
    def one_of(sources):
        return st.sampled_from([source for source in sources if source != name])

    return mostly(st.none() | st.none() | one_of(fitting), one_of(odd))


@st.composite
def any_fields(draw, sources, levels, shapes, kinds=tuple(KINDS)):
    what = draw(
        st.sampled_from(["field"] * 6 + ["method"] + ["nested"] * (3 if levels > 1 else 0))
    )
    if what == "field":
        return draw(plain_fields(sources, kinds))
    if what == "method":
        return Method(draw(mostly(st.sampled_from(CALM_METHODS), st.sampled_from(list(METHODS)))))
    options = dict(draw(common_options))
    if draw(st.booleans()):
        options["many"] = True
    source = draw(sources)
    if source is not None:
        options["source"] = source
    return Nested(draw(shapes(levels - 1)), options)


def path_of(name, field):
    if isinstance(field, Method):
        return []
    if isinstance(field, Field) and field.kind == "ModelField":
        return [field.options["model_field"].name]
    source = field.options.get("source", name)
    return [] if source == "*" else source.split(".")


@st.composite
def things_for(draw, shape):
    """Objects that have most of the attributes that `shape` reads."""
    return draw_thing(draw, attributes_of(shape))


def attributes_of(shape):
    """Return the fields of a shape as a tree of the attributes that lead to them."""
    tree: dict[str, Any] = {}
    for name, reading in shape.fields.items():
        path = path_of(name, reading)
        if not path and isinstance(reading, Nested):
            tree = {**attributes_of(reading.shape), **tree}
        if not path:
            continue
        branch = tree
        for step in path[:-1]:
            if not isinstance(branch.get(step), dict):
                branch[step] = {}
            branch = branch[step]
        branch.setdefault(path[-1], reading)
    return tree


def draw_thing(draw, tree):
    values = {}
    for name, branch in tree.items():
        if draw(misfits()):
            error = draw(st.sampled_from([None, *ERRORS]))
            if error is not None:
                values[name] = Raises(error)
        elif isinstance(branch, dict):
            values[name] = draw_thing(draw, branch)
        else:
            values[name] = draw(values_of(branch))
    return thing(draw, values)


# Serializers of models.

EXTRA_ATTRIBUTES = {
    "Book": ("shout", "page_count", "publisher_id", "by_code_id"),
    "AudioBook": ("shout", "book_ptr_id"),
    "Publisher": ("initials",),
    "ImportedPublisher": ("initials",),
}


class Relation(NamedTuple):
    model: str
    many: bool


def relations_of(model):
    """Return the relations of a model by name, in both directions."""
    relations = {}
    for relation in model._meta.get_fields():
        is_reverse = relation.auto_created and not relation.concrete
        name = relation.get_accessor_name() if is_reverse else relation.name
        if relation.related_model is not None and name:
            many = relation.one_to_many or relation.many_to_many
            relations[name] = Relation(relation.related_model.__name__, many)
    return relations


RELATIONS = {name: relations_of(model) for name, model in MODELS.items()}
COLUMNS = {
    name: tuple(field.name for field in model._meta.concrete_fields)
    for name, model in MODELS.items()
}
ATTRIBUTES = {
    name: tuple(dict.fromkeys((*COLUMNS[name], *RELATIONS[name], *EXTRA_ATTRIBUTES.get(name, ()))))
    for name in MODELS
}


@st.composite
def model_sources(draw, model):
    """Paths from a model through its relations, now and then to nothing."""
    path = []
    while draw(st.booleans()):
        relations = [name for name, relation in RELATIONS[model].items() if not relation.many]
        name = draw(
            mostly(st.sampled_from(relations or [""]), st.sampled_from([*RELATIONS[model]]))
        )
        if not name:
            break
        path.append(name)
        model = RELATIONS[model][name].model
    odd = st.sampled_from(["missing", "named_tags", "title.upper", "pk.real"])
    return ".".join([*path, draw(mostly(st.sampled_from([*ATTRIBUTES[model], "pk"]), odd))])


@st.composite
def model_shapes(draw, model, levels=3):
    """Model serializers, and plain ones that name attributes of a model."""
    base = draw(
        st.sampled_from(["ModelSerializer"] * 6 + ["Serializer", "HyperlinkedModelSerializer"])
    )
    attributes = st.sampled_from(ATTRIBUTES[model])
    declared = {
        name: draw(declared_fields(model, name, levels))
        for name in draw(
            st.lists(attributes | st.sampled_from(NAMES[:3]), unique=True, max_size=3)
        )
    }
    overrides = draw(st.sampled_from([None] * 50 + list(OVERRIDES)))
    if base == "Serializer":
        fields = declared or {"pk": Field("ReadOnlyField")}
        return Shape(fields, overrides=overrides)
    derived = draw(st.lists(attributes, unique=True, max_size=5))
    if base == "HyperlinkedModelSerializer":
        derived.append("url")
    meta: dict[str, Any] = {"model": model}
    which = draw(st.sampled_from(["fields", "fields", "fields", "all", "exclude"]))
    if which == "all":
        meta["fields"] = "__all__"
    elif which == "exclude":
        kept = {*declared, *RELATIONS[model]}
        meta["exclude"] = [name for name in COLUMNS[model] if name not in kept and name in derived]
    else:
        meta["fields"] = list(dict.fromkeys([*derived, *declared]))
    if draw(st.booleans()):
        meta["depth"] = draw(st.integers(0, 2))
    if draw(st.booleans()):
        meta["extra_kwargs"] = draw(
            st.dictionaries(st.sampled_from(derived or ["id"]), extra_options(model), max_size=2)
        )
    return Shape(declared, base, meta, overrides)


def extra_options(model):
    return st.sampled_from(
        [
            {"allow_null": True},
            {"required": False},
            {"read_only": True},
            {"write_only": True},
            {"source": COLUMNS[model][-1]},
            {"default": 5},
            {"read_only": True, "format": None},
            {"read_only": True, "coerce_to_string": False},
        ]
    )


@st.composite
def declared_fields(draw, model, name, levels):
    sources = sources_apart_from(name, ATTRIBUTES[model]) | model_sources(model).filter(
        lambda source: source != name
    )
    relation = RELATIONS[model].get(name)
    if relation is None or levels == 1 or draw(st.booleans()):
        return draw(any_fields(sources, levels, lambda below: model_shapes(model, below)))
    options = dict(draw(common_options))
    if relation.many:
        options["many"] = True
    return Nested(draw(model_shapes(relation.model, levels - 1)), options)


@st.composite
def loads(draw, model):
    """Ways to load rows: relations selected and prefetched, columns left for later."""
    load: dict[str, tuple[str, ...]] = {}
    one = [name for name, relation in RELATIONS[model].items() if not relation.many]
    to_many = [name for name, relation in RELATIONS[model].items() if relation.many]
    columns = [name for name in COLUMNS[model] if name not in RELATIONS[model]]
    which = draw(st.sampled_from(["everything", "everything", "selected", "only", "defer"]))
    if which == "selected" and one:
        load["select_related"] = tuple(
            name + draw(st.sampled_from(["", *further_selections(model, name)]))
            for name in draw(some(one))
        )
    elif which in ("only", "defer"):
        load[which] = draw(some(columns))
    if draw(st.booleans()):
        to_attribute = ["tags as named_tags"] if model == "Book" else []
        load["prefetch_related"] = draw(some([*to_many, *one, *to_attribute]))
    return {method: names for method, names in load.items() if names}


def further_selections(model, name):
    target = RELATIONS[model][name].model
    return [f"__{far}" for far, relation in RELATIONS[target].items() if not relation.many]


def some(names):
    if not names:
        return st.just(())
    return st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=3).map(tuple)


@st.composite
def model_instances(draw, shape, model):
    """Instances of `model` and what may stand for them."""
    kind = draw(
        mostly(
            st.sampled_from(["row", "row", "row", "unsaved"]),
            st.sampled_from(["values", "thing", "other", "none"]),
        )
    )
    if kind == "none":
        return None
    if kind == "thing":
        return draw(things_for(shape))
    if kind == "values":
        names = draw(some(COLUMNS[model]))
        return ValuesRow(model, names, draw(st.booleans()), draw(indexes))
    if kind == "other":
        other = draw(st.sampled_from(list(MODELS)))
        return Row(Rows(other, draw(loads(other))))
    changes = draw(
        st.dictionaries(
            mostly(st.sampled_from(COLUMNS[model]), st.sampled_from(["pk", "a", "extra"])),
            st.none(),
            max_size=3,
        )
    )
    values = {name: draw(column_values(shape, model, name)) for name in changes}
    if kind == "unsaved":
        return Unsaved(model, {**FIXED.get(model, {}), **values})
    return Row(Rows(model, draw(loads(model))), draw(indexes), values)


# What would be another value for every new instance.
FIXED = {model: {"isbn": uuid.UUID(int=1)} for model in ("Book", "AudioBook")}
indexes = st.integers(0, STORED - 1)


@st.composite
def column_values(draw, shape, model, name):
    relation = RELATIONS[model].get(name)
    if relation is not None:
        stored = Row(Rows(relation.model), draw(indexes))
        unsaved = Unsaved(relation.model, FIXED.get(relation.model, {}))
        return draw(st.sampled_from([None, stored, unsaved]))
    if name in shape.fields:
        return draw(values_of(shape.fields[name]))
    if name not in COLUMNS[model]:
        return draw(scalars)
    derived = serializers.ModelSerializer.serializer_field_mapping
    column = type(MODELS[model]._meta.get_field(name))
    kind = next(
        (derived[base].__name__ for base in column.__mro__ if base in derived), "JSONField"
    )
    return draw(values_of(Field(kind)))


# Examples.

settings = st.fixed_dictionaries(
    {},
    optional={
        "USE_TZ": st.booleans(),
        "TIME_ZONE": st.sampled_from(["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"]),
        "USE_THOUSAND_SEPARATOR": st.booleans(),
        "LANGUAGE_CODE": st.sampled_from(["de", "ar", "en-us"]),
        "MEDIA_URL": st.sampled_from(["/media/", "https://example.org/media/"]),
    },
)
REST_FRAMEWORK = {
    "DATETIME_FORMAT": formats,
    "DATE_FORMAT": formats,
    "TIME_FORMAT": formats,
    "DURATION_FORMAT": st.sampled_from(["iso-8601", "django", None]),
    "COERCE_DECIMAL_TO_STRING": st.booleans(),
    "COERCE_BIGINT_TO_STRING": st.booleans(),
    "UPLOADED_FILES_USE_URL": st.booleans(),
}
surroundings = st.one_of(
    st.just(Surroundings()),
    st.builds(
        Surroundings,
        settings,
        optional(
            **{
                name: value
                for name, value in REST_FRAMEWORK.items()
                if name in api_settings.defaults
            }
        ),
        st.sampled_from(
            [None, None, "UTC", "Europe/Berlin", "America/St_Johns", "Africa/Monrovia"]
        ),
        st.sampled_from([None, None, "de", "ar"]),
    ),
)
requests = st.sampled_from([Named(name) for name in NAMED if name.startswith("request")])
contexts = mostly(
    st.fixed_dictionaries({"request": requests}),
    optional(request=requests | st.none(), format=st.sampled_from(["json", "html"])),
)


@st.composite
def free_examples(draw):
    shape = draw(shapes())
    one = mostly(things_for(shape), anything)
    sources = draw(st.lists(one, min_size=1, max_size=3))
    return draw(examples(shape, sources, listings))


@st.composite
def model_examples(draw):
    model = draw(st.sampled_from(["Book", "Book", *MODELS]))
    shape = draw(model_shapes(model))
    sources = draw(st.lists(model_instances(shape, model), min_size=1, max_size=3))
    rows = st.builds(Rows, st.just(model), loads(model))
    return draw(examples(shape, sources, rows | listings))


listings = mostly(
    st.sampled_from(["list", "tuple", "generator", "values of a dict"]), st.just("has all()")
)


def examples(shape, sources, listed):
    return st.builds(
        Example,
        st.just(shape),
        st.just(tuple(sources)),
        listed,
        contexts,
        surroundings,
        st.booleans(),
        st.sampled_from(["nothing"] * 6 + list(PREPARATIONS)),
    )
