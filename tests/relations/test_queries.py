"""Every shape of relations, loaded in every way: DRF's output by DRF's queries, or fewer."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.prefetch import GenericPrefetch
from django.db.models import Count, Prefetch
from rest_framework.serializers import ModelSerializer

from tests.differential import every_form, on_the_fast_base, spelled_out, with_a_mark
from tests.relations.comparison import CONTEXT, are_no_more, assert_no_more_queries, executed
from tests.relations.models import Author, Credit, Note, Novel, Poem, Serial, Work
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import each

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]

WITH_ALL = ("authors__home__within", "authors__portrait", "credits__author__home", "notes__about")
LOADS = {
    "nothing loaded": lambda works: works,
    "selected": lambda works: works.select_related("sequel_to__sequel_to", "sequel__sequel"),
    "prefetched": lambda works: works.prefetch_related(*WITH_ALL, "sequel_to", "sequel"),
    "selected and prefetched": lambda works: works.select_related(
        "sequel_to__sequel_to", "sequel"
    ).prefetch_related(*WITH_ALL),
    "some rows prefetched": lambda works: works.prefetch_related(
        Prefetch("credits", Credit.objects.filter(role="writer").select_related("author")),
        Prefetch("authors", Author.objects.none()),
    ),
    "generic prefetch": lambda works: works.prefetch_related(
        Prefetch(
            "notes",
            Note.objects.prefetch_related(
                GenericPrefetch("about", [Work.objects.only("title"), Author.objects.all()])
            ),
        )
    ),
    "only": lambda works: works.only("title"),
    "only of a relation": lambda works: works.only("title", "sequel_to__made").select_related(
        "sequel_to"
    ),
    "deferred": lambda works: works.defer("title", "sequel_to"),
    "all kinds": lambda works: [
        *works,
        *Novel.objects.order_by("pk"),
        *Poem.objects.order_by("pk"),
        *works,
    ],
    "children by their parents": lambda works: [
        work.novel for work in works.select_related("novel__serial") if hasattr(work, "novel")
    ],
}
ROWS = {
    "slice": lambda works: works[1:3],
    "union": lambda works: works.order_by().union(Work.objects.none()).order_by("pk"),
    "none": lambda works: works.none(),
    "annotated": lambda works: works.annotate(count=Count("authors")),
    "iterator": lambda works: works.prefetch_related("authors").iterator(2),
    "generator": lambda works: (work for work in works),
    "dict of rows": lambda works: works.in_bulk().values(),
    "raw": lambda works: Work.objects.raw("SELECT id, title FROM relations_work ORDER BY id"),
    "manager": lambda works: Work.objects,
    "manager of a relation": lambda works: Author.objects.get(name="Hope").works,
    "prefetched manager": lambda works: Author.objects.prefetch_related("works")[0].works,
    "generic manager": lambda works: works[0].notes,
    "children": lambda works: Novel.objects.order_by("pk"),
    "grandchildren": lambda works: Serial.objects.order_by("pk"),
    "proxies": lambda works: Poem.objects.order_by("pk"),
    "dictionaries": lambda works: works.values("id", "title", "sequel_to"),
    "named tuples": lambda works: works.values_list("id", "title", "sequel_to", named=True),
}


def works():
    return Work.objects.order_by("pk")


@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
@each("load", LOADS)
def test_relations_that_are_loaded_in_part(make, load):
    assert_no_more_queries(make, lambda: load(works()), forms=[on_the_fast_base])


@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
def test_every_form_of_a_class(make):
    assert_no_more_queries(make, lambda: works().prefetch_related("credits"))


@pytest.mark.parametrize("collect", ROWS.values(), ids=ROWS)
@each("name", ["keys", "one to one", "methods that nest"])
def test_anything_that_has_rows(collect, name):
    # As for all forms: those of a class without a base of ours.
    forms = [on_the_fast_base, with_a_mark]
    assert_no_more_queries(SERIALIZERS[name], lambda: collect(works()), forms=forms)


@each("name", ["keys", "one to one", "through model"])
def test_a_queryset_that_is_represented_twice(name):
    """It keeps its rows, and they keep the relations that the first time has loaded."""

    def twice(serializer_class):
        rows = Work.objects.select_related("sequel_to")
        return [
            spelled_out(serializer_class(rows, many=True, context=CONTEXT).data) for _ in range(2)
        ]

    reference, *forms = every_form(SERIALIZERS[name], ModelSerializer)
    expected, expected_queries = executed(lambda: twice(reference))
    for fast in forms:
        actual, queries = executed(lambda: twice(fast))  # noqa: B023
        assert actual == expected
        assert are_no_more(queries, expected_queries)
