"""What PostgreSQL's functions make of rows."""

from __future__ import annotations

import pytest
from django.db import connection, models
from django.db.models import Avg, F, Func, Max, OuterRef, Q, Sum, Value, functions
from django.db.models.fields.json import KeyTextTransform
from rest_framework import fields

from tests.values import BERLIN

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import aggregates, search
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import DateTimeRangeField
from django.contrib.postgres.functions import TransactionNow

from tests.postgres.comparison import FIELDS, assert_same_of_values
from tests.postgres.models import Station, Survey

pytestmark = pytest.mark.django_db


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
