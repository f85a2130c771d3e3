"""Streams of querysets, a portion at a time: REST framework's output, by no more queries."""

from __future__ import annotations

from contextlib import closing

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from fastserializers.streams import iterate
from tests.differential import FAST_BASES, spelled_out
from tests.relations.comparison import CONTEXT, made
from tests.relations.models import Work
from tests.relations.serializers import SERIALIZERS, serializer_of
from tests.rows.comparison import MODEL
from tests.rows.querysets import QUERYSETS, SOME_KINDS, SOME_SHAPES

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]
SIZE = 2


def streamed(serializer_class, queryset):
    """Return what is sent until the end or an error, that error, and how many queries it takes."""
    ContentType.objects.clear_cache()
    sent, error = [], None
    with CaptureQueriesContext(connection) as queries:
        try:
            serializer = serializer_class(queryset, many=True, context=CONTEXT)
            for row in iterate(serializer, chunk_size=SIZE):
                sent.append(spelled_out(row))  # noqa: PERF401
        except Exception as raised:
            error = type(raised), str(raised)
    assert queryset._result_cache is None
    return sent, error, len(queries)


@pytest.mark.parametrize("kind", QUERYSETS)
def test_every_kind_of_queryset(kind):
    # Which portions there are depends on the queryset, what becomes of each on the serializer.
    shapes = SERIALIZERS if kind in SOME_KINDS else SOME_SHAPES
    for name in shapes:
        expected, error, queries = streamed(made(SERIALIZERS[name], MODEL), QUERYSETS[kind]())
        found, found_error, found_queries = streamed(
            made(SERIALIZERS[name], FAST_BASES[MODEL]), QUERYSETS[kind]()
        )
        # A list is represented before the first of its rows is sent.
        assert found_error == error, name
        assert found == (expected[: len(found)] if error else expected), name
        assert error or found_queries <= queries, name


TitleSerializer = serializer_of(FAST_BASES[MODEL], Work, ["id", "title"])


def test_a_queryset_that_iterates_in_a_way_of_its_own():
    class Doubled(QuerySet):
        def iterator(self, *args, **options):
            for work in super().iterator(*args, **options):
                yield work
                yield work

    rows = list(iterate(TitleSerializer(Doubled(Work), many=True), chunk_size=3))
    assert len(rows) == 2 * Work.objects.count()


def test_when_a_stream_asks_the_database(django_assert_num_queries):
    serializer = TitleSerializer(Work.objects.all(), many=True)
    # Not before the first row is wanted.
    with django_assert_num_queries(0), closing(iterate(serializer)):
        pass
    with pytest.raises(ValueError, match="strictly positive"):
        list(iterate(serializer, chunk_size=0))
