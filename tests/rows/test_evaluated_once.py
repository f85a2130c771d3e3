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

from tests.differential import spelled_out
from tests.relations.comparison import executed
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import (
    AUTHOR,
    SERIALIZERS,
    methods,
    nested,
    serializer_of,
    shape,
    with_relations,
)
from tests.rows.comparison import BASES, assert_same_list, each, listed
from tests.rows.models import Haunted
from tests.rows.querysets import works

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
            "authors": nested(AUTHOR, many=True),
            "sequel_to": nested(shape(Work, ["title"])),
            **methods(method=get_method),
        }
        return serializer_of(base, Work, ["title"], declared)

    return make


def test_what_was_found_out_about_the_key_of_a_related_row():
    sequel = nested(shape(Work, ["sequel"]), source="sequel")
    assert_same_list(shape(Work, [], {"next": sequel}), works)


@each("number", [1, 2, 4])
@each("names", [(), ("authors",), ("authors__home__within", "sequel_to")])
def test_an_exception_half_way(number, names):
    make = trips_at(number)
    assert_same_list(make, works().prefetch_related(*names).all)


@each("number", [1, 2, 4])
def test_rows_that_nobody_has_loaded_are_gone_after_an_exception(number):
    rows = works()
    with pytest.raises(Tripped):
        listed(trips_at(number), rows)
    # Nobody watches for writes any more.
    assert not connection.execute_wrappers

    found, queries = executed(lambda: list(rows))
    assert not queries
    Work.objects.update(title="changed since")
    for work in found[number:]:
        assert not vars(work).get("_prefetched_objects_cache")
        assert "sequel_to" not in work._state.fields_cache
        if work.sequel_to_id:
            assert work.sequel_to.title == "changed since"
    for work in found:
        assert len(executed(lambda: list(work.authors.all()))[1]) == 1  # noqa: B023


def test_a_second_list_reads_anew_what_nobody_loaded():
    def read(base):
        rows, make = works(), SERIALIZERS["through model"]
        Credit.objects.filter(role="publisher").update(role="editor")
        first = spelled_out(listed(make, rows, base))
        Credit.objects.filter(role="editor").update(role="publisher")
        return first, spelled_out(listed(make, rows, base))

    expected, found = map(read, BASES)
    assert found == expected
    assert "publisher" in str(found[1])


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
            queryset = works().prefetch_related("credits")
            listed(SERIALIZERS["keys"], queryset, base)
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
    "no join": lambda: Work.objects.select_related("nothing"),
    "combined": lambda: Work.objects.values("title").union(Credit.objects.values("role", "id")),
}


def errors(make, make_queryset):
    """Return what a list on each base raises within a transaction, and whether that can go on."""
    for base in BASES:
        with pytest.raises(Exception) as raised, transaction.atomic():  # noqa: PT011
            listed(make, make_queryset(), base)
        yield raised.type, str(raised.value), connection.needs_rollback


@each("make_queryset", BROKEN)
@each("name", ["keys", "through model"])
def test_errors_of_the_database_and_of_django(make_queryset, name):
    expected, actual = errors(SERIALIZERS[name], make_queryset)
    assert actual == expected


@each("names", [(), ("ghost",)])
def test_an_error_in_what_a_relation_reads(names):
    """A table that isn't there is missed by whoever asks for its rows first."""
    Haunted.objects.create()
    Haunted.objects.create(ghost_id=1)
    rows = Haunted.objects.order_by("pk").prefetch_related(*names)
    expected, actual = errors(with_relations(Haunted, ["ghost"]), rows.all)
    # PostgreSQL quotes the query in its second line.
    assert (actual[0], actual[1].splitlines()[0]) == (expected[0], expected[1].splitlines()[0])
    assert issubclass(actual[0], DatabaseError)


# Threads and tasks.


def test_threads_that_share_the_rows_of_one_list():
    """All of them get the same instances, whoever makes them."""
    queryset = works().select_related("sequel_to").prefetch_related("credits")
    listed(SERIALIZERS["keys"], queryset)
    barrier = threading.Barrier(4, timeout=60)

    def look(number):
        barrier.wait()
        rows = list(queryset) if number % 2 else [queryset[place] for place in range(4)]
        found = [
            instance for work in rows for instance in (work, work.sequel_to, *work.credits.all())
        ]
        return [id(instance) for instance in found]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(look, range(4))
    assert others == [first] * 3


def test_a_list_in_a_thread_of_an_event_loop():
    """The database must not be asked in the loop itself, and a thread of Django's may."""

    def data(base):
        rows = works().prefetch_related("credits")
        return spelled_out(listed(SERIALIZERS["through model"], rows, base))

    async def by_both():
        return [await sync_to_async(data)(base) for base in BASES]

    async def in_the_loop():
        for base in BASES:
            with pytest.raises(SynchronousOnlyOperation):
                data(base)

    expected, actual = async_to_sync(by_both)()
    assert actual == expected
    asyncio.run(in_the_loop())
