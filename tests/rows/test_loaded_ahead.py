"""What nobody has loaded is loaded for all rows at once only where each would get the same."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.db import connection
from rest_framework import serializers

from tests.relations.models import Place
from tests.relations.serializers import serializer_of, shape
from tests.rows.comparison import assert_same_list, each, listed, number_of_queries
from tests.rows.models import PET_MODELS, Keeper, Weighed, Weighing

pytestmark = pytest.mark.django_db


def texts(model, *names, many):
    """Return a function that makes a serializer of relations, represented by their texts."""
    return shape(
        model, ["pk"], {name: serializers.StringRelatedField(many=many) for name in names}
    )


@pytest.fixture
def keepers():
    for name in ("Ann", "Bob", "Cid"):
        keeper = Keeper.objects.create(name=name)
        for model in PET_MODELS:
            for pet in ("hidden", "hidden from Ann", "hidden from Bob", "Loud", "Quiet"):
                model._base_manager.create(keeper=keeper, name=pet)
    Keeper._base_manager.create(name="hidden from Loud")


@pytest.mark.usefixtures("keepers")
@each("model", PET_MODELS)
def test_managers_of_a_projects_own(model):
    name = model._meta.get_field("keeper").remote_field.related_name
    make = texts(Keeper, name, many=True)
    assert_same_list(make, Keeper.objects.all)
    assert_same_list(make, Keeper.objects.prefetch_related(name).all)
    is_for_all = model.__name__ in ("Pet", "CountedPet")
    assert number_of_queries(make, Keeper.objects.all()) == (2 if is_for_all else 5)


@pytest.mark.usefixtures("keepers")
def test_a_base_manager_that_looks_at_who_asks():
    pets = PET_MODELS[0].objects
    pets.update(keeper=Keeper.objects.get(name="hidden from Loud"))
    make = texts(pets.model, "keeper", many=False)
    assert_same_list(make, pets.filter(name="Quiet").all)
    # Until Django 6.1, the manager is asked without a hint of the first instance.
    assert_same_list(make, pets.filter(name="Loud").prefetch_related("keeper").all)


KEYS = ["by_weight", "by_moment", "by_word", "by_shouted", "by_token", "by_ratio"]


@pytest.fixture
def weighings():
    for number in range(3):
        values = {
            "weight": f"{number}.50",
            "moment": datetime.datetime(2026, 11, 21, number, tzinfo=datetime.timezone.utc),
            "word": f"word {number}",
            "shouted": f"WORD {number}",
            "token": uuid.UUID(int=number),
            "ratio": number + 0.5,
        }
        weighed = Weighed.objects.create(**values)
        for _ in range(2):
            Weighing.objects.create(**dict.fromkeys(KEYS, weighed))


@pytest.mark.usefixtures("weighings")
@each("name", KEYS)
def test_keys_of_every_kind(name):
    far = Weighing._meta.get_field(name).remote_field.related_name
    of_one, rows = texts(Weighing, name, many=False), Weighing.objects.all()
    for make, all_rows, path in (
        (of_one, rows, name),
        (texts(Weighed, far, many=True), Weighed.objects.order_by("pk"), far),
    ):
        assert_same_list(make, all_rows.all)
        assert_same_list(make, all_rows.prefetch_related(path).all)
    assert len(listed(shape(Weighing, [name]), rows.all())) == 6
    is_compared_as_python_does = {
        "by_word": connection.vendor in ("postgresql", "sqlite"),
        "by_token": connection.features.has_native_uuid_field,
    }
    assert number_of_queries(of_one, rows.all()) == (
        2 if is_compared_as_python_does.get(name) else 7
    )


@pytest.mark.skipif(connection.vendor != "mysql", reason="keys that differ by their letters' case")
@pytest.mark.usefixtures("weighings")
def test_a_prefetched_key_that_only_the_database_calls_equal():
    with connection.cursor() as cursor:
        cursor.execute("UPDATE rows_weighing SET by_word_id = upper(by_word_id)")
    make = texts(Weighed, "w3", many=True)
    assert assert_same_list(make, Weighed.objects.prefetch_related("w3").all).output[0] is KeyError


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
@pytest.mark.usefixtures("weighings")
def test_a_key_that_is_spelled_otherwise():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("UPDATE rows_weighed SET token = upper(token)")
        cursor.execute("UPDATE rows_weighing SET by_token_id = upper(by_token_id)")
    assert_same_list(texts(Weighing, "by_token", many=False), Weighing.objects.all)
    assert_same_list(texts(Weighed, "w5", many=True), Weighed.objects.order_by("pk").all)


def test_what_the_first_row_alone_leads_to():
    """Its nested serializer makes its fields for that row: what it leads to is loaded by then."""
    top = Place.objects.create(code="top", name="Ruritania")
    Place.objects.create(code="zenda", name="Zenda", within=top)
    for number in range(20):
        Place.objects.create(code=f"part-{number}", name="Part")

    def make(base):
        def get_fields(self):
            return {**super(within, self).get_fields(), "name": serializers.CharField()}

        within = serializer_of(base, Place, ["code", "name"], {"get_fields": get_fields})
        return serializer_of(base, Place, ["code", "within"], {"within": within()})

    assert_same_list(make, Place.objects.exclude(pk=top.pk).order_by("pk").all)
