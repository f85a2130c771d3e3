"""PostgreSQL's own columns, what its functions make of rows, and moments in its zones."""

from __future__ import annotations

from contextlib import nullcontext
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Avg, F, Func, OuterRef, Prefetch, Q, Value, functions
from django.db.models.fields.json import KeyTextTransform
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import fields, serializers

from tests.differential import both, spelled_out
from tests.values import BERLIN

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import aggregates, search
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import DateTimeRangeField
from django.contrib.postgres.functions import TransactionNow
from django.db.backends.postgresql.psycopg_any import DateRange, NumericRange

from tests.postgres.comparison import (
    FIELDS,
    MODEL,
    assert_same_of_values,
    assert_same_output,
    json_of,
    meta,
)
from tests.postgres.models import Station, Survey
from tests.postgres.rows import COLUMNS, DAY, NOON, RANGES
from tests.rows.comparison import each

pytestmark = pytest.mark.django_db


def made_of(names, **declared):
    """Return a function that makes a body of columns, and of the fields that are declared."""
    every = [*names, *(name for name in declared if name not in names)]
    return lambda: {**{name: make() for name, make in declared.items()}, **meta(fields=every)}


@each("column", COLUMNS)
def test_every_column(surveys, column):
    for body in (made_of([column]), made_of([column], **{column: fields.ReadOnlyField})):
        for rows in (surveys, surveys.values(column), surveys.defer(column)):
            assert_same_output(body, rows.all)
    json_of(assert_same_output(made_of([column]), surveys.all))


@pytest.mark.parametrize("make_field", FIELDS.values(), ids=FIELDS)
def test_a_field_over_any_column(surveys, make_field):
    for column in COLUMNS:
        assert_same_of_values(make_field, column, list(surveys))
        assert_same_of_values(make_field, column, list(surveys.values(column)))


def test_a_part_of_a_range(surveys):
    for column in RANGES:
        for part in ("lower", "upper", "isempty", "bounds", "lower_inc"):
            for make_field in (fields.ReadOnlyField, fields.DateTimeField, fields.CharField):
                assert_same_of_values(make_field, f"{column}.{part}", list(surveys))


def test_all_columns_at_once_in_named_tuples_and_along_relations(surveys):
    related = surveys.select_related("station").prefetch_related("followers__station")
    for rows, options in (
        (surveys, {"fields": "__all__"}),
        (surveys.values_list(*COLUMNS, named=True), {"fields": COLUMNS}),
        (related, {"fields": "__all__", "depth": 2}),
    ):
        json_of(assert_same_output(lambda: meta(**options), rows.all))  # noqa: B023


def nested(model=Survey, *, many=True, fields=("moments", "labels", "moment_range")):
    return type(MODEL)("NestedSerializer", (MODEL,), meta(model, fields=fields))(many=many)


@each("name", ["surveys", "newest"])
def test_rows_in_rows(surveys, name):
    def body():
        flags = serializers.SlugRelatedField("flags", source=name, many=True, read_only=True)
        declared = {"flags": flags, name: nested()}
        return {**declared, **meta(Station, fields=["aliases", "labels", *declared])}

    partial = Survey.objects.only("labels").order_by("-moments")
    lookup = Prefetch("surveys", partial, to_attr="newest" if name == "newest" else None)
    for rows in (Station.objects.order_by("pk"), Station.objects.prefetch_related(lookup)):
        assert_same_output(body, rows.all)


def test_the_other_side_of_a_relation(surveys):
    def body():
        return {
            "station": nested(Station, many=False, fields=["aliases", "labels"]),
            "station_labels": fields.HStoreField(source="station.labels"),
            **meta(fields=["integers", "station", "station_labels"]),
        }

    json_of(assert_same_output(body, surveys.select_related("station").all))


def test_rows_that_a_cursor_of_the_server_gives(surveys, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", False)
    reference, fast = both(lambda: meta(fields="__all__"), MODEL)
    rows = surveys.prefetch_related("followers")
    for size in (1, 100):
        with CaptureQueriesContext(connection) as queries:
            actual = fast(rows.iterator(size), many=True).data
        assert queries[0]["sql"].startswith("DECLARE")
        expected = reference(rows.iterator(size), many=True).data
        assert spelled_out(actual) == spelled_out(expected), size


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


def test_a_value_that_is_not_stored_yet():
    for column, value in UNSAVED.items():
        survey = Survey(**{column: value})
        assert_same_output(made_of([column]), lambda: [survey, survey])  # noqa: B023
        assert_same_of_values(fields.ReadOnlyField, column, [survey])


@each("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_have_no_json(number):
    Survey.objects.create(ratio=float(number), floats=[1.0, float(number)])
    if number == "NaN":
        not_a_number = functions.Cast(Value(number), Survey._meta.get_field("price"))
        Survey.objects.update(price=not_a_number)
    assert_same_output(
        lambda: meta(fields=["ratio", "floats", "price", "double_price"]), Survey.objects.all
    )


# What PostgreSQL's functions make of rows.


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
    "mean of durations": lambda: Avg("surveys__duration"),
}
SURVEYS = {
    "element of an array": lambda: F("texts__0"),
    "slice of an array": lambda: F("moments__1_3"),
    "value in a map": lambda: F("labels__colour"),
    "keys of a map": lambda: F("labels__keys"),
    "part of a document": lambda: F("metadata__b"),
    "text in a document": lambda: KeyTextTransform("b", "metadata"),
    "start of a range": lambda: F("moment_range__startswith"),
    "end of a range": lambda: F("decimal_range__endswith"),
    "emptiness of a range": lambda: F("date_range__isempty"),
    "range": lambda: Func("moment", None, function="tstzrange", output_field=DateTimeRangeField()),
    "rank": lambda: search.SearchRank("lexemes", search.SearchQuery("cat")),
    "age": lambda: TransactionNow() - F("moment"),
}


@pytest.mark.parametrize(
    ("model", "expression"),
    [*((Station, of) for of in STATIONS.values()), *((Survey, of) for of in SURVEYS.values())],
    ids=[*STATIONS, *SURVEYS],
)
def test_what_the_database_makes(surveys, model, expression):
    rows = model.objects.order_by("pk").annotate(made=expression())
    body = lambda: {"made": fields.ReadOnlyField(), **meta(model, fields=["made"])}  # noqa: E731
    for kind in (rows, rows.values("made"), rows.values_list("made", named=True)):
        assert_same_output(body, kind.all)
    for make_field in FIELDS.values():
        assert_same_of_values(make_field, "made", list(rows))


# Moments in the zone of the connection, which the values come in, and in the active one.

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
    body = made_of(
        columns,
        as_it_is=lambda: fields.ReadOnlyField(source="moment"),
        all_as_they_are=lambda: fields.ReadOnlyField(source="moments"),
        formatted=lambda: fields.DateTimeField(source="moment", format="%d.%m.%Y %H:%M %z %Z"),
        in_berlin=lambda: fields.DateTimeField(source="moment", default_timezone=BERLIN),
        end=lambda: fields.DateTimeField(source="moment_range.upper", allow_null=True),
        month=fields.DateTimeField,
        all=lambda: fields.ListField(child=fields.DateTimeField()),
    )
    rows = surveys.annotate(
        month=functions.TruncMonth(
            "moment", tzinfo=BERLIN if connection_zone != "naive" else None
        ),
        all=aggregates.ArrayAgg("moment"),
    )
    with nullcontext() if active is None else timezone.override(active):
        json_of(assert_same_output(body, rows.all))
