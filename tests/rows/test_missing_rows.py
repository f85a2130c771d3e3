"""Keys that lead nowhere: what a relation gives then depends on how it was loaded."""

from __future__ import annotations

import uuid

import pytest
from rest_framework import serializers

from tests.relations.models import Place
from tests.relations.serializers import (
    OPTIONS,
    fields_of_all_kinds,
    serializer_of,
    with_relations,
)
from tests.rows.comparison import BASES, assert_same_list, each
from tests.rows.models import Pointer, Thing

pytestmark = pytest.mark.usefixtures("db", "missing")

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


def fields_of(base, name, **options):
    beyond = {
        source: serializers.CharField(source=f"{name}.{source}", **options)
        for source in ("within.name", "within_id")
    }
    return {**fields_of_all_kinds(base, Place, name, "name", **options), **beyond}


LOADS = {
    "nothing": lambda pointers: pointers,
    "joined": lambda pointers: pointers.select_related("to", "maybe", "by_code", "one"),
    "prefetched": lambda pointers: pointers.prefetch_related("to", "maybe", "by_code", "one"),
    "deferred": lambda pointers: pointers.only("id"),
}


def pointers():
    return Pointer.objects.order_by("pk")


@pytest.mark.parametrize("name", ["to", "maybe", "by_code"])
@each("options", OPTIONS)
def test_one_row_behind_a_field(name, options):
    some_exist, none_exists = pointers().exclude(to=NOWHERE), pointers().filter(maybe=NOWHERE)
    for key in fields_of(BASES[0], name):

        def make(base, key=key):
            field = fields_of(base, name, **options)[key]
            return serializer_of(base, Pointer, ["id"], {key: field})

        for load in LOADS.values():
            assert_same_list(make, load(some_exist).all, message=key)
            assert_same_list(make, load(none_exists).all, message=key)


@each("name", ["to", "maybe", "by_code"])
@each("load", LOADS)
def test_one_row_in_a_method(name, load):
    def look(serializer, pointer):
        try:
            found = getattr(pointer, name)
        except Exception as error:
            return type(error).__name__, str(error)
        return found and found.name

    def make(base):
        declared = {"method": serializers.SerializerMethodField(), "get_method": look}
        declared["text"] = serializers.StringRelatedField(source=name, required=False)
        return serializer_of(base, Pointer, ["id", name], declared)

    assert_same_list(make, lambda: load(pointers()))


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


def test_what_the_database_has_is_read_by_one_query_a_level(django_assert_num_queries):
    maybe = with_relations(Pointer, ["maybe"])
    queryset = pointers().exclude(maybe=NOWHERE)
    with django_assert_num_queries(2):
        maybe(BASES[1])(queryset, many=True).data  # noqa: B018
