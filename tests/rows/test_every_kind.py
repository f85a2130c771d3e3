"""A queryset of every kind: its lists in every shape of serializer, and its instances."""

from __future__ import annotations

import copy
import linecache
import pickle

import pytest

from fastserializers.rows.queryset import read
from tests.differential import FAST_BASES
from tests.relations.comparison import CONTEXT, executed, made
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import MODEL, assert_same_list, each
from tests.rows.querysets import QUERYSETS, SOME_KINDS, SOME_SHAPES
from tests.rows.snapshots import snapshot_of

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]


@pytest.mark.parametrize("kind", QUERYSETS)
def test_every_kind_in_every_shape(kind):
    make_queryset = QUERYSETS[kind]
    for name, make in SERIALIZERS.items():
        expected = assert_same_list(make, make_queryset, message=name)
        # What is known of a list is found by its kind as well as by its shape.
        if not expected.failed and (kind in SOME_KINDS or name in SOME_SHAPES):
            assert not compiled_for_a_third_list(make, make_queryset), name


def compiled_for_a_third_list(make, make_queryset):
    """Return the functions that are compiled for a list although there were two of its kind."""
    fast = made(make, FAST_BASES[MODEL])
    fast(make_queryset(), many=True, context=CONTEXT).data  # noqa: B018
    known = compiled()
    fast(make_queryset(), many=True, context=CONTEXT).data  # noqa: B018
    return compiled() - known


def compiled():
    return {name for name in linecache.cache if name.startswith("<fastserializers")}


# The instances that rows give are those that Django gives, with all that is on them.


def pickled(instance):
    return pickle.loads(pickle.dumps(instance))  # noqa: S301


def as_read(queryset):
    assert read(queryset) is not None
    return queryset


@pytest.mark.parametrize("name", QUERYSETS)
def test_instances_are_those_of_django(name):
    make_queryset = QUERYSETS[name]
    expected, expected_queries = executed(lambda: snapshot_of(list(make_queryset())))
    actual, queries = executed(lambda: snapshot_of(list(as_read(make_queryset()))))
    assert actual == expected
    assert len(queries) == len(expected_queries)


@pytest.mark.parametrize("name", QUERYSETS)
@each("again", [copy.deepcopy, copy.copy, pickled])
def test_copies_of_instances_are_those_of_django(name, again):
    expected = snapshot_of([again(instance) for instance in QUERYSETS[name]()])
    assert snapshot_of([again(instance) for instance in as_read(QUERYSETS[name]())]) == expected
