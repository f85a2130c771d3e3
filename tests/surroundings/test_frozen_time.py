"""Time that a test has frozen: the classes of `datetime` are replaced by others for a while."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from django.utils import timezone
from freezegun import freeze_time
from rest_framework import serializers

from tests.differential import both, spelled_out
from tests.processes import output_of
from tests.values import UTC

REAL = datetime.datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


def body():
    return {
        "moment": serializers.DateTimeField(),
        "there": serializers.DateTimeField(source="moment", default_timezone=UTC),
        "date": serializers.DateField(),
        "time": serializers.TimeField(),
        "duration": serializers.DurationField(),
        "price": serializers.DecimalField(5, 2),
    }


def row_of(moment):
    return {
        "moment": moment,
        "date": moment.date(),
        "time": moment.time(),
        "duration": moment - REAL,
        "price": Decimal(3),
    }


def assert_same(reference, fast):
    rows = [row_of(timezone.now()), row_of(REAL), row_of(datetime.datetime.now(tz=UTC))]
    for zone in ("UTC", "Europe/Berlin", "Asia/Kathmandu"):
        with timezone.override(zone):
            expected = spelled_out(reference(rows, many=True).data)
            assert spelled_out(fast(rows, many=True).data) == expected
            for row in rows:
                assert spelled_out(fast(row).data) == spelled_out(reference(row).data)


def test_serializers_read_while_it_is_frozen_and_after():
    reference, fast = both(body)
    with freeze_time("2024-01-01 12:00"):
        assert_same(reference, fast)
    assert_same(reference, fast)


def test_serializers_defined_while_it_is_frozen():
    with freeze_time("2024-01-01 12:00"):
        reference, fast = both(body)
        assert_same(reference, fast)
    assert_same(reference, fast)


@pytest.mark.long
def test_the_library_imported_while_it_is_frozen():
    program = (
        "import os, django; from freezegun import freeze_time\n"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n"
        "with freeze_time('2024-01-01'): django.setup(); import fastserializers\n"
        "from tests.surroundings import test_frozen_time\n"
        "test_frozen_time.test_serializers_read_while_it_is_frozen_and_after()\n"
    )
    output_of("-c", program)
