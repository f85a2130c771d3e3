"""A queryset of every kind: its lists in every shape of serializer, its instances, its stream."""

import copy
import linecache
from contextlib import closing
from functools import partial

import pytest

from fastserializers.instances.queryset import read, why_django_reads
from fastserializers.streams import iterate
from tests.classes.test_serializers import through_pickle
from tests.differential import spelled_out
from tests.relations.comparison import CONTEXT, executed, made, same
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import BASES, assert_same_lists
from tests.rows.querysets import QUERYSETS, SOME_KINDS, SOME_SHAPES, works
from tests.rows.snapshots import snapshot_of

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]


def kinds_for(shape):
    """Return some querysets for each shape, and all of them for some shapes."""
    return QUERYSETS if shape in SOME_SHAPES else SOME_KINDS


def other_kinds(shape):
    return QUERYSETS.keys() - kinds_for(shape)


@pytest.mark.parametrize(
    "kinds_of", [kinds_for, pytest.param(other_kinds, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("shape", SERIALIZERS)
def test_lists(subtests, shape, kinds_of):
    kinds = {kind: QUERYSETS[kind] for kind in kinds_of(shape)}
    assert_same_lists(subtests, SERIALIZERS[shape], kinds)


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_a_third_list_of_a_kind_compiles_nothing(kind):
    def compiled_after_a_list():
        make = made(SERIALIZERS["through model"], BASES[1])
        assert make(QUERYSETS[kind](), many=True, context=CONTEXT).data is not None
        return {name for name in linecache.cache if name.startswith("<fastserializers")}

    _, second, third = (compiled_after_a_list() for _ in range(3))
    assert third == second


# The instances that rows give are those that Django gives, with all that is on them.


def as_read(queryset):
    """Return a queryset that was evaluated as rows, if it can be."""
    if not why_django_reads(queryset):
        read(queryset)
    return queryset


def instances_and_queries(make_queryset, again, read_queryset=list):
    """Return a snapshot of the rows of a queryset, or of their copies, and how many queries."""
    snapshot, queries = executed(
        lambda: snapshot_of([again(instance) for instance in read_queryset(make_queryset())])
    )
    return snapshot, len(queries)


@pytest.mark.parametrize("again", [same, copy.deepcopy, through_pickle])
def test_instances_and_their_copies_are_those_of_django(subtests, again):
    for name, make_queryset in QUERYSETS.items():
        with subtests.test(queryset=name):
            expected = instances_and_queries(make_queryset, again)
            assert instances_and_queries(make_queryset, again, as_read) == expected


# Streams of querysets, a portion at a time.


def streamed(serializer_class, queryset):
    """Return what is sent until the end or an error, and that error."""
    sent = []
    try:
        for row in iterate(serializer_class(queryset, many=True, context=CONTEXT), chunk_size=2):
            sent.append(spelled_out(row))  # noqa: PERF401
    except Exception as raised:
        return sent, (type(raised), str(raised))
    finally:
        assert queryset._result_cache is None
    return sent, None


def assert_same_streams(subtests, shape, kinds):
    for kind in kinds:
        with subtests.test(queryset=kind):
            assert_same_stream(SERIALIZERS[shape], QUERYSETS[kind])


def assert_same_stream(make, make_queryset):
    ((expected, error), queries), ((found, found_error), found_queries) = (
        executed(partial(streamed, made(make, base), make_queryset())) for base in BASES
    )
    # A list is represented before the first of its rows is sent.
    assert found_error == error
    assert found == (expected[: len(found)] if error else expected)
    assert error or len(found_queries) <= len(queries)


# Which portions there are depends on the queryset, what becomes of each on the serializer.


@pytest.mark.parametrize("shape", SOME_SHAPES)
def test_streams(subtests, shape):
    assert_same_streams(subtests, shape, SOME_KINDS)


def test_streams_of_every_kind(subtests):
    assert_same_streams(subtests, "keys", QUERYSETS.keys() - SOME_KINDS)


def test_a_stream_asks_the_database_when_the_first_row_is_wanted(django_assert_num_queries):
    serializer = SERIALIZERS["keys"](BASES[1])(works(), many=True)
    with django_assert_num_queries(0), closing(iterate(serializer)):
        pass
    with pytest.raises(ValueError, match="strictly positive"):
        list(iterate(serializer, chunk_size=0))
