"""Relations that nobody has loaded: what code of a project finds, and what is loaded ahead."""

import uuid
from functools import partial

import pytest
from django.db import connection
from django.db.models import QuerySet, prefetch_related_objects
from rest_framework import serializers

from tests.overrides.test_hooks_of_fields import WholeKey
from tests.relations.models import Author, Credit, Place, Portrait, Work
from tests.relations.serializers import methods, nested, serializer_of, shape, text
from tests.rows.comparison import (
    assert_same_after_writing,
    assert_same_list,
    assert_same_list_by,
    listed,
    number_of_queries,
)
from tests.rows.models import (
    Animal,
    CountedPet,
    HiddenPet,
    Keeper,
    OwnersPet,
    Pet,
    Thing,
    Weighed,
    Weighing,
)
from tests.rows.querysets import authors

pytestmark = pytest.mark.usefixtures("stored")


def of_authors(*functions, before=True):
    """Return a function that makes a serializer with methods, and relations of each kind."""
    relations = {
        "credits": nested(shape(Credit, ["role"]), many=True),
        "works": text(many=True),
        "home": nested(shape(Place, ["name"])),
        "portrait": text(),
    }
    calling = methods(**{function.__name__: function for function in functions})
    return shape(Author, [], {**calling, **relations} if before else {**relations, **calling})


def test_relations_of_related_instances_and_of_the_row():
    def uses(self, author):
        return [[str(credit.work), credit.author is author] for credit in author.credits.all()]

    def reads(self, author):
        return [str(work) for work in author.works.all()], str(author.home)

    assert_same_list(of_authors(uses), authors)
    # MySQL and MariaDB are asked for the home of each author: its key is a text.
    queries_of_homes = 2 if connection.vendor == "mysql" else 1
    # An iterated queryset makes no query.
    assert number_of_queries(of_authors(reads), authors()) == 4 + queries_of_homes


# What a method writes, it reads back, as do the rows after it.


def adds(author):
    author.mentors.add(Author.objects.last())


def removes(author):
    author.credits.all().delete()


def updates(author):
    Place.objects.update(name=f"seen by {author}")


def saves_what_is_related(author):
    if author.home:
        author.home.name = "saved"
        author.home.save()


def saves_the_other_side(author):
    Portrait.objects.update_or_create(author=author, defaults={"painter": "new"})


def writes_by_sql(author):
    connection.cursor().execute("UPDATE relations_credit SET role = 'raw'")


WRITES = [adds, removes, updates, saves_what_is_related, saves_the_other_side, writes_by_sql]


@pytest.mark.parametrize("write", WRITES)
def test_a_method_reads_back_what_it_writes(write):
    def writes(self, author):
        seen = [str(work) for work in author.works.all()], str(author.home)
        write(author)
        return str(
            [
                seen,
                [credit.role for credit in author.credits.all()],
                [str(work) for work in author.works.all()],
                [str(mentor) for mentor in author.mentors.all()],
                str(author.home),
                str(getattr(author, "portrait", None)),
            ]
        )

    assert_same_after_writing(of_authors(writes, before=True), authors)
    assert_same_after_writing(of_authors(writes, before=False), authors)


def test_instances_that_are_kept_do_not_keep_what_was_lent():
    kept = []

    def keeps(self, author):
        kept.append((author, len(author.works.all())))

    listed(of_authors(keeps), authors())
    Work.objects.update(title="changed since")
    for author, _ in kept:
        assert {str(work) for work in author.works.all()} <= {"changed since"}


# What is loaded for all rows at once: only what each would get alone.


def store_keepers():
    """Store pets whose managers look at their keepers."""
    for name in ("Ann", "Bob", "Cid"):
        keeper = Keeper.objects.create(name=name)
        for model in (Pet, OwnersPet, HiddenPet, CountedPet):
            for pet in ("hidden", "hidden from Ann", "hidden from Bob", "Loud", "Quiet"):
                model._base_manager.create(keeper=keeper, name=pet)
    Keeper._base_manager.create(name="hidden from Loud")


def texts(model, *names, many):
    """Return a function that makes a serializer of relations, represented by their texts."""
    return shape(model, ["pk"], {name: text(many=many) for name in names})


# Instances were read by a query before.
every_source = pytest.mark.parametrize(
    ("collect", "first"), [(QuerySet.all, 1), (list, 0)], ids=["rows", "instances"]
)


