"""Holds DRF's classes and their fast forms together: what they make of rows, by what queries."""

from functools import lru_cache, partial

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from tests.differential import FORMS_THAT_DIFFER, outcome_once

CONTEXT = {"request": Request(APIRequestFactory().get("/"))}


def assert_same_rows(make, make_rows, base=ModelSerializer, context=CONTEXT):
    """Assert the same of rows that DRF represents without an error."""
    assert make(base)(make_rows(), many=True, context=context).data is not None
    assert_no_more_queries(make, make_rows, base, context)


def assert_no_more_queries(
    make, make_rows, base=ModelSerializer, context=CONTEXT, forms=FORMS_THAT_DIFFER
):
    """Assert that the forms of a class make the same of the rows, by DRF's queries or fewer.

    `make` is a function that returns a serializer class on the base that it is given.
    """
    reference = made(make, base)
    # What is nested in DRF's class may be fast.
    with override_settings(FASTSERIALIZERS=INSTANCES):
        expected, expected_queries = executed(partial(listed, reference, make_rows, context))
        alone, queries_alone = executed(partial(one_by_one, reference, make_rows, context))
    for form in forms:
        fast = made(make, base, form)
        actual, queries = executed(partial(listed, fast, make_rows, context))
        assert actual == expected
        assert are_no_more(queries, expected_queries)
        actual, queries = executed(partial(one_by_one, fast, make_rows, context))
        assert actual == alone
        assert are_no_more(queries, queries_alone)
    # Whether a list is read as rows is decided alike for all forms.
    with override_settings(FASTSERIALIZERS=INSTANCES):
        fast = made(make, base, forms[0])
        actual, queries = executed(partial(listed, fast, make_rows, context))
    assert actual == expected
    assert are_no_more(queries, expected_queries)


@lru_cache(maxsize=200)
def made(make, base, form=None):
    """Return the class that `make` makes, the same one wherever several tests share `make`."""
    return make(base) if form is None else form(make, base)


def listed(serializer_class, make_rows, context):
    """Return what becomes of the rows in a list."""
    return outcome_once(partial(serializer_class, many=True, context=context), make_rows)


def one_by_one(serializer_class, make_rows, context):
    """Return what becomes of each of the rows alone."""
    rows = make_rows()
    return [
        outcome_once(serializer_class, partial(same, row), context)
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


def are_no_more(queries, others):
    """Return whether there are no more `queries` than `others`, and they read the same tables."""
    tables, other_tables = ({table_of(query) for query in each} for each in (queries, others))
    return len(queries) <= len(others) and tables <= other_tables


def table_of(query):
    return query.partition(" FROM ")[2].partition(" ")[0]


# As rows, one query fetches what others do for one row each; as instances, Django makes them.
INSTANCES = {"ROWS": False}
