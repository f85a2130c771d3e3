"""What a project has of its own on the way from a query to instances, or hears of them."""

from contextlib import contextmanager

import pytest
from django.db import models
from django.db.models import Prefetch
from django.db.models.signals import post_init, pre_init
from rest_framework import serializers

from fastserializers.instances.queryset import read, why_django_reads
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
from tests.rows.comparison import (
    BASES,
    assert_same_list,
    assert_same_list_by,
    assert_same_lists,
    listed,
)
from tests.rows.querysets import LOADS, works

pytestmark = pytest.mark.usefixtures("stored")

# Querysets: where a method is a project's own, Django reads. Tools tell the reason.


class Sorted(models.QuerySet):
    def __iter__(self):
        return iter(sorted(super().__iter__(), key=str))


class ClonedQuerySet(models.QuerySet):
    """Keeps a value of its own in what is made of it."""

    def _clone(self):
        clone = super()._clone()
        clone.tenant = getattr(self, "tenant", None)
        return clone


def of_an_author():
    return Author.objects.first().credits.all()


@pytest.mark.parametrize(
    "make_queryset",
    [Work.objects.filter(pk__gt=1).all, ClonedQuerySet(Work).all, of_an_author],
    ids=["plain", "of an own class", "of a related manager"],
)
def test_a_queryset_that_is_read_as_rows(make_queryset):
    rows = make_queryset()
    assert why_django_reads(rows) == ""
    assert read(rows) is not None


def test_a_queryset_that_django_reads():
    reason = "it gives what django.db.models.query.ValuesIterable makes of a row"
    assert why_django_reads(Work.objects.values()) == reason


with_credits = shape(Work, ["id", "title"], {"credits": text(many=True)})


def test_a_queryset_of_a_projects_own():
    assert_same_list(with_credits, Sorted(Work).order_by("pk").all)
    assert_same_list(with_credits, Sorted(Work).prefetch_related("credits").all)


def test_a_queryset_that_is_fetched_in_its_own_way():
    def works_in_reverse():
        queryset = works()
        fetch = queryset._fetch_all

        def fetch_in_reverse():
            fetch()
            queryset._result_cache.reverse()

        queryset._fetch_all = fetch_in_reverse
        return queryset

    assert_same_list(with_credits, works_in_reverse)


def test_an_iterable_that_was_replaced(monkeypatch):
    def patched(self):
        return iter([Work(pk=7, title="patched")])

    assert_same_list(with_credits, Work.objects.all)
    monkeypatch.setattr(models.query.ModelIterable, "__iter__", patched)
    assert "patched" in str(assert_same_list(with_credits, Work.objects.all).output)


@pytest.mark.skipif(not hasattr(models, "FETCH_RAISE"), reason="fetch modes are new in Django 6.1")
@pytest.mark.parametrize("mode", ["FETCH_ONE", "FETCH_PEERS", "FETCH_RAISE"])
def test_fetch_modes(mode):
    make = with_relations(Author, ["credits", "home"])
    authors = Author.objects.fetch_mode(getattr(models, mode))
    assert_same_list(make, authors.prefetch_related("home").all)
    assert_same_list(make, authors.defer("name").all)


CREDIT_BY_DJANGO = shape(Credit, ["role"], {"author": nested(shape(Author, ["name"]))}, rows=False)
WORK_BY_DJANGO = shape(
    Work, ["title"], {"credits": nested(CREDIT_BY_DJANGO, many=True)}, rows=False
)


@pytest.mark.parametrize(
    ("make", "model", "queries"), [(CREDIT_BY_DJANGO, Credit, 2), (WORK_BY_DJANGO, Work, 3)]
)
def test_a_serializer_whose_meta_wants_instances(make, model, queries):
    """Django makes them, and loads each relation by one query."""
    assert_same_list_by(queries, make, model.objects.order_by("pk").all)


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
    signal.connect(receiver, sender=sender)
    try:
        yield
    finally:
        signal.disconnect(receiver, sender=sender)


def heard_by(make, make_rows, base):
    """Return what the receiver that notes it has heard while a list was made."""
    rows = make_rows()
    heard.clear()
    listed(make, rows, base)
    return [*heard]


def names_of_authors(serializer, work):
    return [str(author) for author in work.authors.all()]


