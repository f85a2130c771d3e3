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


def related(lookup, model=Work):
    return model._meta.get_field(lookup.split("__")[-1]).related_model


def assert_same_works(*lookups):
    assert_same_list(WORK, works().prefetch_related(*lookups).all)


@pytest.mark.parametrize("lookups", [[], ["credits"]], ids=" ".join)
def test_a_list_without_rows_is_left_as_django_leaves_it(lookups):
    assert_same_list(WORK, works().filter(title="").prefetch_related(*lookups).all)


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


def test_an_owner_that_is_joined_once_more():
    make = shape(Author, ["name"], {"town": text(source="portrait.author.home", default="")})
    assert_same_list(make, Author.objects.order_by("pk").select_related("portrait__author").all)


CREDIT = shape(
    Credit, ["role"], {"found": text(source="author.found", many=True), "author": nested(AUTHOR)}
)


def test_an_attribute_that_was_annotated_or_is_of_what_is_joined():
    rows = works().annotate(found=F("title"))
    assert_same_list(WORK, rows.prefetch_related(Prefetch("credits", to_attr="found")).all)
    lookup = Prefetch("author__pupils", to_attr="found")
    rows = Credit.objects.select_related("author").prefetch_related(lookup)
    assert_same_list(CREDIT, rows.all)
    assert_same_list(WORK, rows.all)


def test_a_relation_below_a_prefetch_to_an_attribute():
    make = shape(Work, ["title"], {"found": nested(WITH_AUTHOR, many=True)})
    rows = works().prefetch_related(Prefetch("credits", to_attr="found"))
    assert_same_list_by(3, make, rows.all)


@pytest.mark.parametrize("lookup", ["credits", "sequel_to"])
def test_a_queryset_without_the_column_that_leads_to_it(lookup):
    assert_same_works(Prefetch(lookup, related(lookup).objects.only("pk")))


def test_a_queryset_without_the_column_that_a_later_prefetch_needs():
    joined = Credit.objects.select_related("author").only("work", "author__name")
    below = Prefetch("credits__author__credits", Credit.objects.only("pk"))
    assert_same_list(
        shape(Work, ["title"]), works().prefetch_related(below).all, counts_queries=False
    )
    for rows, lookup in ((Credit.objects.only("work"), "author"), (joined, "author__home")):
        # What is prefetched before is prefetched twice: documented.
        queryset = works().prefetch_related(Prefetch("credits", rows), f"credits__{lookup}")
        assert_same_list(shape(Work, ["title"]), queryset.all, counts_queries=False)


@pytest.mark.parametrize("lookup", ["credits", "sequel_to", "notes"])
def test_a_queryset_that_can_not_be_filtered(lookup):
    rows = related(lookup).objects.order_by("pk")
    united = rows.order_by().union(rows.none())
    assert_same_works(Prefetch(lookup, rows[:3]))
    assert_same_works(Prefetch(lookup, rows[:3], "found"))
    assert_same_works(Prefetch(lookup, united))
    assert_same_works(Prefetch(lookup, united, "found"))


@pytest.mark.parametrize("lookups", [[], ["calves"]], ids=["not loaded", "prefetched"])
def test_a_manager_that_defers_the_column_that_leads_to_it(lookups):
    Calf.objects.create(name="calf of Alma", cow=Animal.objects.create(name="Alma"))
    Calf.objects.create(name="calf of Berta", cow=Animal.objects.create(name="Berta"))
    make = shape(Animal, ["name"], {"calves": slug("name", many=True)})
    assert_same_list(make, Animal.objects.prefetch_related(*lookups).all)


def test_a_second_lookup_whose_key_is_deferred():
    rows = works().only("title").prefetch_related("credits", "sequel_to")
    assert_same_list(shape(Work, ["title"]), rows.all, counts_queries=False)


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
