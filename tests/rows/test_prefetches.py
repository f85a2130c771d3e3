"""Joins and prefetches that meet one another, or what is there already."""

import pytest
from django.db.models import F, Prefetch

from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import nested, shape, slug, text
from tests.rows.comparison import assert_same_list, assert_same_list_by
from tests.rows.models import Animal, Calf
from tests.rows.querysets import works
from tests.rows.test_hooks import WITH_AUTHOR

pytestmark = pytest.mark.usefixtures("stored")


AUTHOR = shape(Author, ["name"], {"pupils": text(many=True)})
WORK = shape(Work, [])
TITLE = shape(Work, ["title"])
TOWN = shape(Author, ["name"], {"town": text(source="portrait.author.home", default="")})
CREDIT = shape(
    Credit, ["role"], {"found": text(source="author.found", many=True), "author": nested(AUTHOR)}
)
JOINED = Credit.objects.select_related("author").prefetch_related(
    Prefetch("author__pupils", to_attr="found")
)
FOUND = Prefetch("credits", to_attr="found")
NO_WORKS = works().filter(title="")
WITHOUT_THE_KEY = {"credits": Credit.objects.only("pk"), "sequel_to": Work.objects.only("pk")}
CASES = {
    "no rows": (WORK, NO_WORKS),
    "no rows, prefetched": (WORK, NO_WORKS.prefetch_related("credits")),
    "an owner that is joined once more": (
        TOWN,
        Author.objects.order_by("pk").select_related("portrait__author"),
    ),
    "an attribute that was annotated": (
        WORK,
        works().annotate(found=F("title")).prefetch_related(FOUND),
    ),
    "an attribute of what is joined": (CREDIT, JOINED),
    "an attribute of what is joined, unread": (WORK, JOINED),
    **{
        f"{lookup} without the column that leads to it": (
            WORK,
            works().prefetch_related(Prefetch(lookup, rows)),
        )
        for lookup, rows in WITHOUT_THE_KEY.items()
    },
}


@pytest.mark.parametrize(("make", "rows"), CASES.values(), ids=CASES)
def test_joins_and_prefetches(make, rows):
    assert_same_list(make, rows.all)


# What is prefetched before is prefetched twice, as documented.
FETCHED_TWICE = {
    "without the column that a later prefetch needs": works().prefetch_related(
        Prefetch("credits__author__credits", Credit.objects.only("pk"))
    ),
    "without the column of another lookup": works().prefetch_related(
        Prefetch("credits", Credit.objects.only("work")), "credits__author"
    ),
    "joined without the column of another lookup": works().prefetch_related(
        Prefetch("credits", Credit.objects.select_related("author").only("work", "author__name")),
        "credits__author__home",
    ),
    "a second lookup whose key is deferred": (
        works().only("title").prefetch_related("credits", "sequel_to")
    ),
}


@pytest.mark.parametrize("rows", FETCHED_TWICE.values(), ids=FETCHED_TWICE)
def test_a_column_that_was_not_loaded(rows):
    assert_same_list(TITLE, rows.all, counts_queries=False)


BACK = {
    "through a credit": ["credits__author__pupils"],
    "to credits in another order": [
        Prefetch("credits__author__credits", Credit.objects.order_by("pk").reverse())
    ],
}


@pytest.mark.parametrize("lookups", BACK.values(), ids=BACK)
def test_a_lookup_that_leads_back_to_the_rows_it_came_from(lookups):
    Author.objects.create(name="Unread")
    rows = Author.objects.prefetch_related(*lookups)
    assert_same_list(AUTHOR, rows.order_by("pk").all)
    assert_same_list(AUTHOR, rows.order_by("-pk").all)


def test_a_relation_below_a_prefetch_to_an_attribute():
    make = shape(Work, ["title"], {"found": nested(WITH_AUTHOR, many=True)})
    assert_same_list_by(3, make, works().prefetch_related(FOUND).all)


@pytest.mark.parametrize("lookup", ["credits", "sequel_to", "notes"])
def test_a_queryset_that_can_not_be_filtered(lookup):
    rows = Work._meta.get_field(lookup).related_model.objects.order_by("pk")
    united = rows.order_by().union(rows.none())
    assert_same_list(WORK, works().prefetch_related(Prefetch(lookup, rows[:3])).all)
    assert_same_list(WORK, works().prefetch_related(Prefetch(lookup, rows[:3], "found")).all)
    assert_same_list(WORK, works().prefetch_related(Prefetch(lookup, united)).all)
    assert_same_list(WORK, works().prefetch_related(Prefetch(lookup, united, "found")).all)


@pytest.mark.parametrize("lookups", [[], ["calves"]], ids=["not loaded", "prefetched"])
def test_a_manager_that_defers_the_column_that_leads_to_it(lookups):
    Calf.objects.create(name="calf of Alma", cow=Animal.objects.create(name="Alma"))
    Calf.objects.create(name="calf of Berta", cow=Animal.objects.create(name="Berta"))
    make = shape(Animal, ["name"], {"calves": slug("name", many=True)})
    assert_same_list(make, Animal.objects.prefetch_related(*lookups).all)


LOOKUPS = {
    "a beginning of another": ["credits__author", "credits"],
    "by a queryset": [Prefetch("credits", Credit.objects.order_by("role")), "credits__author"],
    "below others": ["credits", Prefetch("credits__author", Author.objects.defer("name"))],
    "back": ["credits__work"],
    "back from what is joined": ["sequel_to__sequel"],
    "back within": [Prefetch("credits", Credit.objects.prefetch_related("work__authors"))],
    "twice with a queryset": ["credits", Prefetch("credits", Credit.objects.all())],
    "to what is there": [Prefetch("credits", to_attr="title")],
    "to an attribute twice": [Prefetch(name, to_attr="found") for name in ("credits", "authors")],
    "to an attribute with a separator": [Prefetch("credits", to_attr="found__credits")],
    "of several models": ["notes__about"],
    "of a child": ["novel__credits"],
    "nothing": ["nothing"],
}


@pytest.mark.parametrize("name", LOOKUPS)
def test_lookups_that_meet_others_or_what_is_there(name):
    rows = works().select_related("sequel_to")
    assert_same_list(WORK, lambda: rows.prefetch_related(*LOOKUPS[name]))
