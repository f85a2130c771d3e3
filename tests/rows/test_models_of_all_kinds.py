"""Models that are swapped, hidden by their managers, or related by several columns."""

from __future__ import annotations

import pytest
from django.db.models import Prefetch
from rest_framework import serializers

from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list
from tests.rows.models import Animal, HiddenAnimal, House, LandLord, Pair, Stable

pytestmark = pytest.mark.django_db


@pytest.fixture
def houses():
    lords = [LandLord.objects.create(name=name, land="Zenda") for name in ("Rudolf", "Michael")]
    for number in range(3):
        Pair.objects.create(left=number, right=7, text=f"pair {number}")
    for number, left in enumerate((1, 1, 2, 5)):
        # Of the last one, there is no pair.
        house = House.objects.create(owner=lords[number % 2], left=left, right=7)
        house.keepers.set(lords[number % 2 :])


def house_of(base, fields=()):
    lord = serializer_of(base, LandLord, ["name", "land"])
    pair = serializer_of(base, Pair, ["left", "text"])
    every = {
        "owner": lord(),
        "keepers": lord(many=True),
        "pair": pair(),
        "text": serializers.CharField(source="pair.text", default="?"),
    }
    return serializer_of(base, House, ["id"], {name: every[name] for name in fields or every})


HOUSES = {
    "nothing": lambda houses: houses,
    "joined": lambda houses: houses.select_related("owner", "pair"),
    "prefetched": lambda houses: houses.prefetch_related("owner", "pair", "keepers"),
}


@pytest.mark.parametrize("load", HOUSES.values(), ids=HOUSES)
@pytest.mark.parametrize(
    "fields", [("owner", "keepers"), ("pair",), ("text",), ("owner", "keepers", "pair", "text")]
)
@pytest.mark.parametrize("left", [2, 5])
def test_swapped_models_and_keys_of_two_columns(houses, fields, left, load):
    def make(base):
        return house_of(base, fields)

    assert_same_list(make, lambda: load(House.objects.filter(left__lte=left).order_by("pk")))


@pytest.mark.parametrize("names", [(), ("houses",), ("houses__owner", "kept__pair")])
def test_what_leads_to_them(houses, names):
    def make(base):
        house = house_of(base, ["owner"])
        declared = {"houses": house(many=True), "kept": house(many=True)}
        return serializer_of(base, LandLord, ["name"], declared)

    assert_same_list(make, lambda: LandLord.objects.order_by("pk").prefetch_related(*names))


@pytest.mark.parametrize("names", [(), ("houses",)])
def test_what_several_columns_lead_to(houses, names):
    def make(base):
        houses = serializer_of(base, House, ["id", "left"])(many=True)
        return serializer_of(base, Pair, ["left", "text"], {"houses": houses})

    assert_same_list(make, lambda: Pair.objects.order_by("left").prefetch_related(*names))


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


def animal_of(model):
    def make(base):
        inner = serializer_of(base, model, ["id", "name", "removed"])
        declared = {
            "mother": serializers.StringRelatedField(),
            "young": inner(many=True),
            "friends": inner(many=True),
            "names": serializers.SlugRelatedField(
                "name", source="friends", many=True, read_only=True
            ),
        }
        return serializer_of(base, model, ["name"], declared)

    return make


ANIMALS = {
    "nothing": lambda animals: animals,
    "joined": lambda animals: animals.select_related("mother"),
    "prefetched": lambda animals: animals.prefetch_related("mother", "young", "friends"),
    "all of them": lambda animals: animals.prefetch_related(
        Prefetch("young", Animal.everything.order_by("name")),
        Prefetch("friends", Animal.everything.all()),
    ),
}


@pytest.mark.parametrize("load", ANIMALS.values(), ids=ANIMALS)
@pytest.mark.parametrize("manager", ["objects", "everything"])
def test_managers_with_rows_of_their_own(animals, manager, load):
    assert_same_list(animal_of(Animal), lambda: load(getattr(Animal, manager).order_by("pk")))
    assert_same_list(animal_of(Animal), lambda: getattr(Animal, manager))


@pytest.mark.parametrize("name", ["friends", "young"])
def test_related_managers(animals, name):
    def manager():
        return getattr(Animal.objects.get(name="Mare"), name)

    assert_same_list(animal_of(Animal), lambda: manager().all())
    assert_same_list(animal_of(Animal), lambda: manager().living().select_related("mother"))


def stable_of(field):
    def make(base):
        inner = serializer_of(base, HiddenAnimal, ["name"])
        every = {
            "first": inner(required=False),
            "one": inner(required=False),
            "name": serializers.CharField(source="first.name", default="?"),
            "animals": inner(many=True),
            "keys": serializers.PrimaryKeyRelatedField(
                source="animals", many=True, read_only=True
            ),
        }
        return serializer_of(base, Stable, ["id"], {field: every[field]})

    return make


STABLES = {
    "nothing": lambda stables: stables,
    "joined": lambda stables: stables.select_related("first", "one"),
    "prefetched": lambda stables: stables.prefetch_related("first", "one", "animals"),
}


@pytest.mark.parametrize("load", STABLES.values(), ids=STABLES)
@pytest.mark.parametrize("field", ["first", "one", "name", "animals", "keys"])
@pytest.mark.parametrize("names", [{}, {"first__name": "Mare"}])
def test_a_base_manager_that_hides_rows(animals, field, load, names):
    assert_same_list(stable_of(field), lambda: load(Stable.objects.filter(**names).order_by("pk")))


@pytest.mark.parametrize("names", [(), ("stables", "stable__animals", "all_stables")])
def test_a_way_back_from_hidden_rows(animals, names):
    def make(base):
        stable = serializer_of(base, Stable, ["id"], {"animals": animal(base)(many=True)})
        declared = {
            "stables": stable(many=True),
            "stable": stable(required=False),
            "all_stables": stable(many=True),
        }
        return serializer_of(base, HiddenAnimal, ["name"], declared)

    def animal(base):
        return serializer_of(base, HiddenAnimal, ["name"])

    assert_same_list(make, lambda: HiddenAnimal.objects.prefetch_related(*names))
    assert_same_list(make, lambda: HiddenAnimal.everything.prefetch_related(*names))
