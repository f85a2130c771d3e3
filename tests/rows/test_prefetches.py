"""Prefetches that meet one another, or what is there already."""

import pytest
from django.db.models import F, Prefetch

from tests.models import AudioBook, Blurb, Book, Review, Tag
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import nested, shape, slug, text
from tests.rows.comparison import assert_same_list, listed
from tests.rows.models import Animal, Calf
from tests.rows.querysets import works

pytestmark = pytest.mark.usefixtures("stored")


AUTHOR = shape(Author, ["name"], {"pupils": text(many=True)})
WORK = shape(Work, [])


def related(lookup, model=Work):
    return model._meta.get_field(lookup.split("__")[-1]).related_model


def assert_same_works(*lookups):
    assert_same_list(WORK, works().prefetch_related(*lookups).all)


BACKWARDS = Prefetch("credits__author", Author.objects.order_by("-pk"))
BACK = {
    "through a credit": ["credits__author__pupils"],
    "at once, and through a credit": ["pupils", "credits__author__pupils"],
    "again in another order": ["credits__author", BACKWARDS],
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


@pytest.mark.parametrize(
    ("model", "name", "lookup"),
    [
        # To one of several instances of a row.
        (Tag, "label", "tagged__blurb__book__reviews"),
        (Book, "title", Prefetch("blurb", Blurb.objects.prefetch_related("book__blurb__book"))),
        # To a book that has its blurb joined, and something else that only Django loads.
        (
            Blurb,
            "text",
            Prefetch(
                "book",
                Book.objects.select_related("blurb").prefetch_related(
                    Prefetch("reviews__book", to_attr="found")
                ),
                to_attr="kept",
            ),
        ),
    ],
    ids=["tags", "books", "blurbs"],
)
def test_lookups_of_books_that_lead_back_or_are_kept_under_another_name(model, name, lookup):
    tag = Tag.objects.create(label="swords")
    for book_class in (Book, Book, AudioBook, AudioBook):
        book = book_class.objects.create(title="Rupert", price=1)
        book.tags.set([tag])
        Review.objects.create(book=book)
    for book in Book.objects.order_by("pk")[1:]:
        Blurb.objects.create(book=book, text="Swash!")
    rows = model.objects.order_by("pk").prefetch_related(lookup)
    assert_same_list(shape(model, [name]), rows.all)


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


@pytest.mark.filterwarnings("ignore:Calling select_related")
@pytest.mark.parametrize("lookup", ["credits", "authors", "sequel_to"])
def test_a_queryset_without_the_column_that_leads_to_it(lookup):
    queryset = related(lookup).objects.only("pk")
    assert_same_works(Prefetch(lookup, queryset))
    assert_same_works(Prefetch(lookup, queryset.select_related()))


@pytest.mark.parametrize(
    ("lookup", "far"),
    [
        ("sequel_to", "credits"),
        ("credits", "work"),
    ],
)
def test_the_same_lookup_twice_in_a_queryset_of_a_lookup(lookup, far):
    """Django says which: by its path where the queryset is not evaluated on the way."""
    model = related(lookup)
    again = Prefetch(far, related(far, model).objects.order_by("-pk"))
    assert_same_works(Prefetch(lookup, model.objects.prefetch_related(far, again)))


@pytest.mark.parametrize("lookup", ["credits", "authors", "sequel_to", "notes"])
def test_a_queryset_that_can_not_be_filtered(lookup):
    rows = related(lookup).objects.order_by("pk")
    united = rows.order_by().union(rows.none())
    assert_same_works(Prefetch(lookup, rows[:3]))
    assert_same_works(Prefetch(lookup, rows[:3], "found"))
    assert_same_works(Prefetch(lookup, united))
    assert_same_works(Prefetch(lookup, united, "found"))


def test_a_union_that_has_rows_of_nobody_as_well():
    united = Place.objects.order_by().union(Place.objects.none()).order_by("pk")
    rows = Place.objects.order_by("pk").prefetch_related(Prefetch("parts", united, "found"))
    assert assert_same_list(shape(Place, ["name"]), rows.all).failed


@pytest.mark.parametrize("lookups", [[], ["calves"]], ids=["not loaded", "prefetched"])
def test_a_manager_that_defers_the_column_that_leads_to_it(lookups):
    for name in ("Alma", "Berta"):
        cow = Animal.objects.create(name=name)
        Calf.objects.create(name=f"calf of {name}", cow=cow)
    make = shape(Animal, ["name"], {"calves": slug("name", many=True)})
    rows = Animal.objects.prefetch_related(*lookups)
    assert_same_list(make, rows.all)
    assert listed(make, rows.all()) == [
        {"name": "Berta", "calves": ["calf of Berta"]},
        {"name": "Alma", "calves": ["calf of Alma"]},
    ]


LOOKUPS = {
    "a beginning of another": ["credits__author", "credits"],
    "of what is joined": ["sequel_to__credits", "sequel_to__sequel_to"],
    "by a queryset": [Prefetch("credits", Credit.objects.order_by("role")), "credits__author"],
    "below others": ["credits", Prefetch("credits__author", Author.objects.defer("name"))],
    # On instances, by Django.
    "back": ["credits__work"],
    "back from what is joined": ["sequel_to__sequel"],
    "back within": [Prefetch("credits", Credit.objects.prefetch_related("work__authors"))],
    "twice with a queryset": ["credits", Prefetch("credits", Credit.objects.all())],
    "twice within": [
        Prefetch("credits", Credit.objects.prefetch_related("author")),
        Prefetch("credits__author", Author.objects.all()),
    ],
    "a queryset for what is joined": [Prefetch("sequel_to", Work.objects.all())],
    "to what is there": [Prefetch("credits", to_attr="title")],
    "to an attribute twice": [Prefetch(name, to_attr="found") for name in ("credits", "authors")],
    "of several models": ["notes__about"],
    "of a child": ["novel__credits"],
    "no relation": ["kind"],
    "nothing": ["nothing"],
}


@pytest.mark.parametrize("name", LOOKUPS)
def test_lookups_that_meet_others_or_what_is_there(name):
    rows = works().select_related("sequel_to")
    assert_same_list(WORK, lambda: rows.prefetch_related(*LOOKUPS[name]))


@pytest.mark.parametrize("lookup", ["portrait__author__pupils", "portrait__author__home__within"])
def test_a_lookup_beyond_what_is_joined_back(lookup):
    rows = Author.objects.select_related("portrait__author__home").order_by("pk")
    assert_same_list(AUTHOR, rows.prefetch_related(lookup).all)


@pytest.mark.parametrize(
    ("lookup", "far"),
    [
        ("sequel_to", "sequel_to"),
        ("credits", "work"),
    ],
)
def test_one_object_kept_as_an_attribute_by_the_queryset_of_another_lookup(lookup, far):
    """Where Django evaluates that queryset first, it then reads the relation itself, too."""
    kept = Prefetch(far, to_attr="found")
    assert_same_works(Prefetch(lookup, related(lookup).objects.prefetch_related(kept)))


def test_a_manager_that_has_another_queryset_once_lists_have_been_read(monkeypatch):
    rows = works().prefetch_related("credits")
    assert_same_list(WORK, rows.all)
    manager = type(Credit._default_manager)
    all_rows = manager.get_queryset

    def get_queryset(self):
        rows = all_rows(self)
        return rows.prefetch_related("work__authors") if self.model is Credit else rows

    monkeypatch.setattr(manager, "get_queryset", get_queryset)
    assert_same_list(WORK, rows.all)
