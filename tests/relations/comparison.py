"""Holds DRF's classes and their fast forms together: what they make of rows, by what queries."""

from __future__ import annotations

from functools import partial

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from fastserializers.renderers import OrjsonRenderer
from tests.differential import FAST_BASES, FAST_FORMS, on_the_fast_base, outcome

CONTEXT = {"request": Request(APIRequestFactory().get("/"))}


def assert_same_everywhere(make, make_rows, base=ModelSerializer, context=CONTEXT):
    """Assert the same of rows alone, in a list, nested in another serializer, and as bytes."""

    def nesting(outer):
        inner = make(base if outer is Serializer else FAST_BASES[base])
        declared = {"one": inner(), "rows": inner(many=True)}
        return type(outer)("NestingSerializer", (outer,), declared)

    def nested_rows():
        rows = list(make_rows())
        return {"one": rows[-1], "rows": rows}

    rows = assert_same_rows(make, make_rows, base, context)
    expected = outcome(nesting(Serializer), nested_rows, context)
    for form in FAST_FORMS:
        assert outcome(form(nesting, Serializer), nested_rows, context) == expected
    data = on_the_fast_base(make, base)(make_rows(), many=True, context=context).data
    assert OrjsonRenderer().render(data) == JSONRenderer().render(rows)
    return rows


def assert_same_rows(make, make_rows, base=ModelSerializer, context=CONTEXT):
    """Assert the same of rows that DRF represents without an error; return what it makes of them.

    `make` is a function that returns a serializer class on the base that it is given.
    """
    assert_no_more_queries(make, make_rows, base, context)
    return make(base)(make_rows(), many=True, context=context).data


def assert_no_more_queries(
    make, make_rows, base=ModelSerializer, context=CONTEXT, forms=FAST_FORMS
):
    """Assert that all forms of a class make the same of the rows, by DRF's queries or fewer."""
    reference = make(base)
    expected, expected_queries = executed(lambda: represented(reference, make_rows, context))
    for form in forms:
        fast = form(make, base)
        for is_right, setting in WAYS.items():
            with override_settings(FASTSERIALIZERS=setting):
                actual, queries = executed(lambda: represented(fast, make_rows, context))  # noqa: B023
            assert actual == expected
            assert is_right(queries, expected_queries)


def represented(serializer_class, make_rows, context):
    """Return what becomes of the rows in a list, and of each of them alone."""
    listed = outcome(partial(serializer_class, many=True, context=context), make_rows)
    rows = make_rows()
    return listed, [
        outcome(serializer_class, lambda: row, context)  # noqa: B023
        for row in (rows.all() if hasattr(rows, "all") else rows)
    ]


def executed(function):
    """Return what `function` returns, and the SQL of the queries that it makes."""
    # The types that generic relations lead to are looked up once, and kept by Django.
    ContentType.objects.clear_cache()
    with CaptureQueriesContext(connection) as queries:
        result = function()
    return result, [query["sql"] for query in queries]


def are_no_more(queries, others):
    """Return whether there are no more `queries` than `others`, and they read the same tables."""
    return len(queries) <= len(others) and set(map(table_of, queries)) <= set(
        map(table_of, others)
    )


def table_of(query):
    return query.partition(" FROM ")[2].partition(" ")[0]


def are_among(queries, others):
    """Return whether `queries` are some of the `others`, in the same order."""
    remaining = iter(others)
    return all(query in remaining for query in queries)


# As rows, one query fetches what others do for one row each; as instances, Django makes them.
WAYS = {are_no_more: {}, are_among: {"ROWS": False}}
