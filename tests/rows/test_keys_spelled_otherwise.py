"""UUIDs that another program has written with hyphens, where a database keeps them as text."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection

if connection.vendor != "sqlite":
    pytest.skip("only SQLite takes texts of any length", allow_module_level=True)

from tests.relations.serializers import nested, shape
from tests.rows.comparison import assert_same_list
from tests.rows.models import PlainThing, Thing

pytestmark = pytest.mark.django_db

of_part = shape(PlainThing, ["name"], {"part_of": nested(shape(Thing, ["name"]))})
of_whole = shape(PlainThing, ["name"], {"parts": nested(shape(Thing, ["name"]), many=True)})


@pytest.fixture(autouse=True)
def spelled_with_hyphens():
    whole = Thing.objects.create(name="Whole", key=uuid.uuid4())
    part = Thing.objects.create(name="Part", part_of=whole)
    Thing.objects.create(name="Another part", part_of=whole)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        set_key = "UPDATE rows_thing SET part_of_id = %s WHERE key = %s"
        cursor.execute(set_key, [str(whole.key), part.key.hex])
        yield
        cursor.execute(set_key, [whole.key.hex, part.key.hex])


@pytest.mark.parametrize("load", ["prefetched", "joined", "not loaded"])
def test_a_foreign_key_with_hyphens(load):
    querysets = {
        "prefetched": PlainThing.objects.prefetch_related("part_of"),
        "joined": PlainThing.objects.select_related("part_of"),
        "not loaded": PlainThing.objects.all(),
    }
    assert_same_list(of_part, querysets[load].all)


@pytest.mark.parametrize("lookups", [[], ["parts"]], ids=["not loaded", "prefetched"])
def test_rows_that_lead_back_by_hyphens(lookups):
    assert_same_list(of_whole, PlainThing.objects.prefetch_related(*lookups).all)
