"""Models that are swapped, hidden by their managers, or related by several columns."""

from __future__ import annotations

import pytest
from django.db.models import Prefetch

from tests.relations.serializers import with_relations
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
def test_some_rows_and_deeper_relations():
    house = with_relations(House, ["owner", "pair"])
    # Of all of these, there is a pair.
    assert_same_list(house, House.objects.filter(left=1).select_related("pair").all)
    animal = with_relations(Animal, ["young", "friends"])
    every = Prefetch("young", Animal.everything.order_by("name"))
    friends = Prefetch("friends", Animal.everything.prefetch_related("mother__young"))
    assert_same_list(animal, Animal.objects.order_by("pk").prefetch_related(every, friends).all)
    stable = with_relations(Stable, ["first", "animals"])
    assert_same_list(stable, Stable.objects.filter(first__name="Mare").all)
    deep = Stable.objects.prefetch_related("first__stables__animals", "animals__stable")
    assert_same_list(stable, deep.order_by("pk").all)


@pytest.mark.usefixtures("animals")
@each("name", ["friends", "young"])
def test_related_managers(name):
    def manager():
        return getattr(Animal.objects.get(name="Mare"), name)

    make = with_relations(Animal, ["mother", "friends"])
    assert_same_list(make, lambda: manager().all())
    assert_same_list(make, lambda: manager().living().select_related("mother"))
