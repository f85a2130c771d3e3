"""Lists of models whose instances somebody hears being made, or makes in a way of its own."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.db.models import Prefetch
from django.db.models.signals import post_init, pre_init
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.relations.comparison import made
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import author_of, credit_of, serializer_of
from tests.rows.comparison import BASES, assert_same_list, each, number_of_queries
from tests.rows.models import (
    Answering,
    Guarded,
    Initialised,
    Made,
    MadeAsBefore,
    MadeFromDb,
    NotAnIdentifier,
    WithAMixinBehind,
    WithAProperty,
    WithAttributesOfItsOwn,
)

pytestmark = pytest.mark.usefixtures("stored")


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
            made(make, base)(make_rows(), many=True).data  # noqa: B018
            sequences.append([*heard])
    return sequences


def works(base):
    declared = {
        "credits": credit_of(base)(many=True),
        "authors": author_of(base)(many=True),
        "sequel_to": serializer_of(base, Work, ["title"])(),
        "names": serializers.SlugRelatedField("name", source="authors", many=True, read_only=True),
        "before": serializers.CharField(source="sequel_to.title", default="?"),
        "method": serializers.SerializerMethodField(),
        "get_method": lambda serializer, work: [str(author) for author in work.authors.all()],
    }
    return serializer_of(base, Work, ["title"], declared)


LOADS = {
    "nothing": lambda rows: rows,
    "joined": lambda rows: rows.select_related("sequel_to__sequel_to"),
    "prefetched": lambda rows: rows.prefetch_related(
        "credits__author__home__within", "authors__home__within"
    ),
    "deferred": lambda rows: rows.only("title"),
}


@each("load", list(LOADS))
@each("sender", [None, Work, Author, Place])
@pytest.mark.parametrize("signal", [pre_init, post_init])
def test_a_receiver_hears_and_changes_what_it_does_with_django(signal, sender, load):
    def make_rows():
        return LOADS[load](Work.objects.order_by("pk"))

    with listening(signal, shout, sender):
        assert_same_list(works, make_rows, counts_queries=load != "deferred")
    expected, actual = heard_by_both(works, make_rows, signal, sender)
    # Where nobody loaded them, related rows come before the first row is represented, and once.
    assert {*map(str, actual)} <= {*map(str, expected)}
    if load == "prefetched" and sender in (Author, Place):
        assert actual == expected


@pytest.mark.parametrize("signal", [pre_init, post_init])
def test_the_order_in_which_a_receiver_hears(signal):
    def make(base):
        inner = serializer_of(base, Author, ["name"])
        return serializer_of(base, Credit, ["role"], {"author": inner()})

    for rows in (
        Credit.objects.select_related("author__home", "work"),
        Credit.objects.prefetch_related("author__home", "work"),
    ):
        expected, actual = heard_by_both(make, rows.all, signal)
        assert actual == expected
    # It costs no query a row.
    with listening(signal, shout):
        assert number_of_queries(works, Work.objects.order_by("pk")) == 9
    assert number_of_queries(works, Work.objects.order_by("pk")) == 9


def test_receivers_that_a_project_calls_harmless(settings):
    def titles(base):
        return serializer_of(base, Work, ["title"])

    for receivers, count in (([f"{__name__}.note"], 0), ([f"{__name__}.other"], 4)):
        settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": receivers}
        with listening(post_init, note):
            titles(FastReadOnlyModelSerializer)(Work.objects.all(), many=True).data  # noqa: B018
            assert len(heard) == count
    settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": [f"{__name__}.note"]}
    with listening(post_init, note), listening(post_init, shout):
        assert_same_list(works, Work.objects.order_by("pk").all)


MODELS = [
    *(MadeFromDb, Initialised, Made, Guarded, Answering, WithAProperty),
    *(WithAMixinBehind, WithAttributesOfItsOwn, NotAnIdentifier),
]


def places(model):
    def make(base):
        declared = {
            "within": serializer_of(base, Place, ["name"])(),
            "parts": serializers.StringRelatedField(many=True),
            "found": serializer_of(base, Place, ["name", "within"])(many=True, default=()),
            "authors": serializer_of(base, Author, ["name"])(source="author_set", many=True),
            "method": serializers.SerializerMethodField(),
            "get_method": lambda serializer, place: [str(part) for part in place.parts.all()],
            "renamed": serializers.ReadOnlyField(default="no"),
        }
        return serializer_of(base, model, ["code", "renamed", "name"], declared)

    return make


@each("model", MODELS)
def test_models_that_make_their_instances_cost_no_query_a_row(model):
    make = places(model)
    rows = model.objects.order_by("pk")
    for loaded in (
        *(rows, rows.select_related("within"), rows.prefetch_related("within", "parts")),
        rows.prefetch_related(Prefetch("parts", to_attr="found"), "found__author_set"),
        rows.prefetch_related(Prefetch("parts", Place.objects.prefetch_related("parts"), "found")),
    ):
        assert_same_list(make, loaded.all, counts_queries=False)
    # REST framework represents objects that answer for their attributes themselves.
    assert number_of_queries(make, rows.all()) == (8 if model is Answering else 4)


def test_related_models_that_make_their_instances():
    def make(base):
        author = serializer_of(base, Author, ["name"])
        place = serializer_of(base, Place, ["name"], {"author_set": author(many=True)})
        declared = {"home": place(), "town": serializers.CharField(source="home.name", default=1)}
        return serializer_of(base, Author, ["name"], declared)

    def initialised(self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.name += "!"

    original = Place.__init__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Place, "__init__", initialised)
        for names in ((), ("home",), ("home__author_set",)):
            assert_same_list(
                make,
                Author.objects.order_by("pk").prefetch_related(*names).all,
                counts_queries=not names,
            )
        assert_same_list(make, Author.objects.order_by("pk").select_related("home").all)


def test_output_of_a_receiver_that_gives_an_attribute():
    def give(sender, instance, **options):
        instance.given = f"to {sender.__name__}"

    def make(base):
        author = serializer_of(base, Author, [], {"given": serializers.ReadOnlyField()})
        declared = {"given": serializers.ReadOnlyField(), "authors": author(many=True)}
        return serializer_of(base, Work, ["title"], declared)

    with listening(post_init, give):
        assert_same_list(make, Work.objects.order_by("pk").all)


@pytest.mark.filterwarnings("ignore:.*from_db")
def test_a_model_whose_from_db_takes_no_fetch_mode():
    rows = MadeAsBefore.objects.order_by("pk")
    assert_same_list(lambda base: serializer_of(base, MadeAsBefore, ["name"]), rows.all)
