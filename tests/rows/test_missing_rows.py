"""Relations that lead nowhere, to what is swapped or hidden, or by several columns."""

from __future__ import annotations

import uuid

import pytest
from django.db.models import Prefetch
from rest_framework import serializers

from tests.relations.models import Place
from tests.relations.serializers import (
    OPTIONS,
    fields_of_all_kinds,
    methods,
    shape,
    with_relations,
)
from tests.rows.comparison import assert_same_list, each, number_of_queries
from tests.rows.models import Animal, HiddenAnimal, House, LandLord, Pair, Pointer, Stable, Thing

pytestmark = pytest.mark.django_db

# Keys that lead nowhere: what a relation gives then depends on how it was loaded.

NOWHERE = 4711


@pytest.fixture
def missing():
    country = Place.objects.create(code="ruritania", name="Ruritania")
    town = Place.objects.create(code="zenda", name="Zenda", within=country)
    thing = Thing.objects.create(name="Thing")
    whole = Pointer.objects.create(to=town, maybe=country, by_code=town, one=thing)
    whole.places.set([town, country])
    Pointer.objects.create(to=town)
    broken = {"to_id": NOWHERE, "maybe_id": NOWHERE, "by_code_id": "nowhere"}
    one = {"one_id": uuid.UUID(int=NOWHERE)}
    for keys in (*({name: broken[name]} for name in broken), one, broken):
        Pointer.objects.create(**{"to_id": whole.to_id, **keys})
    places = Pointer.places.through
    places.objects.create(pointer=whole, place_id=NOWHERE)
    places.objects.create(pointer_id=NOWHERE, place_id=whole.to_id)


def loaded(pointers):
    """Return the same rows with nothing loaded, joined, prefetched, and deferred."""
    names = ("to", "maybe", "by_code", "one")
    joined, prefetched = pointers.select_related(*names), pointers.prefetch_related(*names)
    return [pointers, joined, prefetched, pointers.only("id")]


def pointers():
    return Pointer.objects.order_by("pk")


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("name", ["to", "maybe", "by_code"])
@each("options", OPTIONS)
def test_one_row_behind_a_field(name, options):
    some_exist, none_exists = pointers().exclude(to=NOWHERE), pointers().filter(maybe=NOWHERE)
    fields = fields_of_all_kinds(Place, name, "name", **options)
    for source in ("within.name", "within_id"):
        fields[source] = serializers.CharField(source=f"{name}.{source}", **options)
    for key, field in fields.items():
        make = shape(Pointer, ["id"], {key: field})
        for rows in (*loaded(some_exist), *loaded(none_exists)):
            assert_same_list(make, rows.all, message=key)


@pytest.mark.usefixtures("missing")
@each("name", ["to", "maybe", "by_code"])
def test_one_row_in_a_method(name):
    def look(serializer, pointer):
        try:
            found = getattr(pointer, name)
        except Exception as error:
            return type(error).__name__, str(error)
        return found and found.name

    text = serializers.StringRelatedField(source=name, required=False)
    make = shape(Pointer, ["id", name], {**methods(method=look), "text": text})
    for rows in loaded(pointers()):
        assert_same_list(make, rows.all, message=rows.query)


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("load", ["select_related", "prefetch_related"])
def test_rows_of_rows_and_a_far_side(load):
    Thing.objects.create(name="Alone")
    places, things = Place.objects.order_by("pk"), Thing.objects.order_by("pk")
    for make, rows in (
        (with_relations(Place, ["pointers", "pointed_at"]), places),
        (with_relations(Place, ["pointers"]), places.prefetch_related("pointers__to")),
        (with_relations(Place, ["pointed_at"]), places.prefetch_related("pointed_at__places")),
        (with_relations(Thing, ["pointer"]), things),
        (with_relations(Thing, ["pointer"]), getattr(things, load)("pointer__to")),
    ):
        assert_same_list(make, rows.all)


@pytest.mark.usefixtures("missing")
def test_what_the_database_has_is_read_by_one_query_a_level():
    rows = pointers().exclude(maybe=NOWHERE)
    assert number_of_queries(with_relations(Pointer, ["maybe"]), rows) == 2


# Models that are swapped, hidden by their managers, or related by several columns.


@pytest.fixture
def houses():
    lords = [LandLord.objects.create(name=name, land="Zenda") for name in ("Rudolf", "Michael")]
    for number in range(3):
        Pair.objects.create(left=number, right=7, text=f"pair {number}")
    for number, left in enumerate((1, 1, 2, 5)):
        # Of the last one, there is no pair.
        house = House.objects.create(owner=lords[number % 2], left=left, right=7)
        house.keepers.set(lords[number % 2 :])


@pytest.fixture
def animals():
    mother = HiddenAnimal.objects.create(name="Mare")
    gone = HiddenAnimal.objects.create(name="Gone", removed=True, mother=mother)
    foal = HiddenAnimal.objects.create(name="Foal", mother=mother)
    orphan = HiddenAnimal.objects.create(name="Orphan", mother=gone)
    mother.friends.set([gone, foal, orphan])
    for first, one in ((mother, foal), (gone, gone), (None, mother), (foal, None)):
        stable = Stable.objects.create(first=first, one=one)
        stable.animals.set([mother, gone, foal])


# The relations to one row, and those to many.
RELATIONS = [
    (House, ("owner", "pair"), ("keepers",)),
    (LandLord, (), ("houses", "kept")),
    (Pair, (), ("houses",)),
    (Animal, ("mother",), ("young", "friends")),
    (Stable, ("first", "one"), ("animals",)),
    (HiddenAnimal, ("stable",), ("stables", "all_stables", "young")),
]


@pytest.mark.usefixtures("houses", "animals")
@pytest.mark.parametrize(("model", "one", "many"), RELATIONS)
def test_relations_alone_and_together(model, one, many):
    for names in ([*one, *many], *([name] for name in (*one, *many))):
        make = with_relations(model, names)
        for manager in model._meta.managers:
            rows = manager.order_by("pk")
            assert_same_list(make, manager.all, message=names)
            joined = rows.select_related(*one) if one else rows
            for loaded in (rows, rows.prefetch_related(*names), joined):
                assert_same_list(make, loaded.all, message=names)


@pytest.mark.usefixtures("houses", "animals")
def test_some_rows_deeper_relations_and_related_managers():
    animal = with_relations(Animal, ["young", "friends"])
    stable = with_relations(Stable, ["first", "animals"])
    every = Prefetch("young", Animal.everything.order_by("name"))
    friends = Prefetch("friends", Animal.everything.prefetch_related("mother__young"))
    deep = Stable.objects.prefetch_related("first__stables__animals", "animals__stable")
    for make, rows in (
        # Of all of these, there is a pair.
        (
            with_relations(House, ["owner", "pair"]),
            House.objects.filter(left=1).select_related("pair"),
        ),
        (animal, Animal.objects.order_by("pk").prefetch_related(every, friends)),
        (stable, Stable.objects.filter(first__name="Mare")),
        (stable, deep.order_by("pk")),
    ):
        assert_same_list(make, rows.all)
    for name in ("friends", "young"):
        related = getattr(Animal.objects.get(name="Mare"), name)
        make = with_relations(Animal, ["mother", "friends"])
        assert_same_list(make, related.all, message=name)
        assert_same_list(make, related.living().select_related("mother").all, message=name)