@every_source
@pytest.mark.parametrize(
    ("model", "queries"), [(Pet, 1), (OwnersPet, 4), (HiddenPet, 4), (CountedPet, 1)]
)
def test_managers_of_a_projects_own(collect, first, model, queries):
    """Those that give the same rows for each keeper are asked once for all."""
    store_keepers()
    name = model._meta.get_field("keeper").remote_field.related_name
    make, keepers = texts(Keeper, name, many=True), Keeper.objects.all()
    assert_same_list(make, lambda: collect(keepers.prefetch_related(name)))
    assert_same_list_by(first + queries, make, lambda: collect(keepers.all()))


@every_source
@pytest.mark.parametrize("names", [["young", "all_young"], ["all_young", "young"]], ids=str)
def test_rows_that_only_another_manager_gives(collect, first, names):
    def all_young(serializer, animal):
        return [str(young) for young in animal.young(manager="everything").all()]

    alma = Animal.objects.create(name="Alma")
    for removed in (False, True):
        Animal.objects.create(name=f"removed: {removed}", removed=removed, mother=alma)
    young = nested(shape(Animal, ["name"]), many=True)
    fields = {**methods(all_young=all_young), "young": young}
    make, animals = shape(Animal, names, fields), Animal.objects.all()
    assert "removed: True" in str(assert_same_list(make, lambda: collect(animals.all())).output)
    # A field reads the rows that the list has loaded, if there are rows.
    of_field = len(animals) if collect is list else 1
    assert number_of_queries(make, collect(animals)) == first + of_field + len(animals)


def told_name(serializer, animal):
    return animal.name


@every_source
def test_hidden_rows_behind_another_relation(collect, first):
    """Fields read the instances behind an instance: nothing is loaded for them in vain."""
    alma = Animal.objects.create(name="Alma", mother=Animal.objects.create(name="Anna"))
    young = nested(shape(Animal, ["name", "friends"]), many=True)
    mother = nested(shape(Animal, ["name"], {"young": young}))
    make = shape(Animal, ["told", "mother"], {"mother": mother, **methods(told=told_name)})
    expected = assert_same_list(make, lambda: collect(Animal.objects.filter(pk=alma.pk)))
    assert not expected.failed


@every_source
def test_a_list_whose_keys_are_all_null_after_one_with_keys(collect, first):
    make = shape(Work, ["title"], {"sequel_to": nested(shape(Work, ["title"]))})

    def works(is_null):
        return collect(Work.objects.filter(sequel_to__isnull=is_null).order_by("pk"))

    assert_same_list_by(first + 1, make, partial(works, is_null=False))
    assert_same_list_by(first, make, partial(works, is_null=True))
    assert_same_list_by(first + 1, make, partial(works, is_null=False))


@every_source
def test_a_method_that_prefetches_below_what_the_list_has_loaded(collect, first):
    def writers(serializer, work):
        prefetch_related_objects([work], "credits__author")
        return [credit.author.name for credit in work.credits.all()]

    fields = {"credits": text(many=True), **methods(writers=writers)}
    make, works = shape(Work, ["credits", "writers"], fields), Work.objects.order_by("pk")
    with_credits = works.exclude(credits=None).distinct().count()
    assert_same_list_by(first + 1 + with_credits, make, lambda: collect(works.all()))


# Fields of the project's own that represent a relation.


class NameField(serializers.RelatedField):
    def to_representation(self, value):
        return {"id": value.pk, "name": str(value)}


class OneOf(serializers.Field):
    """A field that is no relation of REST framework's, and is given a related instance."""

    def to_representation(self, value):
        return str(value)


class RolesOfWriters(serializers.ManyRelatedField):
    """Asks the database for some of the related rows: all of them are not loaded for it."""

    def to_representation(self, iterable):
        return [str(credit) for credit in iterable.filter(role="writer")]


class WholeField(WholeKey):
    """Reads what REST framework would read the key of."""

    def to_representation(self, value):
        return str(value)


name_of = partial(NameField, read_only=True)
WRITERS = RolesOfWriters(child_relation=name_of(), read_only=True)
OWN_FIELDS = {
    "one row": (Credit, {"author": name_of(), "work": OneOf(read_only=True)}, 2),
    "many rows": (Author, {"works": name_of(many=True), "credits": name_of(many=True)}, 2),
    "more than a key": (Credit, {"author": WholeField(read_only=True)}, 1),
    "a query of each of three authors": (Author, {"credits": WRITERS}, 3),
}


