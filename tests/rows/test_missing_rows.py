"""Relations that lead nowhere, to what is hidden, or by several columns."""

import itertools
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
    text,
    with_relations,
)
from tests.rows.comparison import assert_same_list, assert_same_lists, number_of_queries
from tests.rows.models import Animal, House, Pair, Pointer, Thing

pytestmark = pytest.mark.django_db

# Keys that lead nowhere: what a relation gives then depends on how it was loaded.

NOWHERE = 4711
TO_PLACES = ["to", "maybe", "by_code"]


@pytest.fixture
def missing():
    country = Place.objects.create(code="ruritania", name="Ruritania")
    town = Place.objects.create(code="zenda", name="Zenda", within=country)
    thing = Thing.objects.create(name="Thing")
    whole = Pointer.objects.create(to=town, maybe=country, by_code=town, one=thing)
    whole.places.set([town, country])
    Pointer.objects.create(to=town)
    Pointer.objects.create(to_id=NOWHERE)
    Pointer.objects.create(to=town, maybe_id=NOWHERE)
    Pointer.objects.create(to=town, by_code_id="nowhere")
    Pointer.objects.create(to=town, one_id=uuid.UUID(int=NOWHERE))
    Pointer.objects.create(to_id=NOWHERE, maybe_id=NOWHERE, by_code_id="nowhere")
    places = Pointer.places.through
    places.objects.create(pointer=whole, place_id=NOWHERE)
    places.objects.create(pointer_id=NOWHERE, place_id=whole.to_id)


def loaded(pointers):
    """Return the same rows with nothing loaded, as instances, joined, prefetched, and deferred."""
    names = (*TO_PLACES, "one")
    return {
        "nothing loaded": pointers.all,
        "instances": lambda: [*pointers.all()],
        "joined": pointers.select_related(*names).all,
        "prefetched": pointers.prefetch_related(*names).all,
        "deferred": pointers.only("id").all,
    }


def pointers():
    return Pointer.objects.order_by("pk")


def fields_of_a_place(name, **options):
    return {
        **fields_of_all_kinds(Place, name, "name", **options),
        "name of its place": serializers.CharField(source=f"{name}.within.name", **options),
        "key of its place": serializers.CharField(source=f"{name}.within_id", **options),
    }


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("name", TO_PLACES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_row_behind_a_field(subtests, options, name):
    rows = loaded(pointers().exclude(to=NOWHERE)) | {"none": pointers().filter(maybe=NOWHERE).all}
    for kind, field in fields_of_a_place(name, **options).items():
        assert_same_lists(subtests, shape(Pointer, ["id"], {kind: field}), rows)


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("name", [*TO_PLACES, "one"])
def test_one_row_in_a_method(subtests, name):
    def look(serializer, pointer):
        try:
            found = getattr(pointer, name)
        except Exception as error:
            return type(error).__name__, str(error)
        return found and found.name

    declared = {**methods(look=look), "text": text(source=name, required=False)}
    make = shape(Pointer, ["id", name], declared)
    assert_same_lists(subtests, make, loaded(pointers()))


def places():
    return Place.objects.order_by("pk")


@pytest.mark.usefixtures("missing")
def test_the_far_side_of_a_place():
    assert_same_list(with_relations(Place, ["pointers", "pointed_at"]), places)


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize(
    ("name", "lookup"), [("pointers", "pointers__to"), ("pointed_at", "pointed_at__places")]
)
def test_rows_of_rows(name, lookup):
    assert_same_list(with_relations(Place, [name]), places().prefetch_related(lookup).all)


@pytest.mark.usefixtures("missing")
def test_the_far_side_of_a_relation_to_one_row():
    Thing.objects.create(name="Alone")
    make, things = with_relations(Thing, ["pointer"]), Thing.objects.order_by("pk")
    assert_same_list(make, things.all)
    assert_same_list(make, things.select_related("pointer__to").all)
    assert_same_list(make, things.prefetch_related("pointer__to").all)


@pytest.mark.usefixtures("missing")
def test_what_the_database_has_is_read_by_one_query_a_level():
    rows = pointers().exclude(maybe=NOWHERE)
    assert number_of_queries(with_relations(Pointer, ["maybe"]), rows) == 2


# Models that are hidden by their managers, or related by several columns.


@pytest.fixture
def houses():
    Pair.objects.bulk_create(Pair(left=left, right=7, text=f"pair {left}") for left in range(3))
    # Of the last one, there is no pair.
    House.objects.bulk_create(House(left=left, right=7) for left in (1, 1, 2, 5))


@pytest.fixture
def animals():
    mother = Animal.objects.create(name="Mare")
    gone = Animal.objects.create(name="Gone", removed=True, mother=mother)
    foal = Animal.objects.create(name="Foal", mother=mother)
    orphan = Animal.objects.create(name="Orphan", mother=gone)
    mother.friends.set([gone, foal, orphan])


# The relations to one row, and those to many.
RELATIONS = [
    (House, ("pair",), ()),
    (Pair, (), ("houses",)),
    (Animal, ("mother",), ("young", "friends")),
]


@pytest.mark.usefixtures("houses", "animals")
@pytest.mark.parametrize(("model", "one", "many"), RELATIONS, ids=str)
def test_relations_alone_and_together(subtests, model, one, many):
    together = [*one, *many]
    choices = [together, *([name] for name in together)]
    for names, manager in itertools.product(choices, model._meta.managers):
        rows = manager.order_by("pk")
        querysets = {
            "not loaded": rows.all,
            "prefetched": rows.prefetch_related(*names).all,
            "joined": (rows.select_related(*one) if one else rows).all,
        }
        assert_same_lists(subtests, with_relations(model, names), querysets)


@pytest.mark.usefixtures("animals")
def test_prefetches_by_another_manager():
    every = Prefetch("young", Animal.everything.order_by("name"))
    friends = Prefetch("friends", Animal.everything.prefetch_related("mother__young"))
    rows = Animal.objects.order_by("pk").prefetch_related(every, friends)
    assert_same_list(with_relations(Animal, ["young", "friends"]), rows.all)


@pytest.mark.usefixtures("animals")
@pytest.mark.parametrize("name", ["friends", "young"])
def test_related_managers_with_methods_of_their_own(name):
    related = getattr(Animal.objects.get(name="Mare"), name)
    make = with_relations(Animal, ["mother", "friends"])
    assert_same_list(make, related.all)
    assert_same_list(make, related.living().select_related("mother").all)
