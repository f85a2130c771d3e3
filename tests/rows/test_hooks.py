"""What a project has of its own on the way from a query to instances, or hears of them."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.db import connection, models
from django.db.models import Prefetch
from django.db.models.signals import post_init, pre_init
from rest_framework import serializers

from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import (
    AUTHOR,
    CREDIT,
    methods,
    nested,
    shape,
    slug,
    text,
    with_relations,
)
from tests.rows import models as rows_models
from tests.rows.comparison import BASES, assert_same_list, each, listed, number_of_queries
from tests.rows.querysets import LOADS, works

pytestmark = pytest.mark.usefixtures("stored")

# Querysets: where a method is a project's own, Django reads.

QUERYSET_METHODS = {
    "__iter__": lambda self: iter(sorted(models.QuerySet.__iter__(self), key=str)),
    "_fetch_all": lambda self: (
        models.QuerySet._fetch_all(self),
        self._result_cache.sort(key=lambda work: work.title, reverse=True),
    ),
    "db": property(lambda self: "default"),
    "_prefetch_related_objects": lambda self: setattr(self, "_prefetch_done", True),
    "iterator": lambda self, **options: iter(()),
    # None of Django's.
    "recent": lambda self: self.filter(title="Rupert"),
}
with_credits = shape(Work, ["id", "title"], {"credits": text(many=True)})


@each("name", list(QUERYSET_METHODS))
def test_querysets_of_a_projects_own(name):
    queryset_class = type("OwnQuerySet", (models.QuerySet,), {name: QUERYSET_METHODS[name]})
    assert_same_list(with_credits, queryset_class(Work).order_by("pk").all)
    assert_same_list(with_credits, queryset_class(Work).prefetch_related("credits").all)


class Shouting(models.query.ModelIterable):
    def __iter__(self):
        for work in super().__iter__():
            work.title = work.title.upper()
            yield work


def in_reverse(queryset):
    fetch = queryset._fetch_all
    return lambda: (fetch(), queryset._result_cache.reverse())[0]


@each("own", [("_iterable_class", lambda queryset: Shouting), ("_fetch_all", in_reverse)])
def test_what_one_queryset_has_of_its_own(own):
    def make_queryset():
        name, value_for = own
        queryset = works()
        setattr(queryset, name, value_for(queryset))
        return queryset

    assert_same_list(with_credits, make_queryset)


def test_an_iterable_that_was_replaced(monkeypatch):
    def patched(self):
        return iter([Work(pk=7, title="patched")])

    assert_same_list(with_credits, Work.objects.all)
    monkeypatch.setattr(models.query.ModelIterable, "__iter__", patched)
    assert "patched" in str(assert_same_list(with_credits, Work.objects.all).output)


def test_what_wraps_queries_sees_them():
    seen = []

    def wrapper(execute, sql, params, many, context):
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        assert_same_list(with_credits, Work.objects.prefetch_related("credits").all)
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


@pytest.mark.skipif(not hasattr(models, "FETCH_RAISE"), reason="fetch modes are new in Django 6.1")
@each("mode", ["FETCH_ONE", "FETCH_PEERS", "FETCH_RAISE"])
@each("load", [(), ("home",)])
def test_fetch_modes(mode, load):
    make = with_relations(Author, ["credits", "home"])
    authors = Author.objects.fetch_mode(getattr(models, mode))
    assert_same_list(make, authors.prefetch_related(*load).all)
    assert_same_list(make, authors.defer("name").all)


# Of three authors, two have a home; two of the five credits are of the one who has none.
@each("model_and_queries", [(Author, 3), (Credit, 10)])
def test_a_serializer_whose_meta_wants_instances(model_and_queries):
    """Django makes them, by a query for each row of what nobody has loaded."""
    model, queries = model_and_queries
    of_author = shape(Author, ["name"], {"home": nested(shape(Place, ["name"]))}, rows=False)
    of_credit = shape(Credit, ["role"], {"author": nested(of_author)}, rows=False)
    make = of_author if model is Author else of_credit
    assert_same_list(make, model.objects.order_by("pk").all)
    assert number_of_queries(make, model.objects.order_by("pk")) == queries


# Receivers of signals.

heard = []


def note(sender, instance=None, **options):
    """Tells what an instance looks like when it is made, as django-imagekit may."""
    if instance is None:
        heard.append((sender, options["args"]))
        return
    state = instance._state
    heard.append((sender, instance.pk, state.adding, state.db, instance.get_deferred_fields()))


def shout(sender, instance=None, **options):
    """Changes what it hears of, in all models of a project."""
    if instance is not None and "name" in vars(instance):
        instance.name = instance.name.upper()


@contextmanager
def listening(signal, receiver, sender=None):
    heard.clear()
    signal.connect(receiver, sender=sender)
    try:
        yield
    finally:
        signal.disconnect(receiver, sender=sender)


def heard_by_both(make, make_rows, signal, sender=None):
    sequences = []
    for base in BASES:
        with listening(signal, note, sender):
            listed(make, make_rows(), base)
            sequences.append([*heard])
    return sequences


of_works = shape(
    Work,
    ["title"],
    {
        "credits": nested(CREDIT, many=True),
        "authors": nested(AUTHOR, many=True),
        "sequel_to": nested(shape(Work, ["title"])),
        "names": slug("name", source="authors", many=True),
        "before": serializers.CharField(source="sequel_to.title", default="?"),
        **methods(method=lambda self, work: [str(author) for author in work.authors.all()]),
    },
)


@each("load", list(LOADS))
@each("sender", [None, Work, Author, Place])
@pytest.mark.parametrize("signal", [pre_init, post_init])
def test_a_receiver_hears_and_changes_what_it_does_with_django(signal, sender, load):
    make_rows = LOADS[load].all
    with listening(signal, shout, sender):
        assert_same_list(of_works, make_rows, counts_queries=load != "deferred")
    expected, actual = heard_by_both(of_works, make_rows, signal, sender)
    # Where nobody loaded them, related rows come before the first row is represented, and once.
    assert {*map(str, actual)} <= {*map(str, expected)}
    if load == "prefetched" and sender in (Author, Place):
        assert actual == expected


@pytest.mark.parametrize("signal", [pre_init, post_init])
def test_the_order_in_which_a_receiver_hears(signal):
    make = shape(Credit, ["role"], {"author": nested(shape(Author, ["name"]))})
    for rows in (
        Credit.objects.select_related("author__home", "work"),
        Credit.objects.prefetch_related("author__home", "work"),
    ):
        expected, actual = heard_by_both(make, rows.all, signal)
        assert actual == expected
    # It costs no query a row.
    with listening(signal, shout):
        assert number_of_queries(of_works, works()) == 9
    assert number_of_queries(of_works, works()) == 9


def test_receivers_that_a_project_calls_harmless(settings):
    for receivers, count in (([f"{__name__}.note"], 0), ([f"{__name__}.other"], 4)):
        settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": receivers}
        with listening(post_init, note):
            listed(shape(Work, ["title"]), Work.objects.all())
            assert len(heard) == count
    settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": [f"{__name__}.note"]}
    with listening(post_init, note), listening(post_init, shout):
        assert_same_list(of_works, works)


def test_output_of_a_receiver_that_gives_an_attribute():
    def give(sender, instance, **options):
        instance.given = f"to {sender.__name__}"

    given = {"given": serializers.ReadOnlyField()}
    authors = nested(shape(Author, [], given), many=True)
    with listening(post_init, give):
        assert_same_list(shape(Work, ["title"], {**given, "authors": authors}), works)


# Models that make their instances in a way of their own.

OF_PLACES = {
    "within": nested(shape(Place, ["name"])),
    "parts": text(many=True),
    "found": nested(shape(Place, ["name", "within"]), many=True, default=()),
    "authors": nested(shape(Author, ["name"]), source="author_set", many=True),
    **methods(method=lambda self, place: [str(part) for part in place.parts.all()]),
    "renamed": serializers.ReadOnlyField(default="no"),
}


@pytest.mark.filterwarnings("ignore:.*from_db")
@each("model", rows_models.WITH_HOOKS)
def test_models_that_make_their_instances_cost_no_query_a_row(model):
    make = shape(model, ["code", "renamed", "name"], OF_PLACES)
    rows = model.objects.order_by("pk")
    for loaded in (
        *(rows, rows.select_related("within"), rows.prefetch_related("within", "parts")),
        rows.prefetch_related(Prefetch("parts", to_attr="found"), "found__author_set"),
        rows.prefetch_related(Prefetch("parts", Place.objects.prefetch_related("parts"), "found")),
    ):
        assert_same_list(make, loaded.all, counts_queries=False)
    # REST framework represents objects that answer for their attributes themselves.
    expected = 8 if model is rows_models.Answering else 4
    assert number_of_queries(make, rows.all()) == expected


def test_related_models_that_make_their_instances(monkeypatch):
    authors = nested(shape(Author, ["name"]), many=True)
    home = nested(shape(Place, ["name"], {"author_set": authors}))
    town = serializers.CharField(source="home.name", default=1)
    make = shape(Author, ["name"], {"home": home, "town": town})

    def initialised(self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.name += "!"

    original = Place.__init__
    monkeypatch.setattr(Place, "__init__", initialised)
    rows = Author.objects.order_by("pk")
    assert_same_list(make, rows.all)
    assert_same_list(make, rows.select_related("home").all)
    for name in ("home", "home__author_set"):
        assert_same_list(make, rows.prefetch_related(name).all, counts_queries=False)
