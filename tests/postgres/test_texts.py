"""What PostgreSQL has written as text is told by what it has given, and not by declarations."""

import datetime
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection, models
from django.db.models import F, Func, IntegerField, Max, Sum
from django.db.models.functions import Cast, ExtractSecond, TruncHour
from django.utils import timezone
from rest_framework import fields
from rest_framework.serializers import ModelSerializer

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these types: make test-postgres", allow_module_level=True)

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.instances.queryset import read
from fastserializers.rows.layout import LAYOUTS
from tests.differential import spelled_out
from tests.endpoints.paginators import DRF, four_rows, is_rows, seen_page
from tests.postgres.comparison import assert_same_output, json_of
from tests.postgres.models import Survey
from tests.relations.serializers import serializer_of, shape

pytestmark = pytest.mark.django_db
ALL = ["moment", "date", "time", "identity", "price"]
FIELDS = [fields.ReadOnlyField, fields.CharField]

# Beside columns that are loaded as texts: what has another type than its field declares.
OTHERS = {
    "seconds": ExtractSecond("moment"),
    "epoch": Func(
        "moment", template="EXTRACT(epoch FROM %(expressions)s)", output_field=IntegerField()
    ),
    "sum": Sum("price", output_field=IntegerField()),
    "moment as text": Max("moment", output_field=models.CharField()),
    "text as moment": Max(Cast("moment", models.TextField()), output_field=models.DateTimeField()),
    "array as text": Func(
        "moment", template="ARRAY[%(expressions)s]", output_field=models.CharField()
    ),
    "range as text": Func("moment", None, function="tstzrange", output_field=models.CharField()),
    "hour": TruncHour("moment"),
}


def test_moments_and_decimals_are_texts_in_the_rows(surveys):
    """Without psycopg's private `Cursor._tx`, they would be objects: slower, and right."""
    rows = read(surveys.exclude(moment=None).exclude(price=None).only("moment", "price", "date"))
    by_name = rows.fetched.layout.positions
    row = rows.rows[0]
    assert [type(row[by_name[name]]) for name in ("moment", "price")] == [str, str]


def without_arrays(surveys):
    """Return the rows with columns of which none is declared to be made of others."""
    return surveys.only("pk", *ALL)


TextsSerializer = serializer_of(FastReadOnlyModelSerializer, Survey, ALL)


@pytest.mark.parametrize("expression", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("field_class", [*FIELDS, fields.DateTimeField])
def test_a_value_of_another_type_than_declared(surveys, field_class, expression):
    rows = without_arrays(surveys).annotate(made=expression)
    # What turns out to be made of others is executed again, and no text from then on.
    assert len(TextsSerializer(rows.all(), many=True).data) == 4
    assert_same_output(shape(Survey, ["made", *ALL], {"made": field_class()}), rows.all)
    page, _ = seen_page(four_rows(DRF["numbers"]), rows.all())
    assert looked_at(page) == looked_at(list(rows))


def test_the_first_list_with_an_array_is_one_query(surveys, django_assert_num_queries):
    names = ["moment", "date", "price", "decimals"]
    serializer_class = serializer_of(FastReadOnlyModelSerializer, Survey, ["id", *names])
    LAYOUTS.clear()
    with django_assert_num_queries(1):
        assert len(serializer_class(surveys.only(*names), many=True).data) == 4


class Legacy(models.Model):
    """A view whose columns have other types than its fields."""

    count = models.IntegerField()
    moment = models.CharField(max_length=50)
    day = models.DateTimeField()
    price = models.DecimalField(max_digits=8, decimal_places=2)
    moments = models.DateTimeField()
    identity = models.CharField(max_length=50)

    class Meta:
        managed = False
        app_label = "tests_postgres"
        db_table = "legacy_surveys"


@pytest.fixture
def legacy(surveys):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE VIEW legacy_surveys AS SELECT id, price AS count, moment, date AS day, "
            "count AS price, moments, identity FROM tests_postgres_survey WHERE price IS NOT NULL"
        )
    return Legacy.objects.order_by("pk")


