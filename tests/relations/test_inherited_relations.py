"""Relations of a multi-table parent: Django asks the parent's instance before the database."""

import pytest
from django.db.models import QuerySet

from tests.relations.models import Novel, Serial, Work
from tests.relations.serializers import methods, nested, shape, text
from tests.rows.comparison import (
    MODEL,
    assert_same_list,
    assert_same_list_by,
    assert_same_lists,
    listed,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def novels():
    zenda = Novel.objects.create(title="Zenda", chapters=22)
    hentzau = Novel.objects.create(title="Hentzau", chapters=21, sequel_to=zenda)
    osra = Novel.objects.create(title="Osra", chapters=9, sequel_to=hentzau)
    Serial.objects.create(title="Phroso", magazine="McClure's", sequel_to=osra)


TITLE = shape(Work, ["title"])
FIELDS = {
    "parent": nested(shape(Work, ["title"], {"sequel_to": nested(TITLE)}), source="work_ptr"),
    "sequel_to": nested(TITLE),
    "sequel": text(source="sequel_to"),
}
SEQUEL_TO = {"sequel_to": FIELDS["sequel_to"]}
QUERYSETS = {
    "nothing": Novel.objects.all,
    "prefetched": Novel.objects.prefetch_related("sequel_to").all,
    "prefetched by parent": Novel.objects.prefetch_related("work_ptr__sequel_to").all,
    "joined": Novel.objects.select_related("sequel_to").all,
    "joined by parent": Novel.objects.select_related("work_ptr__sequel_to").all,
}


@pytest.mark.parametrize(
    "names", [["parent", "sequel_to"], ["sequel_to", "parent"]], ids=" before ".join
)
def test_what_the_parent_has_loaded(subtests, names):
    make = shape(Novel, ["title"], {name: FIELDS[name] for name in names})
    assert_same_lists(subtests, make, QUERYSETS)


INHERITED = shape(Novel, ["title"], SEQUEL_TO)


@pytest.mark.parametrize(
    ("collect", "queries"), [(QuerySet.all, 2), (list, 1)], ids=["rows", "instances"]
)
def test_a_relation_that_nobody_has_loaded(collect, queries):
    assert_same_list_by(queries, INHERITED, lambda: collect(Novel.objects.all()))


def test_parents_that_are_loaded():
    """Django asks them for the relation."""

    def with_parents():
        novels = [*Novel.objects.all()]
        for novel in novels:
            str(novel.work_ptr.sequel_to)
        return novels

    assert_same_list_by(0, INHERITED, with_parents)


@pytest.mark.parametrize("joined", [["sequel_to", "novel"], ["novel"]])
def test_a_child_that_was_reached_from_its_parent(joined):
    make = shape(Work, ["title"], {"novel": nested(shape(Novel, ["chapters"], SEQUEL_TO))})
    assert_same_list(make, Work.objects.select_related(*joined).order_by("pk").all)


def one_object(serializer, work):
    return hasattr(work, "novel") and work.novel.sequel_to is work.sequel_to


def test_a_relation_that_a_field_reads_of_the_child_before_the_parent():
    """Both lead to one object, as where the parent's is read first."""
    names = ["title", "novel", "sequel_to", "one_object"]
    make = shape(Work, names, methods(one_object=one_object), depth=2)
    rows = Work.objects.order_by("pk")
    output, expected = listed(make, rows.all()), listed(make, rows.all(), MODEL)
    assert [work.pop("one_object") for work in output] == [True, True, True, True]
    assert [work.pop("one_object") for work in expected] == [True, False, False, False]
    assert output == expected
