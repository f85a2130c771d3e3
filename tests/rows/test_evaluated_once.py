"""What stays of a list when it is done, or has failed half way: for whom, and for how long."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, connection, transaction
from django.db.models import Prefetch
from django.db.models.expressions import RawSQL
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.differential import spelled_out
from tests.relations.comparison import executed, made
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import SERIALIZERS, author_of, serializer_of, with_relations
from tests.rows.comparison import BASES, assert_same_list, each
from tests.rows.models import Haunted

pytestmark = pytest.mark.usefixtures("stored")


class Tripped(Exception):
    pass


def trips_at(number):
    """Return a function that makes a serializer whose method raises at one of the rows."""

    def make(base):
        def get_method(serializer, work):
            seen.append(work)
            if len(seen) == number:
                raise Tripped(work.title)
            return [author.name for author in work.authors.all()]

        seen = []
        declared = {
            "authors": author_of(base)(many=True),
            "sequel_to": serializer_of(base, Work, ["title"])(),
            "method": serializers.SerializerMethodField(),
            "get_method": get_method,
        }
        return serializer_of(base, Work, ["title"], declared)

    return make


def test_what_was_found_out_about_the_key_of_a_related_row():
    def make(base):
        sequel = serializer_of(base, Work, ["sequel"])
        return serializer_of(base, Work, [], {"next": sequel(source="sequel")})

    assert_same_list(make, Work.objects.order_by("pk").all)


@each("number", [1, 2, 4])
@each("names", [(), ("authors",), ("authors__home__within", "sequel_to")])
def test_an_exception_half_way(number, names):
    make = trips_at(number)
    assert_same_list(make, Work.objects.order_by("pk").prefetch_related(*names).all)


@each("number", [1, 2, 4])
def test_rows_that_nobody_has_loaded_are_gone_after_an_exception(number):
    queryset = Work.objects.order_by("pk")
    with pytest.raises(Tripped):
        trips_at(number)(FastReadOnlyModelSerializer)(queryset, many=True).data  # noqa: B018
    # Nobody watches for writes any more.
    assert not connection.execute_wrappers

    with CaptureQueriesContext(connection) as queries:
        works = list(queryset)
    assert not queries.captured_queries
    Work.objects.update(title="changed since")
    for work in works[number:]:
        assert not vars(work).get("_prefetched_objects_cache")
        assert "sequel_to" not in work._state.fields_cache
        if work.sequel_to_id:
            assert work.sequel_to.title == "changed since"
    for work in works:
        with CaptureQueriesContext(connection) as queries:
            list(work.authors.all())
        assert len(queries) == 1


def test_a_second_list_reads_anew_what_nobody_loaded():
    outputs = []
    for base in BASES:
        serializer_class = SERIALIZERS["through model"](base)
        queryset = Work.objects.order_by("pk")
        first = spelled_out(serializer_class(queryset, many=True).data)
        Credit.objects.filter(role="editor").update(role="publisher")
        second = spelled_out(serializer_class(queryset, many=True).data)
        Credit.objects.filter(role="publisher").update(role="editor")
        outputs.append((first, second))
    assert outputs[0] == outputs[1]
    assert "publisher" in str(outputs[1][1])


def test_every_way_to_ask_an_evaluated_queryset():
    asked = {
        **{function.__name__: function for function in (len, bool, list, repr)},
        "iter": lambda works: next(iter(works)),
        "reversed": lambda works: list(reversed(works)),
        "index": lambda works: works[1],
        "slice": lambda works: works[1:],
        "steps": lambda works: works[::2],
        "count": lambda works: works.count(),
        "exists": lambda works: works.exists(),
        "contains": lambda works: works.contains(works[0]),
        "in": lambda works: works[0] in works,
        "same": lambda works: works[0] is next(iter(works)),
        "iterator": lambda works: list(works.iterator(2)),
        "first": lambda works: works.first(),
        "or": lambda works: list(works | works),
    }
    for name, ask in asked.items():
        results = []
        for base in BASES:
            queryset = Work.objects.order_by("pk").prefetch_related("credits")
            made(SERIALIZERS["keys"], base)(queryset, many=True).data  # noqa: B018
            results.append(executed(lambda: ask(queryset)))  # noqa: B023
        assert results[0] == results[1], name


# Database errors.


BROKEN = {
    "annotation": lambda: Work.objects.annotate(wrong=RawSQL("no_such_column", ())),
    "prefetch": lambda: Work.objects.prefetch_related(
        Prefetch("credits", Credit.objects.extra(where=["no_such_column = 1"]))
    ),
    "second prefetch": lambda: Work.objects.prefetch_related(
        "credits", Prefetch("authors", Author.objects.extra(where=["no_such_column = 1"]))
    ),
    "no prefetch": lambda: Work.objects.prefetch_related("nothing"),
    "no rows to prefetch": lambda: Work.objects.prefetch_related("title"),
    "twice": lambda: Work.objects.prefetch_related(
        "credits", Prefetch("credits", Credit.objects.all())
    ),
    "no join": lambda: Work.objects.select_related("nothing"),
    "combined": lambda: Work.objects.values("title").union(Credit.objects.values("role", "id")),
}


def failing(make, make_queryset):
    """Return what a list raises within a transaction, and whether that can go on."""
    try:
        with transaction.atomic():
            make(make_queryset(), many=True).data  # noqa: B018
    except Exception as error:
        return type(error), str(error), connection.needs_rollback
    raise AssertionError


@each("make_queryset", BROKEN)
@each("name", ["keys", "through model"])
def test_errors_of_the_database_and_of_django(make_queryset, name):
    expected, actual = (failing(SERIALIZERS[name](base), make_queryset) for base in BASES)
    assert actual == expected


@each("names", [(), ("ghost",)])
def test_an_error_in_what_a_relation_reads(names):
    """A table that isn't there is missed by whoever asks for its rows first."""

    make = with_relations(Haunted, ["ghost"])
    Haunted.objects.create()
    Haunted.objects.create(ghost_id=1)
    queryset = Haunted.objects.order_by("pk").prefetch_related(*names)
    expected, actual = (failing(make(base), queryset.all) for base in BASES)
    # PostgreSQL quotes the query in its second line.
    assert (actual[0], actual[1].splitlines()[0]) == (expected[0], expected[1].splitlines()[0])
    assert issubclass(actual[0], DatabaseError)


