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

pytestmark = pytest.mark.django_db


class TestEveryColumn:
    def test_of_a_model_serializer(self, surveys):
        for column in COLUMNS:
            json_of(assert_same_output(lambda: meta(fields=[column]), surveys.all))  # noqa: B023

    def test_read_as_it_is(self, surveys):
        for column in COLUMNS:
            fields_of = {column: fields.ReadOnlyField}
            for rows in (surveys.all, lambda: surveys.values(column)):  # noqa: B023
                assert_same_output(made_of(fields_of, [column]), rows)

    def test_of_rows_that_are_dicts(self, surveys):
        for column in COLUMNS:
            assert_same_output(made_of({}, [column]), lambda: surveys.values(column))  # noqa: B023

    def test_that_is_not_loaded_yet(self, surveys):
        for column in COLUMNS:
            assert_same_output(made_of({}, [column]), lambda: surveys.defer(column))  # noqa: B023


def made_of(fields_of, names):
    return lambda: {**{name: make() for name, make in fields_of.items()}, **meta(fields=names)}


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
        assert_same_output(made_of({}, [column]), lambda: [survey, survey])  # noqa: B023
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
