"""Prefetches that meet one another, or what is there already."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import F, Prefetch
from rest_framework import serializers

from fastserializers.rows.queryset import may_read, read
from tests.models import Blurb, Book, Tag
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list, each

pytestmark = pytest.mark.usefixtures("stored")


def authors(base):
    class AuthorSerializer(base):
        pupils = serializers.StringRelatedField(many=True)

        class Meta:
            model = Author
            fields = ["name", "pupils"]

    return AuthorSerializer


def works(base):
    class WorkSerializer(base):
        class Meta:
            model = Work
            fields = []

    return WorkSerializer


@pytest.mark.parametrize(
    "lookups",
    [
        ("credits__author__pupils",),
        ("credits__author__pupils", "pupils"),
        ("pupils", "credits__author__pupils"),
        ("credits__author__pupils", "portrait"),
        ("credits__author__credits", "credits__author__portrait", "portrait"),
    ],
    ids=" ".join,
)
def test_a_lookup_that_leads_back_to_the_rows_it_came_from(lookups):
    Author.objects.create(name="Unread")
    assert_same_list(authors, lambda: Author.objects.order_by("-pk").prefetch_related(*lookups))


def test_a_lookup_that_leads_back_and_once_more_with_a_queryset():
    again = Prefetch("credits__author", Author.objects.order_by("-pk"))
    for lookups in (["credits__author", again], ["credits__author__pupils", again]):
        assert_same_list(
            authors,
            lambda: Author.objects.order_by("pk").prefetch_related(*lookups),  # noqa: B023
        )


def test_a_lookup_that_leads_back_to_one_of_several_instances_of_a_row():
    def tags(base):
        class TagSerializer(base):
            class Meta:
                model = Tag
                fields = ["label"]

        return TagSerializer

    book = Book.objects.create(title="The Prisoner", price=1)
    book.tags.set([Tag.objects.create(label=label) for label in ("swords", "castles")])
    Blurb.objects.create(book=book, text="Swash!")
    assert_same_list(
        tags, lambda: Tag.objects.order_by("pk").prefetch_related("tagged__blurb__book__reviews")
    )


def test_an_attribute_that_the_query_has_annotated_already():
    def make_queryset():
        lookup = Prefetch("credits", to_attr="found")
        return Work.objects.order_by("pk").annotate(found=F("title")).prefetch_related(lookup)

    assert_same_list(works, make_queryset)


def test_an_attribute_of_what_is_joined():
    def make_queryset():
        lookup = Prefetch("author__pupils", to_attr="found")
        return Credit.objects.select_related("author").prefetch_related(lookup)

    def make(base):
        class CreditSerializer(base):
            found = serializers.StringRelatedField(source="author.found", many=True)
            author = authors(base)()

            class Meta:
                model = Credit
                fields = ["role", "found", "author"]

        return CreditSerializer

    assert_same_list(make, make_queryset)
    assert_same_list(works, make_queryset)


@pytest.mark.parametrize("lookup", ["sequel", "credits", "notes"])
def test_a_queryset_without_the_column_that_leads_to_it(lookup):
    related = Work._meta.get_field(lookup).related_model

    def make_queryset():
        only = Prefetch(lookup, related.objects.only("pk"))
        return Work.objects.order_by("pk").prefetch_related(only)

    assert_same_list(works, make_queryset)


@pytest.mark.parametrize("lookup", ["sequel", "sequel_to", "credits", "authors", "notes"])
def test_the_same_lookup_twice_in_a_queryset_of_a_lookup(lookup):
    """Django says which: by its path where the queryset is not evaluated on the way."""
    model = Work._meta.get_field(lookup).related_model
    far = {Work: "credits", Credit: "work", Author: "works"}.get(model, "content_type")
    related = model._meta.get_field(far).related_model

    def make_queryset():
        twice = model.objects.prefetch_related(far, Prefetch(far, related.objects.order_by("-pk")))
        return Work.objects.order_by("pk").prefetch_related(Prefetch(lookup, twice))

    assert_same_list(works, make_queryset)


@pytest.mark.parametrize("lookup", ["credits", "authors"])
def test_a_lookup_through_one_whose_queryset_has_it_too(lookup):
    model = Work._meta.get_field(lookup).related_model
    far = {Credit: "author", Author: "credits"}[model]

    def make_queryset():
        deeper = Prefetch(lookup, model.objects.prefetch_related(far))
        again = Prefetch(
            f"{lookup}__{far}", model._meta.get_field(far).related_model.objects.all()
        )
        return Work.objects.order_by("pk").prefetch_related(deeper, again)

    assert_same_list(works, make_queryset)


@pytest.mark.skipif(connection.vendor == "mysql", reason="MariaDB checks each key at once")
def test_a_key_that_leads_nowhere():
    def make(base):
        class AuthorSerializer(base):
            town = serializers.CharField(source="home.name", default="nowhere")
            found = serializers.SerializerMethodField()

            class Meta:
                model = Author
                fields = ["town", "found"]

            def get_found(self, author):
                try:
                    return author.home and author.home.name
                except Place.DoesNotExist as error:
                    return f"{type(error).__qualname__}: {error}"

        return AuthorSerializer

    with transaction.atomic():
        Place.objects.filter(code="zenda").update(code="strelsau")
        assert_same_list(make, lambda: Author.objects.order_by("pk"), counts_queries=False)
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "lookup", ["credits", "authors", "sequel", "sequel_to", "sequel__sequel", "notes"]
)
@each("cut", ["sliced", "united"])
@each("to_attr", [None, "found"])
def test_a_queryset_that_can_not_be_filtered(lookup, cut, to_attr):
    related = Work._meta.get_field(lookup.split("__")[-1]).related_model

    def make_queryset():
        rows = related.objects.order_by("pk")
        rows = rows[:3] if cut == "sliced" else rows.order_by().union(related.objects.none())
        return Work.objects.order_by("pk").prefetch_related(Prefetch(lookup, rows, to_attr))

    assert_same_list(works, make_queryset)


def test_a_union_that_has_rows_of_nobody_as_well():
    def places(base):
        return serializer_of(base, Place, ["name"])

    def make_queryset():
        united = Place.objects.order_by().union(Place.objects.none()).order_by("pk")
        return Place.objects.order_by("pk").prefetch_related(Prefetch("parts", united, "found"))

    assert assert_same_list(places, make_queryset).failed


def test_a_queryset_that_leads_back_and_forth():
    book = Book.objects.create(title="The Prisoner", price=1)
    Blurb.objects.create(book=book, text="Swash!")

    def books(base):
        return serializer_of(base, Book, ["title"])

    def make_queryset():
        blurbs = Blurb.objects.prefetch_related("book__blurb__book")
        return Book.objects.order_by("pk").prefetch_related(Prefetch("blurb", blurbs))

    assert_same_list(books, make_queryset)


def test_a_lookup_that_leads_back_and_away_again_with_a_queryset():
    def make_queryset():
        again = Prefetch("credits__author__credits", Credit.objects.order_by("pk").reverse())
        return Author.objects.order_by("pk").prefetch_related(again)

    assert_same_list(authors, make_queryset)


PLAIN = {
    "one": ["credits"],
    "a beginning of another": ["credits__author", "credits"],
    "the same beginning": ["credits__author__home", "credits__author__portrait"],
    "of what is joined": ["sequel_to__credits", "sequel_to__sequel_to"],
    "by a queryset": [Prefetch("credits", Credit.objects.order_by("role")), "credits__author"],
    "below others": ["credits", Prefetch("credits__author", Author.objects.defer("name"))],
    "to an attribute": [Prefetch("credits", to_attr="found"), "found__author", "credits"],
    "within": [
        Prefetch(
            "credits",
            Credit.objects.select_related("author").prefetch_related("author__home"),
        )
    ],
    "a queryset and its own once more": [
        Prefetch("credits", Credit.objects.prefetch_related("author")),
        "credits__author",
    ],
    "generic": ["notes", "authors__notes"],
}
LEFT_TO_DJANGO = {
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
    "a slice": [Prefetch("credits", Credit.objects.order_by("pk")[:1], to_attr="found")],
    "without its key": [Prefetch("credits", Credit.objects.only("role"))],
    "of several models": ["notes__about"],
    "of a child": ["novel__credits"],
    "no relation": ["kind"],
}


@pytest.mark.parametrize("name", [*PLAIN, *LEFT_TO_DJANGO])
def test_lookups_that_meet_no_other_are_read_as_rows(name):
    def make_queryset():
        lookups = {**PLAIN, **LEFT_TO_DJANGO}[name]
        return Work.objects.select_related("sequel_to").order_by("pk").prefetch_related(*lookups)

    assert_same_list(works, make_queryset)
    if name in PLAIN:
        assert read(make_queryset()) is not None
    else:
        assert not may_read(make_queryset())


def test_a_manager_that_has_another_queryset_once_lists_have_been_read(monkeypatch):
    def make_queryset():
        return Work.objects.order_by("pk").prefetch_related("credits")

    assert_same_list(works, make_queryset)
    assert may_read(make_queryset())
    manager = type(Credit._default_manager)
    all_rows = manager.get_queryset

    def get_queryset(self):
        rows = all_rows(self)
        return rows.prefetch_related("work__authors") if self.model is Credit else rows

    monkeypatch.setattr(manager, "get_queryset", get_queryset)
    assert not may_read(make_queryset())
    assert_same_list(works, make_queryset)