# Threads and tasks.


def test_threads_that_share_the_rows_of_one_list():
    """All of them get the same instances, whoever makes them."""
    queryset = Work.objects.order_by("pk").select_related("sequel_to").prefetch_related("credits")
    SERIALIZERS["keys"](FastReadOnlyModelSerializer)(queryset, many=True).data  # noqa: B018
    barrier = threading.Barrier(4, timeout=60)

    def look(number):
        barrier.wait()
        works = list(queryset) if number % 2 else [queryset[place] for place in range(4)]
        return [(work, work.sequel_to, list(work.credits.all())) for work in works]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(look, range(4))
    for other in others:
        for one, another in zip(first, other, strict=True):
            assert one[0] is another[0]
            assert one[1] is another[1]
            assert all(map(lambda a, b: a is b, one[2], another[2]))


def test_a_list_in_a_thread_of_an_event_loop():
    """The database must not be asked in the loop itself, and a thread of Django's may."""

    def data(base):
        works = Work.objects.order_by("pk").prefetch_related("credits")
        return spelled_out(SERIALIZERS["through model"](base)(works, many=True).data)

    async def by_both():
        return [await sync_to_async(data)(base) for base in BASES]

    async def in_the_loop():
        for base in BASES:
            with pytest.raises(SynchronousOnlyOperation):
                data(base)

    expected, actual = async_to_sync(by_both)()
    assert actual == expected
    asyncio.run(in_the_loop())
