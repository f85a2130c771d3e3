"""Holds a list of a queryset against REST framework's: the output, the queries, what is left."""

from __future__ import annotations

import functools
import inspect
from types import SimpleNamespace

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import ModelSerializer

from tests.differential import FAST_BASES, outcome_once
from tests.relations.comparison import CONTEXT, executed, made
from tests.rows.snapshots import snapshot_of

MODEL = ModelSerializer
BASES = [MODEL, FAST_BASES[MODEL]]


def assert_same_list(make, make_queryset, counts_queries=True, compares_left=True, message=""):
    """Assert that a class makes the same of a queryset on both bases, and leaves the same of it.

    `make` is a function that returns a serializer class on the base that it is given.
    """
    expected, actual = (read_by(made(make, base), make_queryset) for base in BASES)
    assert actual.output == expected.output, message
    if compares_left:
        assert actual.left == expected.left, message
    # What is read of all rows is fetched before the first of them is represented.
    if counts_queries and not expected.failed:
        assert actual.queries <= expected.queries, message
        assert actual.queries_after <= expected.queries_after, message
    return expected


def read_by(serializer_class, make_queryset):
    """Return what a class makes of a queryset, what it leaves of it, and by how many queries."""
    queryset = make_queryset()
    listing = functools.partial(serializer_class, many=True, context=CONTEXT)
    output, queries = executed(lambda: outcome_once(listing, lambda: queryset))
    failed = issubclass(output[0], Exception)
    rows = queryset.all() if hasattr(queryset, "core_filters") else queryset
    with CaptureQueriesContext(connection) as queries_after:
        left = None if failed else snapshot_of(rows)
    counts = {"queries": len(queries), "queries_after": len(queries_after)}
    return SimpleNamespace(output=output, failed=failed, left=left, **counts)


def listed(make, queryset, base=BASES[1]):
    """Return the list that a class makes of a queryset: the fast one, or that on another base."""
    return make(base)(queryset, many=True).data


def number_of_queries(make, queryset):
    """Return how many queries a list of the fast class makes."""
    return len(executed(lambda: listed(make, queryset))[1])


def each(name, values):
    """Return a decorator that calls a test with each of `values`, in one case of pytest's.

    What one value stores is gone for the next. The error tells the value.
    """

    def decorate(test):
        @functools.wraps(test)
        def test_each(*args, **options):
            for value in values:
                key = values[value] if isinstance(values, dict) else value
                try:
                    with transaction.atomic():
                        test(*args, **options, **{name: key})
                        transaction.set_rollback(True)
                except AssertionError as error:
                    raise AssertionError(f"{name} {value!r}: {error}") from error

        parameters = inspect.signature(test).parameters.values()
        del test_each.__wrapped__
        test_each.__signature__ = inspect.Signature(
            [parameter for parameter in parameters if parameter.name != name]
        )
        return test_each

    return decorate
