"""Querysets of every kind that a list may be given, each made by a function."""

from __future__ import annotations

from django.contrib.contenttypes.prefetch import GenericPrefetch
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Window
from django.db.models.functions import RowNumber

from tests.relations.models import Author, Credit, Note, Novel, Poem, Portrait, Serial, Work

# For tests of what hardly depends on both: all shapes of these kinds, these shapes of all kinds.
SOME_KINDS = ("plain", "joined", "deep", "none")
SOME_SHAPES = ("through model", "methods that nest", "generic")


def works():
    return Work.objects.order_by("pk")


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


QUERYSETS = {
    "plain": works,
    "only": lambda: works().only("title"),
    "deferred": lambda: works().defer("title", "sequel_to"),
    "annotated": lambda: works().annotate(count=Count("authors"), same=F("title")),
    "annotation that is a property": lambda: works().annotate(number_of_credits=Count("credits")),
    "extra": lambda: works().extra(select={"one": "1"}),
    "alias": lambda: works().alias(count=Count("authors")).filter(count__gt=0),
    "sliced": lambda: works()[1:3],
    "reversed": lambda: works().reverse(),
    "distinct": lambda: works().distinct(),
    "union": lambda: works().order_by().union(Work.objects.none()).order_by("pk"),
    "none": lambda: works().none(),
    "nothing that could be found": lambda: works().filter(pk__in=[]),
    "united with another model's": lambda: (
        Work.objects.order_by()
        .filter(title="Rupert")
        .union(Poem.objects.order_by().filter(title="Alone"))
    ),
    "united with all": lambda: works().order_by().union(works().order_by(), all=True)[:6],
    "locked": lambda: works().select_for_update(),
    "locked and joined": lambda: (
        works()
        .select_for_update(of=("self",) if connection.features.has_select_for_update_of else ())
        .select_related("sequel")
    ),
    "all that is joined": joined_with_all,
    "annotated by a window": lambda: works().annotate(
        place=Window(RowNumber(), order_by="-title")
    ),
    "annotated by a relation": lambda: works().annotate(
        before=F("sequel_to__title"), known=Exists(Credit.objects.filter(work=OuterRef("pk")))
    ),
    "grouped": lambda: works().annotate(count=Count("credits")).filter(count__gte=1),
    "with an empty prefetch": lambda: works().prefetch_related(None).select_related(None),
    "child": lambda: Novel.objects.order_by("pk"),
    "grandchild": lambda: Serial.objects.order_by("pk"),
    "proxy": lambda: Poem.objects.order_by("pk"),
    "joined": lambda: works().select_related("sequel_to__sequel_to"),
    "joined in reverse": lambda: works().select_related("sequel__sequel"),
    "joined child": lambda: works().select_related("novel__serial"),
    "joined parent": lambda: Novel.objects.order_by("pk").select_related("work_ptr__sequel_to"),
    "joined by another key": lambda: Author.objects.order_by("pk").select_related("home__within"),
    "joined, key of another": lambda: Author.objects.order_by("pk").select_related("portrait"),
    "joined from the key": lambda: Portrait.objects.select_related("author__home"),
    "joined and prefetched": lambda: (
        works()
        .select_related("sequel_to__sequel_to", "sequel")
        .prefetch_related(
            *("authors__home__within", "authors__portrait", "notes__about"),
            "credits__author__home",
        )
    ),
    "joined and deferred": lambda: (
        works().select_related("sequel_to").only("title", "sequel_to__made")
    ),
    "related manager": lambda: second().credits.all(),
    "related manager, joined": lambda: second().credits.select_related("work"),
    "related manager to many": lambda: hope().works.order_by("pk"),
    "related manager, generic": lambda: second().notes.all(),
    "forward": lambda: Credit.objects.prefetch_related("author", "work"),
    "forward by another key": lambda: Author.objects.order_by("pk").prefetch_related("home"),
    "forward one to one": lambda: works().prefetch_related("sequel_to"),
    "reverse one to one": lambda: works().prefetch_related("sequel"),
    "reverse": lambda: works().prefetch_related("credits"),
    "many to many": lambda: works().prefetch_related("authors"),
    "many to many in reverse": lambda: Author.objects.order_by("pk").prefetch_related("works"),
    "many to many to itself": lambda: Author.objects.order_by("pk").prefetch_related(
        "mentors", "pupils"
    ),
    "generic": lambda: works().prefetch_related("notes"),
    "generic of a child": lambda: Novel.objects.order_by("pk").prefetch_related("notes"),
    "deep": lambda: works().prefetch_related("credits__author__home__within__parts"),
    "through what is joined": lambda: Credit.objects.select_related(
        "author__home"
    ).prefetch_related("author__works", "author__home__parts"),
    "to an attribute": lambda: works().prefetch_related(
        Prefetch("credits", Credit.objects.order_by("role"), to_attr="sorted_credits"),
        Prefetch("sequel_to", to_attr="before"),
        "sorted_credits__author",
    ),
    "by a queryset": lambda: works().prefetch_related(
        Prefetch("authors", Author.objects.exclude(name="Nobody").prefetch_related("home"))
    ),
    "by a sliced queryset": lambda: works().prefetch_related(
        Prefetch("credits", Credit.objects.order_by("-pk")[:1], to_attr="last_credit"),
        Prefetch("authors", Author.objects.order_by("name")[:1], to_attr="first_author"),
    ),
    "by a joined queryset": lambda: works().prefetch_related(
        Prefetch("credits", Credit.objects.select_related("work", "author"))
    ),
    "by a deferred queryset": lambda: works().prefetch_related(
        Prefetch("credits", Credit.objects.only("work"))
    ),
    "some, then all": lambda: works().prefetch_related(
        Prefetch("credits", Credit.objects.filter(role="writer"), to_attr="writers"), "credits"
    ),
    "generic foreign key": lambda: Note.objects.order_by("pk").prefetch_related("about__notes"),
    "generic prefetch": lambda: works().prefetch_related(
        Prefetch(
            "notes",
            Note.objects.prefetch_related(
                GenericPrefetch("about", [Work.objects.only("title"), Author.objects.all()])
            ),
        ),
        "credits__author",
    ),
    "twice the same rows": lambda: (
        works().filter(credits__isnull=False).prefetch_related("credits", "authors__works")
    ),
    "the known ones": lambda: second().credits.prefetch_related("work__credits", "author"),
    "nothing related": lambda: Author.objects.filter(home=None).prefetch_related("home__within"),
}
