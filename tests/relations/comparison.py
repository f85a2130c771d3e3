"""Compares what a class makes of rows, and by what queries, with REST framework."""

from functools import lru_cache, partial

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from tests.differential import outcome, read_fast

CONTEXT = {"request": Request(APIRequestFactory().get("/"))}


def assert_same_rows(make, make_rows, base=ModelSerializer, context=CONTEXT):
    """Assert the same of rows that DRF represents without an error."""
    assert make(base)(make_rows(), many=True, context=context).data is not None
    assert_no_more_queries(make, make_rows, base, context)


def assert_no_more_queries(make, make_rows, base=ModelSerializer, context=CONTEXT):
    """Assert that a class that reads fast makes the same of the rows by no more queries.

    `make` is a function that returns a serializer class on the base that it is given.
    """
    cls = made(make, base)
    read = partial(executed, partial(listed, cls, make_rows, context))
    read_alone = partial(executed, partial(one_by_one, cls, make_rows, context))
    expected, alone = read(), read_alone()
    assert_no_more(read_fast(read), expected)
    assert_no_more(read_fast(read_alone), alone)
    with override_settings(FASTSERIALIZERS=INSTANCES):
        assert_no_more(read_fast(read), expected)


def assert_no_more_queries_of_each(subtests, make, rows):
    """Assert the same of each of the functions that make rows, by their names."""
    for name, make_rows in rows.items():
        with subtests.test(rows=name):
            assert_no_more_queries(make, make_rows)


def assert_no_more(actual, expected):
    """Assert the same output by no more queries, which read the same tables."""
    assert actual[0] == expected[0]
    tables, others = ({table_of(query) for query in queries} for _, queries in (actual, expected))
    assert len(actual[1]) <= len(expected[1])
    assert tables <= others


@lru_cache(maxsize=200)
def made(make, base):
    """Return the class that `make` makes, the same one wherever several tests share `make`."""
    return make(base)


def listed(serializer_class, make_rows, context):
    """Return what becomes of the rows in a list."""
    return outcome(partial(serializer_class, many=True, context=context), make_rows)


def one_by_one(serializer_class, make_rows, context):
    """Return what becomes of each of the rows alone."""
    rows = make_rows()
    return [
        outcome(serializer_class, partial(same, row), context)
        for row in (rows.all() if hasattr(rows, "all") else rows)
    ]


def same(row):
    return row


def executed(function):
    """Return what `function` returns, and the SQL of the queries that it makes."""
    # The types that generic relations lead to are looked up once, and kept by Django.
    ContentType.objects.clear_cache()
    with CaptureQueriesContext(connection) as queries:
        result = function()
    return result, [query["sql"] for query in queries]


def table_of(query):
    return query.partition(" FROM ")[2].partition(" ")[0]


# As rows, one query fetches what others do for one row each; as instances, Django makes them.
INSTANCES = {"ROWS": False}
