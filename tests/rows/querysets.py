"""Querysets of every kind that a list may be given, each made by a function."""

from django.contrib.contenttypes.prefetch import GenericPrefetch
from django.db import connection
from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Prefetch, Q, Window
from django.db.models.functions import RowNumber

from tests.relations.models import Author, Credit, Note, Novel, Poem, Serial, Work

# For tests of what hardly depends on both: all shapes of these kinds, these shapes of all kinds.
SOME_KINDS = ("plain", "joined", "deep", "none")
SOME_SHAPES = ("through model", "methods that nest", "generic")


def works():
    return Work.objects.order_by("pk")


def authors():
    return Author.objects.order_by("pk")


def hope():
    return Author.objects.get(name="Hope")


def second():
    return Work.objects.get(title="Rupert")


CREDITS = ("authors__home__within", "credits__author__home__within")
WITH_AUTHORS = Prefetch("credits", Credit.objects.select_related("author__home__within"))
LOADS = {
    "nothing": works(),
    "joined": works().select_related("sequel_to__sequel_to"),
    "prefetched": works().prefetch_related(*CREDITS, "sequel_to"),
    "both": works().select_related("sequel_to").prefetch_related("authors", WITH_AUTHORS),
    "deferred": works().only("id"),
}


def joined_with_all():
    credits_of_all = Credit.objects.all()
    # As `select_related()` without names does, which Django 6.1 warns of.
    credits_of_all.query.select_related = True
    return credits_of_all


def locked_and_joined():
    # Asking for its features connects to the database.
    of = ("self",) if connection.features.has_select_for_update_of else ()
    return works().select_for_update(of=of).select_related("sequel")


def of_a_manager():
    return second().credits.all()


def of_a_manager_to_many():
    return hope().works.order_by("pk")


# Functions, each of which returns such a queryset anew.
QUERYSETS = {
    "plain": works,
    "only": works().only("title").all,
    "deferred": works().defer("title", "sequel_to").all,
    "annotated": works().annotate(count=Count("authors"), same=F("title")).all,
    "annotation that is a property": works().annotate(number_of_credits=Count("credits")).all,
    "extra": works().extra(select={"one": "1"}).all,
    "alias": works().alias(count=Count("authors")).filter(count__gt=0).all,
    "sliced": works()[1:3].all,
    "union": works().order_by().union(Work.objects.none()).order_by("pk").all,
    "none": works().none().all,
    "united with another model's": (
        Work.objects.order_by()
        .filter(title="Rupert")
        .union(Poem.objects.order_by().filter(title="Alone"))
    ).all,
    "united with all": works().order_by().union(works().order_by(), all=True)[:6].all,
    "locked": works().select_for_update().all,
    "locked and joined": locked_and_joined,
    "all that is joined": joined_with_all,
    "annotated by a window": works().annotate(place=Window(RowNumber(), order_by="-title")).all,
    "annotated by a relation": (
        works().annotate(
            before=F("sequel_to__title"), known=Exists(Credit.objects.filter(work=OuterRef("pk")))
        )
    ).all,
    "child": Novel.objects.order_by("pk").all,
    "grandchild": Serial.objects.order_by("pk").all,
    "proxy": Poem.objects.order_by("pk").all,
    "joined": works().select_related("sequel_to__sequel_to").all,
    "joined in reverse": works().select_related("sequel__sequel").all,
    "joined by a filtered relation": (
        works()
        .annotate(filtered=FilteredRelation("sequel", condition=Q(sequel__pk__gt=1)))
        .select_related("filtered")
    ).all,
    "joined child": works().select_related("novel__serial").all,
    "joined parent": Novel.objects.order_by("pk").select_related("work_ptr__sequel_to").all,
    "joined by another key": Author.objects.order_by("pk").select_related("home__within").all,
    "joined, key of another": Author.objects.order_by("pk").select_related("portrait").all,
    "joined and prefetched": (
        works()
        .select_related("sequel_to__sequel_to", "sequel")
        .prefetch_related(
            "authors__home__within", "authors__portrait", "notes__about", "credits__author__home"
        )
    ).all,
    "joined and deferred": (
        works().select_related("sequel_to").only("title", "sequel_to__made")
    ).all,
    "related manager": of_a_manager,
    "related manager to many": of_a_manager_to_many,
    "forward": Credit.objects.prefetch_related("author", "work").all,
    "forward by another key": Author.objects.order_by("pk").prefetch_related("home").all,
    "reverse one to one": works().prefetch_related("sequel").all,
    "reverse": works().prefetch_related("credits").all,
    "many to many in reverse": Author.objects.order_by("pk").prefetch_related("works").all,
    "many to many to itself": (
        Author.objects.order_by("pk").prefetch_related("mentors", "pupils")
    ).all,
    "generic": works().prefetch_related("notes").all,
    "deep": works().prefetch_related("credits__author__home__within__parts").all,
    "to an attribute": (
        works().prefetch_related(
            Prefetch("credits", Credit.objects.order_by("role"), to_attr="sorted_credits"),
            Prefetch("sequel_to", to_attr="before"),
            "sorted_credits__author",
        )
    ).all,
    "by a queryset": (
        works().prefetch_related(
            Prefetch("authors", Author.objects.exclude(name="Nobody").prefetch_related("home"))
        )
    ).all,
    "generic foreign key": Note.objects.order_by("pk").prefetch_related("about__notes").all,
    "generic prefetch": (
        works().prefetch_related(
            Prefetch(
                "notes",
                Note.objects.prefetch_related(
                    GenericPrefetch("about", [Work.objects.only("title"), Author.objects.all()])
                ),
            ),
            "credits__author",
        )
    ).all,
    "nothing related": Author.objects.filter(home=None).prefetch_related("home__within").all,
}
