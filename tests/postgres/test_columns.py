"""PostgreSQL's own columns, what its functions make of rows, and moments in its zones."""

import datetime
from contextlib import nullcontext
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Avg, F, Func, Prefetch, Value, functions
from django.db.models.fields.json import KeyTextTransform
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import fields

from tests.differential import assert_alike, made_fast, spelled_out
from tests.models import Book, Publisher
from tests.values import BERLIN, UTC

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import aggregates, search
from django.contrib.postgres.fields import DateTimeRangeField
from django.contrib.postgres.functions import TransactionNow
from django.db.backends.postgresql.psycopg_any import DateRange

from tests.postgres.comparison import (
    FIELDS,
    MODEL,
    assert_same_of_values,
    assert_same_output,
    json_of,
)
from tests.postgres.models import Station, Survey
from tests.postgres.rows import COLUMNS, DAY, NOON, RANGES
from tests.relations.serializers import nested, serializer_of, shape, slug

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("field_class", [None, fields.ReadOnlyField], ids=["derived", "as it is"])
def test_every_column(surveys, column, field_class):
    make = shape(Survey, [column], {column: field_class()} if field_class else {})
    expected = assert_same_output(make, surveys.all)
    # Some columns are no JSON as they are.
    assert field_class or json_of(expected)
    assert_same_output(make, surveys.values(column).all)
    assert_same_output(make, surveys.defer(column).all)


@pytest.mark.parametrize("make_field", FIELDS.values(), ids=FIELDS)
def test_a_field_over_any_column(surveys, subtests, make_field):
    for column in COLUMNS:
        with subtests.test(column=column):
            assert_same_of_values(make_field, column, list(surveys))
            assert_same_of_values(make_field, column, list(surveys.values(column)))


@pytest.mark.parametrize("column", RANGES)
@pytest.mark.parametrize("part", ["lower", "isempty", "bounds"])
def test_a_part_of_a_range(surveys, part, column):
    source = f"{column}.{part}"
    assert_same_of_values(fields.ReadOnlyField, source, list(surveys))
    assert_same_of_values(fields.DateTimeField, source, list(surveys))
    assert_same_of_values(fields.CharField, source, list(surveys))


def test_all_columns_at_once_in_named_tuples_and_along_relations(surveys):
    json_of(assert_same_output(shape(Survey, "__all__"), surveys.all))
    rows = surveys.values_list(*COLUMNS, named=True)
    json_of(assert_same_output(shape(Survey, COLUMNS), rows.all))
    related = surveys.select_related("station").prefetch_related("followers__station")
    json_of(assert_same_output(shape(Survey, "__all__", depth=2), related.all))


SURVEY = shape(Survey, ["moments", "labels", "moment_range"])
STATION = shape(Station, ["aliases", "labels"])


@pytest.mark.parametrize(("name", "to_attr"), [("surveys", None), ("newest", "newest")])
def test_rows_in_rows(surveys, name, to_attr):
    declared = {"flags": slug("flags", source=name, many=True), name: nested(SURVEY, many=True)}
    make = shape(Station, ["aliases", "labels"], declared)
    some = Survey.objects.only("labels").order_by("-moments")
    lookup = Prefetch("surveys", some, to_attr=to_attr)
    assert_same_output(make, Station.objects.order_by("pk").all)
    assert_same_output(make, Station.objects.prefetch_related(lookup).all)


def test_the_other_side_of_a_relation(surveys):
    labels = fields.HStoreField(source="station.labels")
    make = shape(Survey, ["integers"], {"station": nested(STATION), "station_labels": labels})
    json_of(assert_same_output(make, surveys.select_related("station").all))