@pytest.mark.parametrize("others", [[], ["moments"]], ids=["", "with an array"])
@pytest.mark.parametrize("field_class", [None, fields.ReadOnlyField])
def test_a_legacy_table_that_is_declared_otherwise(legacy, field_class, others):
    names = ["count", "moment", "day", "price", "identity", *others]
    rows = legacy.only("pk", *names)
    seen_page(four_rows(DRF["numbers"]), rows.all())
    declared = {} if field_class is None else {name: field_class() for name in names}
    assert_same_output(shape(Legacy, names, declared), rows.all)


@pytest.fixture
def adapters(db):
    """The adapters of the connection, whose loaders are put back."""
    connection.ensure_connection()
    adapters = connection.connection.adapters
    known = {
        name: adapters.get_loader(adapters.types[name].oid, 0) for name in ("numeric", "uuid")
    }
    yield adapters
    for name, loader in known.items():
        adapters.register_loader(name, loader)


def test_loaders_that_a_project_has_registered(surveys, adapters):
    from psycopg.types.numeric import FloatLoader
    from psycopg.types.string import TextLoader

    class Shouting(TextLoader):
        def load(self, data):
            return f"{super().load(data)}!"

    adapters.register_loader("numeric", FloatLoader)
    adapters.register_loader("uuid", Shouting)
    make = shape(Survey, ALL, {name: fields.ReadOnlyField() for name in ALL})
    shown = json_of(assert_same_output(make, without_arrays(surveys).all))
    assert '"price":3.5' in shown
    assert '!"' in shown


# What a value needs is taken when the rows are read.


@contextmanager
def closed():
    """The connection as it is after a request."""
    open_one, connection.connection = connection.connection, None
    try:
        yield
    finally:
        connection.connection = open_one


@contextmanager
def of_another_style():
    with connection.cursor() as cursor:
        cursor.execute("SET datestyle = 'German, DMY'")
        yield
        cursor.execute("RESET datestyle")


def in_kathmandu():
    return timezone.override("Asia/Kathmandu")


def looked_at(page):
    return spelled_out([{**vars(survey), "_state": None} for survey in page])


@pytest.fixture
def computed(surveys):
    return without_arrays(surveys).annotate(
        hour=TruncHour("moment"), seconds=ExtractSecond("moment")
    )


@pytest.mark.parametrize("context", [closed, of_another_style, in_kathmandu])
def test_instances_that_are_made_later_are_those_of_the_rows(computed, context):
    expected = looked_at(list(computed.all()))
    page, _ = seen_page(four_rows(DRF["numbers"]), computed.all())
    assert is_rows(page)
    with context():
        assert looked_at(page) == expected


def test_instances_that_are_made_by_another_thread_are_those_of_the_rows(computed):
    expected = looked_at(list(computed.all()))
    page, _ = seen_page(four_rows(DRF["offsets"]), computed.all())
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(looked_at, page).result() == expected


SURVEYS = Survey.objects.order_by("pk")
LOADED = {
    "all columns": SURVEYS,
    "few columns": SURVEYS.only("moment", "station", *ALL),
}


@pytest.mark.parametrize("loaded", LOADED.values(), ids=LOADED)
def test_a_page_of_texts(surveys, loaded):
    declared = {"stations": fields.CharField(source="station.name")}
    serializer_class = serializer_of(ModelSerializer, Survey, [*ALL, "moments"], declared)
    rows = loaded.select_related("station").annotate(other=F("moment"))
    page, view = seen_page(four_rows(DRF["numbers"]), rows.all())
    view.serializer_class = serializer_class
    data = view.get_serializer(page, many=True).data
    assert data == serializer_class(rows.all(), many=True).data
    assert isinstance(surveys[2].moment, datetime.datetime)
