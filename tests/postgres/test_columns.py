"""PostgreSQL's own columns, read back from the database, against DRF's own."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Prefetch, Value, functions
from django.test.utils import CaptureQueriesContext
from rest_framework import fields, serializers

from tests.differential import both, spelled_out

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import search
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
    return lambda: {**{name: make() for name, make in declared.items()}, **meta(fields=names)}


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