@every_source
@pytest.mark.parametrize(("model", "fields", "queries"), OWN_FIELDS.values(), ids=OWN_FIELDS)
def test_own_fields_that_represent_relations(collect, first, model, fields, queries):
    rows = model.objects.order_by("pk")
    assert_same_list_by(first + queries, shape(model, [], fields), lambda: collect(rows.all()))


def test_a_base_manager_that_looks_at_who_asks():
    store_keepers()
    Pet.objects.update(keeper=Keeper.objects.get(name="hidden from Loud"))
    make = texts(Pet, "keeper", many=False)
    assert_same_list(make, Pet.objects.filter(name="Quiet").all)
    # Until Django 6.1, the manager is asked without a hint of the first instance.
    assert_same_list(make, Pet.objects.filter(name="Loud").prefetch_related("keeper").all)


# Whether the database compares the keys as Python does. MySQL and MariaDB compare texts by their
# collations.
KEYS = {
    "by_weight": False,
    "by_word": connection.vendor in ("postgresql", "sqlite"),
    "by_shouted": False,
    "by_token": True,
}


def store_weighings():
    """Store rows that have keys of every kind."""
    for number in range(3):
        weighed = Weighed.objects.create(
            weight=f"{number}.50",
            word=f"word {number}",
            shouted=f"WORD {number}",
            token=uuid.UUID(int=number),
        )
        for _ in range(2):
            Weighing.objects.create(**dict.fromkeys(KEYS, weighed))


@every_source
@pytest.mark.parametrize(("name", "is_compared_as_python_does"), KEYS.items())
def test_keys_of_every_kind(collect, first, name, is_compared_as_python_does):
    store_weighings()
    make, rows = texts(Weighing, name, many=False), Weighing.objects.all()
    assert_same_list(make, lambda: collect(rows.prefetch_related(name)))
    queries = 1 if is_compared_as_python_does else 6
    assert_same_list_by(first + queries, make, lambda: collect(rows.all()))

    reverse = Weighing._meta.get_field(name).remote_field.related_name
    make, rows = texts(Weighed, reverse, many=True), Weighed.objects.order_by("pk")
    assert_same_list(make, lambda: collect(rows.prefetch_related(reverse)))
    queries = 1 if is_compared_as_python_does else 3
    assert_same_list_by(first + queries, make, lambda: collect(rows.all()))


@pytest.mark.skipif(connection.vendor != "mysql", reason="keys that differ by their letters' case")
def test_a_prefetched_key_that_only_the_database_calls_equal():
    store_weighings()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE rows_weighing SET by_word_id = upper(by_word_id)")
    make = texts(Weighed, "w3", many=True)
    assert assert_same_list(make, Weighed.objects.prefetch_related("w3").all).output[0] is KeyError


@pytest.fixture
def spelled_with_hyphens(db):
    """A UUID that another program has written, where a database keeps them as text."""
    whole = Thing.objects.create(name="Whole")
    Thing.objects.bulk_create(Thing(name=name, part_of=whole) for name in ("Part", "Other part"))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        set_key = "UPDATE rows_thing SET part_of_id = %s WHERE called = 'Part'"
        cursor.execute(set_key, [str(whole.key)])
        yield
        cursor.execute(set_key, [whole.key.hex])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes texts of any length")
@pytest.mark.usefixtures("spelled_with_hyphens")
def test_a_key_that_is_spelled_with_hyphens():
    name = shape(Thing, ["name"])
    of_part = shape(Thing, ["name"], {"part_of": nested(name)})
    of_whole = shape(Thing, ["name"], {"parts": nested(name, many=True)})
    assert_same_list(of_part, Thing.objects.all)
    assert_same_list(of_part, Thing.objects.select_related("part_of").all)
    assert_same_list(of_part, Thing.objects.prefetch_related("part_of").all)
    assert_same_list(of_whole, Thing.objects.all)
    assert_same_list(of_whole, Thing.objects.prefetch_related("parts").all)


def test_what_the_first_row_alone_leads_to():
    """Its nested serializer makes its fields for that row: what it leads to is loaded by then."""
    top = Place.objects.create(code="top", name="Ruritania")
    Place.objects.create(code="first", name="Zenda", within=top)
    Place.objects.bulk_create(Place(code=f"part-{number}", name="Part") for number in range(20))

    def make(base):
        def get_fields(self):
            return {**super(within, self).get_fields(), "name": serializers.CharField()}

        within = serializer_of(base, Place, ["code", "name"], {"get_fields": get_fields})
        return serializer_of(base, Place, ["code", "within"], {"within": within()})

    assert_same_list(make, Place.objects.filter(pk__gt=top.pk).order_by("pk").all)
