"""Keys that lead nowhere: what a relation gives then depends on how it was loaded."""

from __future__ import annotations

import uuid

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.relations.models import Place
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list, each
from tests.rows.models import Pointer, Thing

pytestmark = pytest.mark.django_db

NOWHERE = 4711


@pytest.fixture
def nothing_missing():
    country = Place.objects.create(code="ruritania", name="Ruritania")
    town = Place.objects.create(code="zenda", name="Zenda", within=country)
    thing = Thing.objects.create(name="Thing")
    whole = Pointer.objects.create(to=town, maybe=country, by_code=town, one=thing)
    whole.places.set([town, country])
    Pointer.objects.create(to=town)
    return whole


@pytest.fixture
def missing(nothing_missing):
    broken = [
        {"to_id": NOWHERE},
        {"maybe_id": NOWHERE},
        {"by_code_id": "nowhere"},
        {"one_id": uuid.UUID(int=NOWHERE)},
        {"to_id": NOWHERE, "maybe_id": NOWHERE, "by_code_id": "nowhere"},
    ]
    for keys in broken:
        Pointer.objects.create(**{"to_id": nothing_missing.to_id, **keys})
    places = Pointer.places.through
    places.objects.create(pointer=nothing_missing, place_id=NOWHERE)
    places.objects.create(pointer_id=NOWHERE, place_id=nothing_missing.to_id)


def place_of(base, **options):
    return serializer_of(base, Place, ["id", "code", "name"])(**options)


def of_field(name, make_field):
    def make(base):
        return serializer_of(base, Pointer, ["id"], {name: make_field(base)})

    make.__name__ = name
    return make


def slug(base):
    return serializers.SlugRelatedField("name", read_only=True)


FIELDS = {
    "nested": place_of,
    "nested or nothing": lambda base: place_of(base, required=False, allow_null=True),
    "nested with a default": lambda base: place_of(base, default=None),
    "text": lambda base: serializers.StringRelatedField(),
    "text that is not required": lambda base: serializers.StringRelatedField(required=False),
    "slug": slug,
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


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
@pytest.mark.parametrize("name", ["to", "maybe", "by_code"])
class TestOneRow:
    @each("field", FIELDS)
    @each("excluded", [{}, {"to_id": NOWHERE}])
    def test_behind_a_field(self, name, field, load, excluded):
        make = of_field(name, field)
        assert_same_list(make, lambda: load(pointers().exclude(**excluded)))

    @each("options", DOTTED)
    @each("source", ["name", "within.name", "within_id"])
    def test_behind_a_path(self, name, options, load, source):
        def make(base):
            field = serializers.CharField(source=f"{name}.{source}", **options)
            return serializer_of(base, Pointer, ["id"], {"field": field})

        assert_same_list(make, lambda: load(pointers()))
        assert_same_list(make, lambda: load(pointers().filter(maybe=NOWHERE)))

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


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("names", [(), ("pointers",), ("pointers__to", "pointed_at__places")])
def test_rows_of_rows(names):
    def make(base):
        inner = of_field("maybe", lambda base: place_of(base, required=False))(base)
        pointer = serializer_of(base, Pointer, ["id"], {"places": place_of(base, many=True)})
        declared = {"pointers": inner(many=True), "pointed_at": pointer(many=True)}
        return serializer_of(base, Place, ["code"], declared)

    assert_same_list(make, lambda: Place.objects.prefetch_related(*names))


@pytest.mark.usefixtures("missing")
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


@pytest.mark.usefixtures("missing")
def test_what_the_database_has_is_read_by_one_query_a_level(django_assert_num_queries):
    from fastserializers import FastReadOnlyModelSerializer

    make = of_field("maybe", lambda base: place_of(base, required=False))
    queryset = pointers().exclude(maybe=NOWHERE)
    make(ModelSerializer)(queryset.all(), many=True).data  # noqa: B018
    with django_assert_num_queries(2):
        make(FastReadOnlyModelSerializer)(queryset, many=True).data  # noqa: B018
