"""Holds a list of a queryset against REST framework's: the output and the queries."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection, transaction
from rest_framework.serializers import ModelSerializer

from tests.differential import FAST_BASES, outcome, spelled_out
from tests.relations.comparison import CONTEXT, executed, made

MODEL = ModelSerializer
BASES = [MODEL, FAST_BASES[MODEL]]


class Outcome(NamedTuple):
    """What a class makes of a queryset, and by how many queries."""

    output: tuple[Any, Any]
    queries: int

    @property
    def failed(self):
        return issubclass(self.output[0], Exception)


def assert_same_list(make, make_queryset, counts_queries=True):
    """Assert that a class makes the same of a queryset on both bases, by as many queries.

    `make` is a function that returns a serializer class on the base that it is given.
    """
    expected, actual = (read_by(made(make, base), make_queryset) for base in BASES)
    assert actual.output == expected.output
    # What is read of all rows is fetched before the first of them is represented.
    if counts_queries and not expected.failed:
        assert actual.queries <= expected.queries
    return expected


def assert_same_list_by(queries, make, make_rows):
    """Assert the same list, and that the fast class makes it by so many queries."""
    expected = assert_same_list(make, make_rows)
    assert number_of_queries(make, make_rows()) == queries
    return expected


def assert_same_after_writing(make, make_rows):
    """Assert the same list by code that writes: each base starts with the same rows."""
    wrappers = list(connection.execute_wrappers)
    expected, found = (written_by(make, make_rows, base) for base in BASES)
    assert found == expected
    assert connection.execute_wrappers == wrappers


def written_by(make, make_rows, base):
    """Return the list of a class, and take back what it has written."""
    with rolled_back():
        return spelled_out(listed(make, make_rows(), base))


def read_by(serializer_class, make_queryset):
    queryset = make_queryset()
    listing = functools.partial(serializer_class, many=True, context=CONTEXT)
    output, queries = executed(lambda: outcome(listing, lambda: queryset))
    return Outcome(output, len(queries))


def listed(make, queryset, base=BASES[1]):
    """Return the list that a class makes of a queryset: the fast one, or that on another base."""
    return made(make, base)(queryset, many=True).data


def number_of_queries(make, rows, base=BASES[1]):
    """Return how many queries a list of the fast class makes, or of that on another base."""
    return len(executed(lambda: listed(make, rows, base))[1])


def assert_same_lists(subtests, make, querysets, **options):
    """Assert the same for each of the functions that make a queryset, by their names."""
    for name, make_queryset in querysets.items():
        with subtests.test(queryset=name):
            assert_same_list(make, make_queryset, **options)


@contextmanager
def rolled_back():
    """A context whose writes are taken back when it ends, for one of several subtests."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
