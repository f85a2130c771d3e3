"""Keys that lead nowhere: what a relation gives then depends on how it was loaded."""

from __future__ import annotations

import itertools
import uuid

import pytest
from rest_framework import serializers

from tests.relations.models import Place
from tests.relations.serializers import serializer_of
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


def of_field(name, make_field):
    def make(base):
        return serializer_of(base, Pointer, ["id"], {name: make_field(base)})

    return make


FIELDS = {
    "nested": place_of,
    "nested or nothing": lambda base: place_of(base, required=False, allow_null=True),
    "nested with a default": lambda base: place_of(base, default=None),
    "text": lambda base: serializers.StringRelatedField(),
    "text that is not required": lambda base: serializers.StringRelatedField(required=False),
    "slug": lambda base: serializers.SlugRelatedField("name", read_only=True),
    "key": lambda base: serializers.PrimaryKeyRelatedField(read_only=True),
}
DOTTED = {
    "required": {},
    "with a default": {"default": "?"},
    "or nothing": {"allow_null": True},
    "not required": {"required": False},
}
LOADS = {
    "nothing": lambda pointers: pointers,
    "joined": lambda pointers: pointers.select_related("to", "maybe", "by_code", "one"),
    "prefetched": lambda pointers: pointers.prefetch_related("to", "maybe", "by_code", "one"),
    "deferred": lambda pointers: pointers.only("id"),
}


def pointers():
    return Pointer.objects.order_by("pk")


@pytest.mark.parametrize("name", ["to", "maybe", "by_code"])
class TestOneRow:
    @each("field", FIELDS)
    def test_behind_a_field(self, name, field):
        make = of_field(name, field)
        for load, excluded in itertools.product(LOADS.values(), [{}, {"to_id": NOWHERE}]):
            assert_same_list(make, lambda: load(pointers().exclude(**excluded)))  # noqa: B023

    @each("options", DOTTED)
    @each("source", ["name", "within.name", "within_id"])
    def test_behind_a_path(self, name, options, source):
        def make(base):
            field = serializers.CharField(source=f"{name}.{source}", **options)
            return serializer_of(base, Pointer, ["id"], {"field": field})

        for load in LOADS.values():
            assert_same_list(make, lambda: load(pointers()))  # noqa: B023
            assert_same_list(make, lambda: load(pointers().filter(maybe=NOWHERE)))  # noqa: B023

    @each("load", LOADS)
    def test_in_a_method(self, name, load):
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


@pytest.mark.parametrize("names", [(), ("pointers",), ("pointers__to", "pointed_at__places")])
def test_rows_of_rows(names):
    def make(base):
        inner = of_field("maybe", lambda base: place_of(base, required=False))(base)
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
    make = of_field("maybe", lambda base: place_of(base, required=False))
    queryset = pointers().exclude(maybe=NOWHERE)
    with django_assert_num_queries(2):
        make(BASES[1])(queryset, many=True).data  # noqa: B018
