"""PostgreSQL's own columns and functions, read back from the database, against DRF's own."""

from __future__ import annotations

import datetime
import uuid
from contextlib import nullcontext
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, models
from django.db.models import Avg, F, Func, Max, OuterRef, Prefetch, Q, Sum, Value, functions
from django.db.models.fields.json import KeyTextTransform
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import fields, serializers
from rest_framework.renderers import JSONRenderer

from fastserializers import read_only
from fastserializers.renderers import OrjsonRenderer
from tests.differential import assert_classes_agree, both, spelled_out

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import aggregates, search
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField, DateTimeRangeField
from django.contrib.postgres.functions import TransactionNow
from django.db.backends.postgresql.psycopg_any import DateRange, DateTimeTZRange, NumericRange

from tests.postgres.models import Station, Survey

pytestmark = pytest.mark.django_db

MODEL = serializers.ModelSerializer
UTC = datetime.timezone.utc
BERLIN = ZoneInfo("Europe/Berlin")

DAY = datetime.date(2024, 2, 29)
NOON = datetime.datetime(2024, 7, 1, 12, tzinfo=UTC)
TWICE = datetime.datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN)
"""A time that Berlin's clocks show twice that night; `fold=1` makes it the second."""
LONG_AGO = datetime.datetime(1850, 1, 1, tzinfo=UTC)
"""When the zones of cities had seconds in their offsets."""

MOMENTS = [NOON, TWICE, TWICE.replace(fold=1), LONG_AGO, NOON.replace(microsecond=1)]

ARRAYS = [
    field.name
    for field in Survey._meta.concrete_fields
    if isinstance(field, ArrayField) and not field.generated
]
ROWS = {
    "nothing": {},
    "empty": {
        **{name: [] for name in ARRAYS},
        "labels": {},
        "lexemes": Value(""),
        "integer_range": NumericRange(empty=True),
        "big_integer_range": NumericRange(empty=True),
        "decimal_range": NumericRange(empty=True),
        "moment_range": DateTimeTZRange(empty=True),
        "date_range": DateRange(empty=True),
        "blob": b"",
        "count": 0,
        "duration": datetime.timedelta(0),
        "encoded": {},
        "flag": False,
        "metadata": [],
        "price": 0,
        "ratio": 0,
        "time": datetime.time(0),
        "weather": "",
    },
    "full": {
        "addresses": ["127.0.0.1", "::ffff:10.0.0.1", "2001:DB8::1"],
        "dates": [DAY, datetime.date.min, datetime.date.max],
        "decimals": [Decimal("3.5"), Decimal("-0.00"), Decimal("123456.78")],
        "durations": [datetime.timedelta(days=-2, microseconds=1)],
        "flags": [True, False],
        "floats": [1.0, -0.0, 2.5],
        "integers": [1, -2, 3],
        "matrix": [[1, 2], [3, 4]],
        "moments": MOMENTS,
        "notes": [{"a": "1"}, {}],
        "required": [2**53],
        "texts": ["a", "", "null", 'with "quotes", {braces} and \\', "žluť"],
        "times": [datetime.time(9, 30), datetime.time(9, 30, 0, 1)],
        "uuids": [uuid.UUID(int=5)],
        "weathers": ["R", "?"],
        "labels": {"colour": "red", "žluť": 'a "b" => c', "": ""},
        "lexemes": search.SearchVector(Value("The fat cats"), config="english"),
        "integer_range": NumericRange(1, 5),
        "big_integer_range": NumericRange(-(2**40), 2**40, "[]"),
        "decimal_range": (Decimal("0.10"), Decimal("2")),
        "moment_range": DateTimeTZRange(TWICE, NOON.replace(year=2025)),
        "date_range": DateRange(DAY, DAY, "[]"),
        "address": "2001:DB8::1",
        "blob": b"\x00\xff",
        "count": -(2**53),
        "date": DAY,
        "duration": datetime.timedelta(days=400, seconds=3, microseconds=5),
        "encoded": {"at": NOON, "price": Decimal("3.50")},
        "flag": True,
        "identity": uuid.UUID(int=5),
        "metadata": {"b": [1, 2.5, None, {"deep": "žluť"}], "a": True},
        "moment": TWICE.replace(fold=1),
        "price": Decimal("3.5"),
        "ratio": 0.1,
        "time": datetime.time(9, 30, 15, 1000),
        "weather": "R",
    },
    "with holes": {
        "flags": [None, True],
        "matrix": [[None, 1], [2, None]],
        "moments": [None, NOON],
        "notes": [{"a": None}],
        "required": [None, 2**40],
        "texts": [None],
        "labels": {"colour": None},
        "integer_range": NumericRange(None, 5),
        "big_integer_range": NumericRange(5, None, "(]"),
        "decimal_range": NumericRange(Decimal("1.5"), None, "()"),
        "moment_range": DateTimeTZRange(None, TWICE, "(]"),
        "date_range": DateRange(None, None),
        "metadata": "text",
        "encoded": None,
        "moment": LONG_AGO,
        "weather": "?",
    },
}

