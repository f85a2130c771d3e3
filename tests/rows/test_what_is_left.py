"""What a list leaves on instances, in ten cases: code may look at them after the list."""

import pytest
from django.db.models import Count, F, Prefetch, QuerySet

from tests.relations.comparison import executed
from tests.relations.models import Credit, Work
from tests.relations.serializers import AUTHOR, CREDIT, methods, nested, shape, with_own
from tests.rows.comparison import BASES, listed
from tests.rows.querysets import hope, works
from tests.rows.snapshots import snapshot_of

pytestmark = pytest.mark.usefixtures("stored")

TITLE = shape(Work, ["title"])
WITH_CREDITS = shape(Work, ["title"], {"credits": nested(CREDIT, many=True)})
TO_ONE = shape(Credit, ["role"], {"author": nested(AUTHOR)})
FOUND = Prefetch("credits", Credit.objects.order_by("role"), "found")


def reads_relations(serializer, work):
    return [str(author) for author in work.authors.all()], str(work.sequel_to)


class TellsItsWork:
    def to_representation(self, credit):
        return {**super().to_representation(credit), "work": str(credit.work)}


LISTS = {
    "columns": (TITLE, works().only("title").all),
    "annotations": (TITLE, works().annotate(count=Count("authors"), same=F("title")).all),
    "a join": (TITLE, works().select_related("sequel_to__sequel_to").all),
    "prefetches": (WITH_CREDITS, works().prefetch_related("credits__author__home", "authors").all),
    "an attribute": (TITLE, works().prefetch_related(FOUND).all),
    "rows of a manager": (TITLE, lambda: hope().works.order_by("pk")),
    "a relation to one that nobody loaded": (TO_ONE, Credit.objects.order_by("pk").all),
    "relations to many that nobody loaded": (WITH_CREDITS, works().all),
    "a method": (
        shape(Work, [], methods(read=reads_relations)),
        works().select_related("sequel").all,
    ),
    "an own representation": (with_own(TellsItsWork, TO_ONE), Credit.objects.order_by("pk").all),
}


@pytest.mark.parametrize("collect", [QuerySet.all, list], ids=["rows", "instances"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_leaves(name, collect):
    make, make_queryset = LISTS[name]

    def left(base):
        source = collect(make_queryset())
        listed(make, source, base)
        found, queries = executed(lambda: snapshot_of(source))
        return found, len(queries)

    expected, found = map(left, BASES)
    assert found == expected
