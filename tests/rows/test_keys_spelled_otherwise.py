"""UUIDs that another program has written with hyphens, where a database keeps them as text."""

from __future__ import annotations

import pytest
from django.db import connection

if connection.vendor != "sqlite":
    pytest.skip("only SQLite takes texts of any length", allow_module_level=True)

from tests.relations.serializers import nested, shape
from tests.rows.comparison import assert_same_list
from tests.rows.models import Device, Reading

pytestmark = pytest.mark.django_db

of_reading = shape(Reading, ["value"], {"device": nested(shape(Device, ["name"]))})
of_device = shape(Device, ["name"], {"readings": nested(shape(Reading, ["value"]), many=True)})


@pytest.fixture(autouse=True)
def spelled_with_hyphens():
    thermometer = Device.objects.create(name="Thermometer")
    reading = Reading.objects.create(device=thermometer, value=20)
    Reading.objects.create(device=thermometer, value=21)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        set_key = "UPDATE rows_reading SET device_id = %s WHERE id = %s"
        cursor.execute(set_key, [str(thermometer.key), reading.pk])
        yield
        cursor.execute(set_key, [thermometer.key.hex, reading.pk])


@pytest.mark.parametrize("load", ["prefetched", "joined", "not loaded"])
def test_a_foreign_key_with_hyphens(load):
    querysets = {
        "prefetched": Reading.objects.prefetch_related("device"),
        "joined": Reading.objects.select_related("device"),
        "not loaded": Reading.objects.all(),
    }
    assert_same_list(of_reading, querysets[load].all)


@pytest.mark.parametrize("lookups", [[], ["readings"]], ids=["not loaded", "prefetched"])
def test_rows_that_lead_back_by_hyphens(lookups):
    assert_same_list(of_device, Device.objects.prefetch_related(*lookups).all)