COLUMNS = [
    field.name for field in Survey._meta.concrete_fields if field.name not in {"id", "station"}
]
RANGES = [name for name in COLUMNS if name.endswith("_range")]


@pytest.fixture
def surveys():
    """All rows, at two stations; some follow others."""
    stations = [
        Station.objects.create(name=name, aliases=[name.upper()], labels={"name": name, "x": None})
        for name in ("north", "south")
    ]
    made = [
        Survey.objects.create(station=stations[number % 2], **columns)
        for number, columns in enumerate(ROWS.values())
    ]
    made[2].followers.set(made[:2])
    made[3].followers.set(made[2:])
    return Survey.objects.order_by("pk")


def meta(model=Survey, **options):
    return {"Meta": type("Meta", (), {"model": model, **options})}


def assert_same_output(body, make_rows, *, base=MODEL):
    """Assert equal data, JSON and queries, or equal exceptions; return what DRF makes of it."""
    reference, fast = both(body, base)
    for row in make_rows():
        assert_classes_agree(reference, fast, row)
    expected = output(reference, JSONRenderer, make_rows)
    for variant in (fast, read_only(reference)):
        assert output(variant, OrjsonRenderer, make_rows) == expected
    return expected


def output(serializer_class, renderer, make_rows):
    with CaptureQueriesContext(connection) as queries:
        try:
            data = serializer_class(make_rows(), many=True).data
        except Exception as error:
            return type(error), str(error)
    try:
        json = renderer().render(data).decode()
    except Exception as error:
        json = type(error), str(error)
    return spelled_out(data), json, [query["sql"] for query in queries]


def json_of(outcome):
    """Return the JSON of an outcome that has some."""
    _, json, _ = outcome
    assert isinstance(json, str)
    return json


@pytest.mark.parametrize("column", COLUMNS)
class TestEveryColumn:
    def test_of_a_model_serializer(self, surveys, column):
        json_of(assert_same_output(lambda: meta(fields=[column]), surveys.all))

    def test_read_as_it_is(self, surveys, column):
        assert_same_output(
            lambda: {column: fields.ReadOnlyField(), **meta(fields=[column])}, surveys.all
        )

    def test_of_rows_that_are_dicts(self, surveys, column):
        assert_same_output(lambda: meta(fields=[column]), lambda: surveys.values(column))
        assert_same_output(
            lambda: {column: fields.ReadOnlyField(), **meta(fields=[column])},
            lambda: surveys.values(column),
        )

    def test_that_is_not_loaded_yet(self, surveys, column):
        assert_same_output(lambda: meta(fields=[column]), lambda: surveys.defer(column))


