"""Every shape of relations, loaded in every way: DRF's output by DRF's queries, or fewer."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.prefetch import GenericPrefetch
from django.db.models import Count, Prefetch
from django.urls import path

from tests.differential import on_the_fast_base
from tests.relations.comparison import assert_no_more_queries
from tests.relations.models import Author, Credit, Note, Novel, Poem, Serial, Work
from tests.relations.serializers import SERIALIZERS

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls(__name__)]

urlpatterns = [
    path("works/<int:pk>/", lambda request: None, name="work-detail"),
    path("works/<int:pk>/authors/", lambda request: None, name="work-authors"),
    path("authors/<int:pk>/", lambda request: None, name="author-detail"),
]


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
    "all kinds": lambda works: [*works, *Novel.objects.all(), *Poem.objects.all(), *works],
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


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
def test_relations_that_are_loaded_in_part(make, load):
    works = Work.objects.order_by("pk")
    assert_no_more_queries(make, lambda: load(works.all()), forms=[on_the_fast_base])


@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
def test_twins_and_classes_with_the_mixin(make):
    assert_no_more_queries(make, lambda: Work.objects.prefetch_related("credits").order_by("pk"))


@pytest.mark.parametrize("name", ["keys", "one to one", "methods that nest"])
@pytest.mark.parametrize("collect", ROWS.values(), ids=ROWS)
def test_anything_that_has_rows(collect, name):
    works = Work.objects.order_by("pk")
    assert_no_more_queries(SERIALIZERS[name], lambda: collect(works.all()))


@pytest.mark.parametrize("name", ["keys", "one to one", "through model"])
def test_a_queryset_that_is_represented_twice(name):
    """It keeps its rows, and they keep the relations that the first time has loaded."""
    used = []

    def new_or_used():
        if used:
            return used.pop()
        used.append(Work.objects.select_related("sequel_to"))
        return used[0]

    assert_no_more_queries(SERIALIZERS[name], new_or_used)