@pytest.mark.parametrize("size", [1, 100])
def test_rows_that_a_cursor_of_the_server_gives(surveys, monkeypatch, size):
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", False)
    reference = serializer_of(MODEL, Survey, "__all__")
    fast = made_fast(reference)
    rows = surveys.prefetch_related("followers")
    with CaptureQueriesContext(connection) as queries:
        actual = fast(rows.iterator(size), many=True).data
    assert queries[0]["sql"].startswith("DECLARE")
    expected = reference(rows.iterator(size), many=True).data
    assert spelled_out(actual) == spelled_out(expected)


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
    assert_same_output(shape(Survey, [column]), lambda: [survey, survey])
    assert_same_of_values(fields.ReadOnlyField, column, [survey])


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN"])
def test_numbers_that_have_no_json(number):
    Survey.objects.create(ratio=float(number))
    assert_same_output(shape(Survey, ["ratio"]), Survey.objects.all)
    Survey.objects.update(price=functions.Cast(Value("NaN"), Survey._meta.get_field("price")))
    assert_same_output(shape(Survey, ["price", "double_price"]), Survey.objects.all)


STATIONS = {
    "array of integers": aggregates.ArrayAgg("surveys__count", default=[]),
    "array of moments": aggregates.ArrayAgg("surveys__moment"),
    "array of ranges": aggregates.ArrayAgg("surveys__moment_range"),
    "array of documents": aggregates.ArrayAgg("surveys__metadata"),
    "document": aggregates.JSONBAgg("surveys__price"),
    "mean of durations": Avg("surveys__duration"),
}
SURVEYS = {
    "slice of an array": F("moments__1_3"),
    "value in a map": F("labels__colour"),
    "text in a document": KeyTextTransform("b", "metadata"),
    "start of a range": F("moment_range__startswith"),
    "range": Func("moment", None, function="tstzrange", output_field=DateTimeRangeField()),
    "rank": search.SearchRank("lexemes", search.SearchQuery("cat")),
    "age": TransactionNow() - F("moment"),
}


@pytest.mark.parametrize(
    ("model", "expression"),
    [*((Station, of) for of in STATIONS.values()), *((Survey, of) for of in SURVEYS.values())],
    ids=[*STATIONS, *SURVEYS],
)
def test_what_the_database_makes(surveys, subtests, model, expression):
    rows = model.objects.order_by("pk").annotate(made=expression)
    make = shape(model, [], {"made": fields.ReadOnlyField()})
    assert_same_output(make, rows.all)
    assert_same_output(make, rows.values("made").all)
    assert_same_output(make, rows.values_list("made", named=True).all)
    for name, make_field in FIELDS.items():
        with subtests.test(field=name):
            assert_same_of_values(make_field, "made", list(rows))


# Moments in the zone of the connection, which the values come in, and in the active one.

ZONES = ["UTC", "America/St_Johns"]


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
    declared = {
        "as_it_is": fields.ReadOnlyField(source="moment"),
        "all_as_they_are": fields.ReadOnlyField(source="moments"),
        "formatted": fields.DateTimeField(source="moment", format="%d.%m.%Y %H:%M %z %Z"),
        "in_berlin": fields.DateTimeField(source="moment", default_timezone=BERLIN),
        "end": fields.DateTimeField(source="moment_range.upper", allow_null=True),
        "month": fields.DateTimeField(),
        "all": fields.ListField(child=fields.DateTimeField()),
    }
    rows = surveys.annotate(
        month=functions.TruncMonth(
            "moment", tzinfo=BERLIN if connection_zone != "naive" else None
        ),
        all=aggregates.ArrayAgg("moment"),
    )
    with nullcontext() if active is None else timezone.override(active):
        json_of(assert_same_output(shape(Survey, columns, declared), rows.all))


# Moments in a zone that a project has set for its session.

SECOND_TIME = datetime.datetime(2024, 10, 27, 1, 30, tzinfo=UTC)
"""London's clocks show it twice that night: Django's datetime of it has `fold=1` then."""
BOOK = shape(
    Book,
    ["added"],
    {
        "made": fields.DateTimeField(source="added", format=None),
        "read": fields.ReadOnlyField(source="added"),
    },
)


def set_zone(name):
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, true)", [name])


def test_the_zone_of_the_session_is_set():
    publisher = Publisher.objects.create(name="P", code="p")
    Book.objects.create(title="T", price=1, added=SECOND_TIME, publisher=publisher)

    def read():
        set_zone("Europe/London")
        return spelled_out(BOOK(MODEL)(Book.objects.all(), many=True).data)

    assert "fold=1" in repr(assert_alike(read))
