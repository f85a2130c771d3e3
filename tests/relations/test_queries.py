"""Every shape of relations, loaded in every way: DRF's output by DRF's queries, or fewer."""

from __future__ import annotations

import pytest

from tests.differential import on_the_fast_base, with_a_mark
from tests.relations.comparison import assert_no_more_queries
from tests.relations.models import Author, Novel, Poem, Work
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import each
from tests.rows.querysets import QUERYSETS, works

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]

SOME = [
    *("plain", "joined", "joined and deferred", "only", "deferred", "generic", "by a queryset"),
    *("by a deferred queryset", "reverse", "reverse one to one", "generic prefetch", "deep"),
    "joined and prefetched",
]
OTHERS = ["sliced", "union", "none", "annotated", "child", "grandchild", "proxy"]
LOADS = {
    **{name: QUERYSETS[name] for name in SOME},
    "all kinds": lambda: [*works(), *Novel.objects.all(), *Poem.objects.all(), *works()],
    "children by their parents": lambda: [
        work.novel for work in works().select_related("novel__serial") if hasattr(work, "novel")
    ],
}
ROWS = {
    **{name: QUERYSETS[name] for name in OTHERS},
    "iterator": lambda: works().prefetch_related("authors").iterator(2),
    "generator": lambda: (work for work in works()),
    "dict of rows": lambda: works().in_bulk().values(),
    "raw": lambda: Work.objects.raw("SELECT id, title FROM relations_work ORDER BY id"),
    "manager": lambda: Work.objects,
    "manager of a relation": lambda: Author.objects.get(name="Hope").works,
    "prefetched manager": lambda: Author.objects.prefetch_related("works")[0].works,
    "generic manager": lambda: works()[0].notes,
    "dictionaries": lambda: works().values("id", "title", "sequel_to"),
    "named tuples": lambda: works().values_list("id", "title", "sequel_to", named=True),
}


@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
@each("load", LOADS)
def test_relations_that_are_loaded_in_part(make, load):
    assert_no_more_queries(make, load, forms=[on_the_fast_base])


@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
def test_every_form_of_a_class(make):
    assert_no_more_queries(make, lambda: works().prefetch_related("credits"))


@pytest.mark.parametrize("collect", ROWS.values(), ids=ROWS)
@each("name", ["keys", "one to one", "methods that nest"])
def test_anything_that_has_rows(collect, name):
    # As for all forms: those of a class without a base of ours.
    forms = [on_the_fast_base, with_a_mark]
    assert_no_more_queries(SERIALIZERS[name], collect, forms=forms)
