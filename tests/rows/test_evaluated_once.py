"""What stays of a list when it is done, or has failed half way: for whom, and for how long."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter

import pytest
from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, connection, transaction
from django.db.models import Prefetch, QuerySet
from django.db.models.expressions import RawSQL

from tests.relations.comparison import executed
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import (
    AUTHOR,
    SERIALIZERS,
    methods,
    nested,
    serializer_of,
    shape,
    with_relations,
)
from tests.rows.comparison import BASES, assert_same_list, listed
from tests.rows.querysets import works

pytestmark = pytest.mark.usefixtures("stored")


class Tripped(Exception): ...


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


@pytest.mark.parametrize("names", [(), ("authors__home__within", "sequel_to")], ids=" ".join)
def test_an_exception_half_way(names):
    assert_same_list(trips_at(2), works().prefetch_related(*names).all)


def test_rows_that_nobody_has_loaded_are_gone_after_an_exception():
    rows = works()
    with pytest.raises(Tripped):
        listed(trips_at(2), rows)
    # Nothing watches for writes any more.
    assert not connection.execute_wrappers

    found, queries = executed(lambda: list(rows))
    assert not queries
    Work.objects.update(title="changed since")
    unread = found[2:]
    assert not any(vars(work).get("_prefetched_objects_cache") for work in unread)
    assert not any("sequel_to" in work._state.fields_cache for work in unread)
    sequels = [work.sequel_to.title for work in unread if work.sequel_to_id]
    assert sequels == ["changed since"] * len(sequels)
    _, queries = executed(lambda: [list(work.authors.all()) for work in found])
    assert len(queries) == len(found)


def contains(rows):
    return rows.contains(rows[0])


def iterator(rows):
    return list(rows.iterator(2))


# What a list of rows is in any other use is in `tests/endpoints/test_row_lists.py`.
@pytest.mark.parametrize(
    "ask",
    [
        list,
        repr,
        itemgetter(slice(1, None)),
        QuerySet.count,
        QuerySet.first,
        contains,
        iterator,
    ],
)
def test_every_way_to_ask_an_evaluated_queryset(ask):
    def asked(base):
        queryset = works().prefetch_related("credits")
        listed(SERIALIZERS["keys"], queryset, base)
        return executed(lambda: ask(queryset))

    expected, found = map(asked, BASES)
    assert found == expected


# Database errors.

BROKEN = {
    "annotation": Work.objects.annotate(wrong=RawSQL("no_such_column", ())),
    "second prefetch": Work.objects.prefetch_related(
        "credits", Prefetch("authors", Author.objects.extra(where=["no_such_column = 1"]))
    ),
    "combined": Work.objects.values("title").union(Credit.objects.values("role", "id")),
}


def error_of(make, queryset, base):
    """Return what a list raises within a transaction, and whether that can go on."""
    with pytest.raises(Exception) as raised, transaction.atomic():  # noqa: PT011
        listed(make, queryset.all(), base)
    return raised.type, str(raised.value), connection.needs_rollback


@pytest.mark.parametrize("queryset", BROKEN.values(), ids=BROKEN)
def test_errors_of_the_database_and_of_django(queryset):
    expected, actual = (
        [error_of(SERIALIZERS[name], queryset, base) for name in ("keys", "through model")]
        for base in BASES
    )
    assert actual == expected


@pytest.mark.parametrize("names", [(), ("home",)], ids=len)
def test_an_error_in_what_a_relation_reads(monkeypatch, names):
    """A table that isn't there is missed by the code that asks for its rows first."""
    monkeypatch.setattr(Place._meta, "db_table", "nowhere")
    # The first one has no home.
    rows = Author.objects.order_by("-pk").prefetch_related(*names)
    expected, actual = (error_of(with_relations(Author, ["home"]), rows, base) for base in BASES)
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


@pytest.mark.parametrize("base", BASES, ids=["rest framework", "fast"])
def test_a_list_in_an_event_loop_itself(base):
    async def in_the_loop():
        with pytest.raises(SynchronousOnlyOperation):
            listed(SERIALIZERS["through model"], works().prefetch_related("credits"), base)

    asyncio.run(in_the_loop())