TITLE = shape(Work, ["title"])
WHOLE_WORK = shape(
    Work,
    ["title"],
    {
        "credits": nested(CREDIT, many=True),
        "authors": nested(AUTHOR, many=True),
        "sequel_to": nested(TITLE),
        "names": slug("name", source="authors", many=True),
        "before": serializers.CharField(source="sequel_to.title", default="?"),
        **methods(method=names_of_authors),
    },
)
every_receiver = pytest.mark.parametrize(
    ("signal", "sender"),
    [(post_init, None), (post_init, Author), (pre_init, None)],
    ids=["of all models", "of authors", "before"],
)


@every_receiver
def test_receivers_change_what_they_change_with_django(signal, sender):
    with listening(signal, shout, sender):
        assert_same_list(WHOLE_WORK, works)
        assert_same_list(WHOLE_WORK, LOADS["both"].all)


@every_receiver
def test_receivers_hear_what_they_hear_with_django(signal, sender):
    with listening(signal, note, sender):
        expected, actual = (heard_by(WHOLE_WORK, LOADS["both"].all, base) for base in BASES)
    # Where nothing loaded them, related rows come before the first row is represented.
    assert {*map(str, actual)} <= {*map(str, expected)}


NAME = shape(Author, ["name"])
WITH_AUTHOR = shape(Credit, ["role"], {"author": nested(NAME)})


@pytest.mark.parametrize(("collect", "queries"), [(models.QuerySet.all, 2), (list, 1)])
@pytest.mark.parametrize("receiver", [note, shout])
def test_instances_of_related_rows_that_a_receiver_hears_of(collect, queries, receiver):
    """An author is made when it is read, and all authors take one query."""

    def credits_listed():
        return collect(Credit.objects.order_by("pk"))

    with listening(post_init, receiver, Author):
        assert_same_list_by(queries, WITH_AUTHOR, credits_listed)
        expected, actual = (heard_by(WITH_AUTHOR, credits_listed, base) for base in BASES)
    assert {*map(str, actual)} == {*map(str, expected)}


def test_joined_instances_that_a_receiver_hears_of():
    """Django makes each where code needs it: a list that reads none of them makes none."""
    joined = Credit.objects.order_by("pk").select_related("author__home")
    with listening(post_init, shout, Author):
        assert_same_list(WITH_AUTHOR, joined.all)
        assert_same_list(shape(Credit, ["role"], methods(author=author_of)), joined.all)
    with listening(post_init, note, Author):
        assert not heard_by(shape(Credit, ["role"]), joined.all, BASES[1])


def author_of(serializer, credit):
    return str(credit.author), str(credit.author.home)


@pytest.mark.parametrize(("receiver", "count"), [("note", 0), ("other", 4)])
def test_receivers_that_a_project_calls_harmless(settings, receiver, count):
    settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": [f"{__name__}.{receiver}"]}
    with listening(post_init, note):
        assert len(heard_by(TITLE, Work.objects.all, BASES[1])) == count


def test_a_harmless_receiver_beside_another(settings):
    settings.FASTSERIALIZERS = {"HARMLESS_RECEIVERS": [f"{__name__}.note"]}
    with listening(post_init, note), listening(post_init, shout):
        assert_same_list(WHOLE_WORK, works)


def move(sender, instance, **options):
    """Have each author live where the others do not."""
    codes = Place.objects.order_by("pk").values_list("code", flat=True)
    instance.home_id = next(code for code in codes if code != instance.home_id)


def name_homes(sender, instance, **options):
    Place.objects.update(name=f"the home of {instance.name}")


@pytest.mark.parametrize("receiver", [move, name_homes])
def test_a_receiver_that_changes_what_the_list_has_loaded(receiver):
    author = nested(shape(Author, ["name"], {"home": nested(shape(Place, ["name"]))}))
    make = shape(Credit, ["role"], {"author": author})
    with listening(post_init, receiver, Author):
        # A write ends what is lent, which takes one query more for each relation.
        assert_same_list(make, Credit.objects.order_by("pk").all, counts_queries=False)


# Models that make their instances in a way of their own.


def names_of_parts(serializer, place):
    return [str(part) for part in place.parts.all()]