FIELDS = {
    "array": fields.ListField,
    "array of addresses": lambda **o: fields.ListField(child=fields.IPAddressField(), **o),
    "array of arrays": lambda **o: fields.ListField(
        child=fields.ListField(child=fields.IntegerField(allow_null=True)), **o
    ),
    "array of choices": lambda **o: fields.ListField(child=fields.ChoiceField(["S", "R"]), **o),
    "array of dates": lambda **o: fields.ListField(child=fields.DateField(format="%d.%m."), **o),
    "array of decimals": lambda **o: fields.ListField(child=fields.DecimalField(8, 1), **o),
    "array of durations": lambda **o: fields.ListField(child=fields.DurationField(), **o),
    "array of flags": lambda **o: fields.ListField(child=fields.BooleanField(), **o),
    "array of maps": lambda **o: fields.ListField(child=fields.HStoreField(), **o),
    "array of moments": lambda **o: fields.ListField(child=fields.DateTimeField(), **o),
    "array of moments in a zone": lambda **o: fields.ListField(
        child=fields.DateTimeField(default_timezone=BERLIN), **o
    ),
    "array of numbers": lambda **o: fields.ListField(child=fields.FloatField(), **o),
    "array of texts": lambda **o: fields.ListField(child=fields.CharField(allow_null=True), **o),
    "array of times": lambda **o: fields.ListField(child=fields.TimeField(format="%H.%M"), **o),
    "array of uuids": lambda **o: fields.ListField(child=fields.UUIDField(format="hex"), **o),
    "boolean": fields.BooleanField,
    "choices": lambda **o: fields.MultipleChoiceField(choices=[(1, "One"), ("R", "Rainy")], **o),
    "decimal": lambda **o: fields.DecimalField(8, 3, coerce_to_string=False, **o),
    "document": fields.JSONField,
    "document in bytes": lambda **o: fields.JSONField(binary=True, **o),
    "duration": fields.DurationField,
    "integer": fields.IntegerField,
    "map": fields.HStoreField,
    "map of moments": lambda **o: fields.DictField(child=fields.DateTimeField(), **o),
    "moment": fields.DateTimeField,
    "moment without format": lambda **o: fields.DateTimeField(format=None, **o),
    "text": fields.CharField,
    "uuid": fields.UUIDField,
}


@pytest.mark.parametrize("make_field", FIELDS.values(), ids=FIELDS)
def test_a_field_over_any_column(surveys, make_field):
    for column in COLUMNS:
        assert_same_of_values(make_field, column, list(surveys))
        assert_same_of_values(make_field, column, list(surveys.values(column)))


def assert_same_of_values(make_field, source, rows):
    assert_same_output(
        lambda: {"shown": make_field(source=source)}, lambda: rows, base=serializers.Serializer
    )


@pytest.mark.parametrize("column", RANGES)
@pytest.mark.parametrize("part", ["lower", "upper", "isempty", "bounds", "lower_inc"])
def test_a_part_of_a_range(surveys, column, part):
    for make_field in (fields.ReadOnlyField, fields.DateTimeField, fields.CharField):
        assert_same_of_values(make_field, f"{column}.{part}", list(surveys))


def test_all_columns_at_once(surveys):
    json_of(assert_same_output(lambda: meta(fields="__all__"), surveys.all))


def test_rows_that_are_named_tuples(surveys):
    json_of(
        assert_same_output(
            lambda: meta(fields=COLUMNS), lambda: surveys.values_list(*COLUMNS, named=True)
        )
    )


def test_relations_followed_to_a_depth(surveys):
    json_of(
        assert_same_output(
            lambda: meta(fields="__all__", depth=2),
            lambda: surveys.select_related("station").prefetch_related("followers__station"),
        )
    )


def nested(model=Survey, *, many=True, fields=("moments", "labels", "moment_range")):
    return type(MODEL)("NestedSerializer", (MODEL,), meta(model, fields=fields))(many=many)


@pytest.mark.parametrize(
    "load",
    [
        lambda stations: stations,
        lambda stations: stations.prefetch_related("surveys"),
        lambda stations: stations.prefetch_related(
            Prefetch("surveys", Survey.objects.filter(moment_range__isempty=False))
        ),
        lambda stations: stations.prefetch_related(
            Prefetch("surveys", Survey.objects.only("labels").order_by("-moments"))
        ),
    ],
    ids=["nothing loaded", "prefetched", "some prefetched", "some columns prefetched"],
)
def test_rows_in_rows(surveys, load):
    json_of(
        assert_same_output(
            lambda: {
                "surveys": nested(),
                "flags": serializers.SlugRelatedField(
                    "flags", source="surveys", many=True, read_only=True
                ),
                **meta(Station, fields=["aliases", "labels", "surveys", "flags"]),
            },
            lambda: load(Station.objects.order_by("pk")),
        )
    )


