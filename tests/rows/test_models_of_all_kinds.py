"""Models that are swapped, hidden by their managers, or related by several columns."""

from __future__ import annotations

import pytest
from django.db.models import Prefetch
from rest_framework import serializers

from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list, each
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


@each("load", HOUSES)
@each("fields", [("owner", "keepers"), ("pair",), ("text",), ("owner", "keepers", "pair", "text")])
def test_swapped_models_and_keys_of_two_columns(houses, fields, load):
    for left in (2, 5):
        assert_same_list(
            lambda base: house_of(base, fields),
            lambda: load(House.objects.filter(left__lte=left).order_by("pk")),  # noqa: B023
        )


def test_what_leads_to_them(houses):
    def lords(base):
        house = house_of(base, ["owner"])
        declared = {"houses": house(many=True), "kept": house(many=True)}
        return serializer_of(base, LandLord, ["name"], declared)

    def pairs(base):
        houses = serializer_of(base, House, ["id", "left"])(many=True)
        return serializer_of(base, Pair, ["left", "text"], {"houses": houses})

    for names in ([], ["houses"], ["houses__owner", "kept__pair"]):
        assert_same_list(lords, LandLord.objects.order_by("pk").prefetch_related(*names).all)
    for names in ([], ["houses"]):
        assert_same_list(pairs, Pair.objects.order_by("left").prefetch_related(*names).all)


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


@each("load", ANIMALS)
def test_managers_with_rows_of_their_own(animals, load):
    make = animal_of(Animal)
    for manager in (Animal.objects, Animal.everything):
        assert_same_list(make, lambda: load(manager.order_by("pk")))  # noqa: B023
        assert_same_list(make, lambda: manager)  # noqa: B023


@each("name", ["friends", "young"])
def test_related_managers(animals, name):
    def manager():
        return getattr(Animal.objects.get(name="Mare"), name)

    make = animal_of(Animal)
    assert_same_list(make, lambda: manager().all())
    assert_same_list(make, lambda: manager().living().select_related("mother"))


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


@each("field", ["first", "one", "name", "animals", "keys"])
def test_a_base_manager_that_hides_rows(animals, field):
    make = stable_of(field)
    for rows in (Stable.objects.order_by("pk"), Stable.objects.filter(first__name="Mare")):
        assert_same_list(make, rows.all)
        assert_same_list(make, rows.select_related("first", "one").all)
        assert_same_list(make, rows.prefetch_related("first", "one", "animals").all)


@each("names", [(), ("stables", "stable__animals", "all_stables")])
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

    assert_same_list(make, HiddenAnimal.objects.prefetch_related(*names).all)
    assert_same_list(make, HiddenAnimal.everything.prefetch_related(*names).all)