def place_with_its_surroundings(model):
    """Return a function that makes a serializer of a proxy of places."""
    declared = {
        "name": serializers.CharField(),
        "within": nested(shape(Place, ["name"])),
        "parts": text(many=True),
        "found": nested(shape(Place, ["name", "within"]), many=True, default=()),
        "authors": nested(NAME, source="author_set", many=True),
        **methods(method=names_of_parts),
    }
    return shape(model, ["code"], declared)


@pytest.mark.filterwarnings("ignore:.*from_db")
@pytest.mark.parametrize("model", rows_models.WITH_HOOKS)
def test_models_that_make_their_instances(subtests, model):
    make = place_with_its_surroundings(model)
    rows = model.objects.order_by("pk")
    found = Prefetch("parts", Place.objects.prefetch_related("parts"), "found")
    loaded = {
        "nothing": rows.all,
        "joined": rows.select_related("within").all,
        "prefetched": rows.prefetch_related("within", "parts").all,
        "to an attribute": rows.prefetch_related(found).all,
    }
    assert_same_lists(subtests, make, loaded, counts_queries=False)


def test_related_models_that_make_their_instances(monkeypatch):
    def initialised(self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.name += "!"

    original = Place.__init__
    monkeypatch.setattr(Place, "__init__", initialised)
    rows = Author.objects.order_by("pk")
    assert_same_list(AUTHOR, rows.all)
    assert_same_list(AUTHOR, rows.select_related("home").all)
    assert_same_list(AUTHOR, rows.prefetch_related("home").all, counts_queries=False)


@pytest.mark.skipif(not hasattr(models, "FETCH_RAISE"), reason="fetch modes are new in Django 6.1")
def test_a_related_model_that_is_told_its_fetch_mode(monkeypatch):
    def from_db(cls, db, field_names, values, *, fetch_mode=None):
        place = original(cls, db, field_names, values, fetch_mode=fetch_mode)
        place.name = f"{place.name}, {fetch_mode.__class__.__name__}"
        return place

    original = Place.from_db.__func__
    monkeypatch.setattr(Place, "from_db", classmethod(from_db))
    expected = assert_same_list(AUTHOR, Author.objects.order_by("pk").select_related("home").all)
    assert "FetchOne" in str(expected.output)


# Whose they are: Django tells instances unless they know, by setting the attribute.


def rename(serializer, author):
    author.name = author.name.upper()
    return author.name


def names_that_were_set(serializer, credit):
    return vars(credit).get("names")


CREDIT_OF_AUTHOR = shape(
    Credit, ["role"], {"author": nested(NAME), **methods(names=names_that_were_set)}
)
RENAMED = shape(
    Author, ["name"], {**methods(renamed=rename), "credits": nested(CREDIT_OF_AUTHOR, many=True)}
)


def load_author(sender, instance, **options):
    str(instance.author)


every_kind = pytest.mark.parametrize("collect", [models.QuerySet.all, list], ids=["rows", "list"])


@every_kind
def test_related_instances_that_know_their_owner_when_they_are_made(collect):
    with listening(post_init, load_author, Credit):
        assert_same_list(RENAMED, lambda: collect(Author.objects.order_by("pk")))


@every_kind
def test_a_manager_that_joins_the_owner(collect):
    keepers = rows_models.Keeper.objects
    rows_models.Pet.objects.create(name="Rex", keeper=keepers.create(name="Ann"))
    keeper = nested(shape(rows_models.Keeper, ["name"]))
    pets = nested(shape(rows_models.Pet, ["name"], {"keeper": keeper}), many=True)
    make = shape(rows_models.Keeper, ["name"], {**methods(renamed=rename), "pets": pets})
    assert_same_list(make, lambda: collect(keepers.order_by("pk")))


def test_a_key_that_notes_what_it_is_set_to():
    keeper = rows_models.Keeper.objects.create(name="Ann")
    pet = rows_models.Pet.objects.create(name="Rex", keeper=keeper)
    rows_models.Toy.objects.create(name="Ball", pet=pet)
    toy = shape(rows_models.Toy, ["name"], {"note": serializers.CharField(default="none")})
    make = shape(rows_models.Pet, ["name"], {"toys": nested(toy, many=True)})
    assert "of Rex" in str(assert_same_list(make, rows_models.Pet.objects.all).output)
    assert_same_list(make, rows_models.Pet.objects.prefetch_related("toys").all)
    assert_same_list(toy, pet.toys.all)