def test_rows_under_a_name_of_their_own(surveys):
    newest = Prefetch("surveys", Survey.objects.order_by("-pk"), to_attr="newest")
    json_of(
        assert_same_output(
            lambda: {"newest": nested(), **meta(Station, fields=["labels", "newest"])},
            lambda: Station.objects.order_by("pk").prefetch_related(newest),
        )
    )


def test_the_other_side_of_a_relation(surveys):
    json_of(
        assert_same_output(
            lambda: {
                "station": nested(Station, many=False, fields=["aliases", "labels"]),
                "station_labels": fields.HStoreField(source="station.labels"),
                **meta(fields=["integers", "station", "station_labels"]),
            },
            lambda: surveys.select_related("station"),
        )
    )


@pytest.mark.parametrize("chunk_size", [1, 100])
def test_rows_that_a_cursor_of_the_server_gives(surveys, monkeypatch, chunk_size):
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", False)
    reference, fast = both(lambda: meta(fields="__all__"), MODEL)
    rows = surveys.prefetch_related("followers")
    with CaptureQueriesContext(connection) as queries:
        actual = fast(rows.iterator(chunk_size), many=True).data
    assert queries[0]["sql"].startswith("DECLARE")
    assert spelled_out(actual) == spelled_out(reference(rows.iterator(chunk_size), many=True).data)


def joined(column):
    # From Django 6.0 on it is every database's.
    if hasattr(models, "StringAgg"):
        return models.StringAgg(column, Value("; "))
    return aggregates.StringAgg(column, "; ")


def of_its_surveys(expression):
    surveys = Survey.objects.filter(station=OuterRef("pk")).order_by("pk")
    return ArraySubquery(surveys.annotate(shown=expression).values("shown"))


STATIONS = {
    "array of integers": lambda: aggregates.ArrayAgg("surveys__count", default=[]),
    "array of moments": lambda: aggregates.ArrayAgg("surveys__moment"),
    "array of ranges": lambda: aggregates.ArrayAgg("surveys__moment_range"),
    "array of maps": lambda: aggregates.ArrayAgg("surveys__labels"),
    "array of documents": lambda: aggregates.ArrayAgg("surveys__metadata"),
    "array of nothing": lambda: aggregates.ArrayAgg("surveys__count", filter=Q(pk=None)),
    "array of a subquery": lambda: of_its_surveys(F("price")),
    "array of objects": lambda: of_its_surveys(
        functions.JSONObject(at="moment", price="price", texts="texts")
    ),
    "document": lambda: aggregates.JSONBAgg("surveys__price"),
    "text": lambda: joined("surveys__weather"),
    "boolean": lambda: aggregates.BoolAnd("surveys__flag"),
    "sum": lambda: Sum("surveys__count"),
    "mean of decimals": lambda: Avg("surveys__price"),
    "mean of durations": lambda: Avg("surveys__duration"),
    "last moment": lambda: Max("surveys__moment"),
    "last address": lambda: Max("surveys__address"),
}
SURVEYS = {
    "element of an array": lambda: F("texts__0"),
    "slice of an array": lambda: F("moments__1_3"),
    "length of an array": lambda: F("texts__len"),
    "value in a map": lambda: F("labels__colour"),
    "keys of a map": lambda: F("labels__keys"),
    "part of a document": lambda: F("metadata__b"),
    "text in a document": lambda: KeyTextTransform("b", "metadata"),
    "start of a range": lambda: F("moment_range__startswith"),
    "end of a range": lambda: F("decimal_range__endswith"),
    "emptiness of a range": lambda: F("date_range__isempty"),
    "range": lambda: Func("moment", None, function="tstzrange", output_field=DateTimeRangeField()),
    "rank": lambda: search.SearchRank("lexemes", search.SearchQuery("cat")),
    "now": TransactionNow,
    "age": lambda: TransactionNow() - F("moment"),
    "month": lambda: functions.TruncMonth("moment", tzinfo=BERLIN),
    "day": lambda: functions.TruncDate("moment", tzinfo=BERLIN),
    "hour": lambda: functions.ExtractHour("moment", tzinfo=BERLIN),
}


