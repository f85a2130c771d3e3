"""Keys that lead nowhere: what a relation gives then depends on how it was loaded."""

from __future__ import annotations

import uuid

import pytest
from rest_framework import serializers

from tests.relations.models import Place
from tests.relations.serializers import OPTIONS, fields_of_all_kinds, serializer_of
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


def place_of(base, **options):
    return serializer_of(base, Place, ["id", "code", "name"])(**options)


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


def with_maybe(base):
    return serializer_of(base, Pointer, ["id"], {"maybe": place_of(base, required=False)})


@pytest.mark.parametrize("names", [(), ("pointers",), ("pointers__to", "pointed_at__places")])
def test_rows_of_rows(names):
    def make(base):
        inner = with_maybe(base)
        pointer = serializer_of(base, Pointer, ["id"], {"places": place_of(base, many=True)})
        declared = {"pointers": inner(many=True), "pointed_at": pointer(many=True)}
        return serializer_of(base, Place, ["code"], declared)

    assert_same_list(make, Place.objects.prefetch_related(*names).all)


@pytest.mark.parametrize("load", ["select_related", "prefetch_related"])
def test_a_far_side(load):
    def make(base):
        pointer = serializer_of(base, Pointer, ["id"])
        declared = {
            "pointer": pointer(required=False),
            "place": serializers.CharField(source="pointer.to.name", default="?"),
        }
        return serializer_of(base, Thing, ["name"], declared)

    Thing.objects.create(name="Alone")
    assert_same_list(make, Thing.objects.all)
    assert_same_list(make, lambda: getattr(Thing.objects, load)("pointer__to"))


def test_what_the_database_has_is_read_by_one_query_a_level(django_assert_num_queries):
    queryset = pointers().exclude(maybe=NOWHERE)
    with django_assert_num_queries(2):
        with_maybe(BASES[1])(queryset, many=True).data  # noqa: B018
