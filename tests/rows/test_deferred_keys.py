"""Related rows whose manager defers the key that tells whose they are."""

from __future__ import annotations

import pytest

from tests.relations.serializers import shape, slug
from tests.rows.comparison import assert_same_list, listed
from tests.rows.models import Animal, Calf

pytestmark = pytest.mark.django_db


cows = shape(Animal, ["name"], {"calves": slug("name", many=True)})


@pytest.fixture(autouse=True)
def herd():
    for name in ("Alma", "Berta"):
        cow = Animal.objects.create(name=name)
        Calf.objects.create(name=f"calf of {name}", cow=cow)


def test_prefetched_rows_are_found():
    queryset = Animal.objects.prefetch_related("calves")

    assert_same_list(cows, queryset.all)
    assert listed(cows, queryset.all()) == [
        {"name": "Berta", "calves": ["calf of Berta"]},
        {"name": "Alma", "calves": ["calf of Alma"]},
    ]


def test_rows_that_are_not_loaded_are_found():
    assert_same_list(cows, Animal.objects.all)