@pytest.mark.parametrize(
    ("model", "expression"),
    [*((Station, of) for of in STATIONS.values()), *((Survey, of) for of in SURVEYS.values())],
    ids=[*STATIONS, *SURVEYS],
)
def test_what_the_database_makes(surveys, model, expression):
    rows = model.objects.order_by("pk").annotate(made=expression())
    for kind in (rows, rows.values("made"), rows.values_list("made", named=True)):
        assert_same_of_values(fields.ReadOnlyField, "made", list(kind))
    for make_field in FIELDS.values():
        assert_same_of_values(make_field, "made", list(rows))


# Time zones: that of the connection, which the values come in, and the active one.

ZONES = ["UTC", "Europe/Berlin", "America/St_Johns"]


@pytest.fixture(params=[*ZONES, None, "naive"])
def connection_zone(request, surveys):
    """`TIME_ZONE` in the settings of the database, or `USE_TZ = False`."""
    naive = request.param == "naive"
    connection.settings_dict["TIME_ZONE"] = None if naive else request.param
    # Django tells its connections when these settings change.
    with override_settings(USE_TZ=not naive, TIME_ZONE="America/New_York"):
        yield request.param
        connection.settings_dict["TIME_ZONE"] = None


@pytest.mark.parametrize("active", [*ZONES, None])
def test_moments_in_every_zone(surveys, connection_zone, active):
    zone = {None: "UTC", "naive": "None"}.get(connection_zone, connection_zone)
    assert str(surveys.last().moment.tzinfo) == zone
    columns = ["moment", "moments", "moment_range", "date", "time"]
    more = {
        "as_it_is": lambda: fields.ReadOnlyField(source="moment"),
        "all_as_they_are": lambda: fields.ReadOnlyField(source="moments"),
        "formatted": lambda: fields.DateTimeField(source="moment", format="%d.%m.%Y %H:%M %z %Z"),
        "in_berlin": lambda: fields.DateTimeField(source="moment", default_timezone=BERLIN),
        "end": lambda: fields.DateTimeField(source="moment_range.upper", allow_null=True),
        "month": lambda: fields.DateTimeField(),
        "all": lambda: fields.ListField(child=fields.DateTimeField()),
    }

    def body():
        made = {name: make_field() for name, make_field in more.items()}
        return {**made, **meta(fields=[*columns, *more])}

    rows = surveys.annotate(
        month=functions.TruncMonth(
            "moment", tzinfo=BERLIN if connection_zone != "naive" else None
        ),
        all=aggregates.ArrayAgg("moment"),
    )
    with nullcontext() if active is None else timezone.override(active):
        json_of(assert_same_output(body, rows.all))


# Values that are no column's yet, or that only SQL can store.

UNSAVED = {
    "texts": ("a", "b"),
    "integers": {1},
    "matrix": [(1, "2"), None],
    "moments": [NOON.isoformat(), NOON.replace(tzinfo=None), DAY],
    "decimals": "1,2",
    "labels": {"number": 1, 2: Decimal("3.50"), "deep": {"a": None}},
    "lexemes": search.SearchVector("weather"),
    "integer_range": (1, 5),
    "big_integer_range": NumericRange(1, 5, "(]"),
    "decimal_range": [Decimal(1), None],
    "moment_range": '{"lower": "2024-07-01T12:00:00Z", "upper": null, "bounds": "[)"}',
    "date_range": DateRange("2024-02-29", None),
    "blob": memoryview(b"\x00\xff"),
    "duration": "3 days",
    "metadata": {1: {2}},
}


@pytest.mark.parametrize("column", UNSAVED)
def test_a_value_that_is_not_stored_yet(column):
    survey = Survey(**{column: UNSAVED[column]})
    assert_same_output(lambda: meta(fields=[column]), lambda: [survey, survey])
    assert_same_of_values(fields.ReadOnlyField, column, [survey])


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_have_no_json(number):
    Survey.objects.create(ratio=float(number), floats=[1.0, float(number)])
    if number == "NaN":
        not_a_number = functions.Cast(Value(number), Survey._meta.get_field("price"))
        Survey.objects.update(price=not_a_number)
    assert_same_output(
        lambda: meta(fields=["ratio", "floats", "price", "double_price"]), Survey.objects.all
    )
