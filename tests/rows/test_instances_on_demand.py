"""The instances that rows give are those that Django gives, with all that is on them."""

from __future__ import annotations

import copy
import pickle

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from fastserializers.rows.queryset import read
from tests.rows.comparison import each
from tests.rows.querysets import QUERYSETS
from tests.rows.snapshots import snapshot_of

pytestmark = pytest.mark.usefixtures("stored")


def pickled(instance):
    return pickle.loads(pickle.dumps(instance))  # noqa: S301


def by_query(function):
    with CaptureQueriesContext(connection) as queries:
        result = function()
    return result, len(queries)


def as_read(queryset):
    assert read(queryset) is not None
    return queryset


@pytest.mark.parametrize("name", QUERYSETS)
def test_instances_are_those_of_django(name):
    queryset = QUERYSETS[name]()
    expected, expected_queries = by_query(lambda: snapshot_of(list(queryset)))
    queryset = QUERYSETS[name]()
    actual, queries = by_query(lambda: snapshot_of(list(as_read(queryset))))
    assert actual == expected
    assert queries == expected_queries


@pytest.mark.parametrize("name", QUERYSETS)
@each("again", [copy.deepcopy, copy.copy, pickled])
def test_copies_of_instances_are_those_of_django(name, again):
    expected = snapshot_of([again(instance) for instance in QUERYSETS[name]()])
    assert snapshot_of([again(instance) for instance in as_read(QUERYSETS[name]())]) == expected
