"""A queryset in a list: every kind of it, in every shape of serializer."""

from __future__ import annotations

import linecache

import pytest

from tests.differential import FAST_BASES
from tests.relations.comparison import CONTEXT, made
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import MODEL, assert_same_list
from tests.rows.querysets import QUERYSETS, SOME_KINDS, SOME_SHAPES

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
